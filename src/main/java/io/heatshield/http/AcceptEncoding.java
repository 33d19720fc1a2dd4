package io.heatshield.http;

import io.vertx.core.MultiMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether a client takes gzip (RFC 9110, 12.5.3). */
final class AcceptEncoding {
    private AcceptEncoding() {}

    static boolean takesGzip(MultiMap headers) {
        String accepted = headers.get(HeaderNames.ACCEPT_ENCODING);
        return accepted != null && takesGzip(accepted);
    }

    private static boolean takesGzip(String accepted) {
        Boolean any = null;
        for (String part : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
            int semicolon = part.indexOf(';');
            String coding = (semicolon < 0 ? part : part.substring(0, semicolon)).trim();
            boolean wanted = !isZero(semicolon < 0 ? null : part.substring(semicolon + 1));
            if (coding.equals("gzip") || coding.equals("x-gzip")) {
                return wanted;
            }
            if (coding.equals("*")) {
                any = wanted;
            }
        }
        return Boolean.TRUE.equals(any);
    }

    private static boolean isZero(@Nullable String weight) {
        return weight != null && weight.replace(" ", "").matches("q=0(\\.0*)?");
    }
}
