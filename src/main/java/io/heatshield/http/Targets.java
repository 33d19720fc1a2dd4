package io.heatshield.http;

import io.heatshield.protocol.Operation;

/** What a well-formed {@code X-Amz-Target} looks like. */
final class Targets {
    private static final int LONGEST = 128;

    private Targets() {}

    /**
     * Whether the target names an operation of an API that we stand for. The operation may be one unknown here: the
     * service gains some every year, and they are passed on unread.
     */
    static boolean wellFormed(String target) {
        if (Operation.ofTarget(target) != null) {
            return true;
        }
        for (Operation.Api api : Operation.Api.values()) {
            if (target.startsWith(api.prefix())) {
                return isName(target, api.prefix().length());
            }
        }
        return false;
    }

    private static boolean isName(String target, int from) {
        int length = target.length();
        if (length == from || length > LONGEST) {
            return false;
        }
        for (int at = from; at < length; at++) {
            char c = target.charAt(at);
            boolean alphanumeric = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
            if (!alphanumeric) {
                return false;
            }
        }
        return true;
    }
}
