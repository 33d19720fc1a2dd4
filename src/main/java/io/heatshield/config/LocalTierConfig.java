package io.heatshield.config;

import java.time.Duration;

/**
 * The cache inside this node: section {@code cache.local}.
 *
 * @param maxBytes the bound on everything held, overhead counted
 * @param ttl how long an entry is kept here before the shared tier is asked again; with no shared tier behind it there
 *     is nothing to ask, and an entry lives by {@code item-ttl} alone
 */
public record LocalTierConfig(ByteSize maxBytes, Duration ttl) {
    /** Checks every value. */
    public LocalTierConfig {
        new Checks()
                .size("max-bytes", maxBytes, ByteSize.ofKibibytes(64), ByteSize.ofMebibytes(1 << 20))
                .span("ttl", ttl, Duration.ofMillis(1), Duration.ofDays(7))
                .done();
    }

    static LocalTierConfig defaults() {
        return new LocalTierConfig(ByteSize.ofMebibytes(256), Duration.ofSeconds(10));
    }
}
