package io.heatshield.http;

import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** What browsers are told, as the service tells them. */
final class Cors {
    private static final String EXPOSED = "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date";
    private static final AsciiString EXPOSED_ITEMS =
            new AsciiString("ETag,Link,Location,Age,Date,Retry-After,x-amzn-RequestId,x-heatshield-cache");
    private static final String TWO_DAYS = "172800";

    private Cors() {}

    /** On every answer to a request that names its origin. */
    static void allow(MultiMap response) {
        response.add(HeaderNames.ALLOW_ORIGIN, HeaderNames.ANY);
        response.add(HeaderNames.EXPOSE_HEADERS, EXPOSED);
    }

    /**
     * On every answer of the item API, whoever asked: caches in between give one answer to many, and to one who named
     * no origin as well.
     */
    static void allowItems(MultiMap response) {
        response.add(HeaderNames.ALLOW_ORIGIN, HeaderNames.ANY);
        response.add(HeaderNames.EXPOSE_HEADERS, EXPOSED_ITEMS);
    }

    /** On the answer to a preflight: what it asks for is granted. */
    static void grant(MultiMap request, MultiMap response) {
        echo(request.get(HeaderNames.REQUEST_HEADERS), HeaderNames.ALLOW_HEADERS, response);
        echo(request.get(HeaderNames.REQUEST_METHOD), HeaderNames.ALLOW_METHODS, response);
        response.add(HeaderNames.MAX_AGE, TWO_DAYS);
    }

    private static void echo(@Nullable String value, CharSequence as, MultiMap response) {
        if (value != null && isList(value)) {
            response.add(as, value);
        }
    }

    /** Only header and method names and what stands between them are repeated: nothing that could end the line. */
    private static boolean isList(String value) {
        return value.chars()
                .allMatch(c -> (c >= 'A' && c <= 'Z')
                        || (c >= 'a' && c <= 'z')
                        || (c >= '0' && c <= '9')
                        || c == '-'
                        || c == '_'
                        || c == ','
                        || c == ' '
                        || c == '*');
    }
}
