package io.heatshield.config;

/**
 * How the cache is compared with the origin while it runs: section {@code self-check}.
 *
 * @param share how many of the written items are looked at again; 0 for none
 * @param maxKeys how many are kept in view at a time
 * @param readsPerSecond how many strongly consistent reads of the origin that may cost
 */
public record SelfCheckConfig(Percentage share, int maxKeys, int readsPerSecond) {
    /** Checks every value. */
    public SelfCheckConfig {
        new Checks()
                .that(share.fraction() <= 1, "share", share, "at most 100%")
                .count("max-keys", maxKeys, 1, 100_000)
                .count("reads-per-second", readsPerSecond, 1, 10_000)
                .done();
    }

    static SelfCheckConfig defaults() {
        return new SelfCheckConfig(Percentage.of(0), 1_000, 10);
    }
}
