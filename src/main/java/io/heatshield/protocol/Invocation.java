package io.heatshield.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Which call of its SDK a request belongs to: the SDKs of AWS say the same id with every attempt of one call.
 *
 * @param id {@code amz-sdk-invocation-id}
 * @param attempt which attempt this is, from 1; from {@code amz-sdk-request}
 */
public record Invocation(String id, int attempt) {
    /**
     * What the headers say.
     *
     * @param id {@code amz-sdk-invocation-id}
     * @param request {@code amz-sdk-request}, such as {@code attempt=2; max=4}
     * @return null without an id
     */
    public static @Nullable Invocation of(@Nullable String id, @Nullable String request) {
        if (id == null || id.isEmpty()) {
            return null;
        }
        int at = request == null ? -1 : request.indexOf("attempt=");
        int attempt = 0;
        for (int i = at + 8; request != null && at >= 0 && i < request.length() && attempt < 1000; i++) {
            int digit = request.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            attempt = attempt * 10 + digit;
        }
        return new Invocation(id, Math.max(1, attempt));
    }
}
