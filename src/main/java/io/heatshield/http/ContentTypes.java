package io.heatshield.http;

import io.heatshield.protocol.Reply;

/** Which request bodies the service takes for JSON. */
final class ContentTypes {
    private static final String JSON = "application/json";

    private ContentTypes() {}

    /** Whether this is one of the two types, whatever its parameters: browsers add a charset. */
    static boolean isJson(String header) {
        if (header.equals(Reply.JSON_1_0)) {
            return true;
        }
        int semicolon = header.indexOf(';');
        String type = (semicolon < 0 ? header : header.substring(0, semicolon)).trim();
        return type.equalsIgnoreCase(Reply.JSON_1_0) || type.equalsIgnoreCase(JSON);
    }
}
