package io.heatshield.config;

import java.time.Duration;

/**
 * What each partition of the embedded origin can bear: section {@code embedded.budgets}.
 *
 * @param enabled whether partitions have budgets at all
 * @param readUnits read units per second of a partition
 * @param writeUnits write units per second of a partition
 * @param burst how long unused capacity is saved up
 * @param scale what both rates are multiplied by
 * @param sharedPartitions into how many partitions the keys of each table and index are thrown; 0 for one a key
 * @param tableCeilings whether tables and global indexes are held to what is provisioned for them as a whole
 */
public record BudgetsConfig(
        boolean enabled,
        int readUnits,
        int writeUnits,
        Duration burst,
        double scale,
        int sharedPartitions,
        boolean tableCeilings) {
    private static final int MOST_UNITS = 1_000_000_000;

    /** Checks every value. */
    public BudgetsConfig {
        new Checks()
                .count("read-units", readUnits, 1, MOST_UNITS)
                .count("write-units", writeUnits, 1, MOST_UNITS)
                .span("burst", burst, Duration.ZERO, Duration.ofHours(1))
                .that(scale >= 0.000_1 && scale <= 10_000, "scale", scale, "a number from 0.0001 to 10000")
                .count("shared-partitions", sharedPartitions, 0, 100_000)
                .done();
    }

    static BudgetsConfig defaults() {
        return new BudgetsConfig(false, 3_000, 1_000, Duration.ofMinutes(5), 1, 0, false);
    }
}
