package io.heatshield.cache.redis;

/** What answers as the shared tier cannot serve as one; the message says why, and begins with a verb. */
public final class UnfitRedisException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnfitRedisException(String why) {
        super(why);
    }
}
