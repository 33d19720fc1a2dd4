package io.heatshield.http;

import io.heatshield.protocol.Reply;

/** Which request bodies the service takes for JSON. */
final class ContentTypes {
    /** A merge patch. */
    static final String MERGE_PATCH = "application/merge-patch+json";

    private static final String JSON = "application/json";

    private ContentTypes() {}

    /** Whether this is one of the two types, whatever its parameters: browsers add a charset. */
    static boolean isJson(String header) {
        if (header.equals(Reply.JSON_1_0)) {
            return true;
        }
        String type = bare(header);
        return type.equalsIgnoreCase(Reply.JSON_1_0) || type.equalsIgnoreCase(JSON);
    }

    /** Whether this is a merge patch (RFC 7396), or JSON of which nothing more is said. */
    static boolean isMergePatch(String header) {
        return isJson(header) || bare(header).equalsIgnoreCase(MERGE_PATCH);
    }

    private static String bare(String header) {
        int semicolon = header.indexOf(';');
        return (semicolon < 0 ? header : header.substring(0, semicolon)).trim();
    }
}
