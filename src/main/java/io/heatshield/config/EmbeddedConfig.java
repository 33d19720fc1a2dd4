package io.heatshield.config;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The embedded origin: section {@code embedded}. Without effect on any other.
 *
 * @param sampleTables whether to create sample tables at start and fill them
 * @param dataDir the directory where tables are kept over restarts, or null to keep them in memory
 * @param region the region that ARNs name
 * @param account the account that ARNs name
 * @param seed what lag, latency and faults are drawn from; 0 for another at each start
 * @param budgets see {@link LaboratoryConfig}, as for those that follow
 */
public record EmbeddedConfig(
        boolean sampleTables,
        @Nullable String dataDir,
        String region,
        String account,
        int seed,
        BudgetsConfig budgets,
        Duration lag,
        Map<String, LatencyConfig> latency,
        FaultsConfig faults,
        String pausedTables) {

    /** Checks every value. */
    public EmbeddedConfig {
        Map<String, LatencyConfig> byOperation = Map.copyOf(latency);
        latency = byOperation;
        Checks checks = new Checks()
                .that(dataDir == null || !dataDir.isBlank(), "data-dir", String.valueOf(dataDir), "a directory")
                .that(region.matches("[a-z0-9-]{1,40}"), "region", region, "a region such as eu-west-1")
                .that(account.matches("\\d{12}"), "account", account, "the twelve digits of an account")
                .count("seed", seed, 0, Integer.MAX_VALUE);
        checks.include(() -> new LaboratoryConfig(budgets, lag, byOperation, faults, pausedTables));
        checks.done();
    }

    /** What may be changed while the process runs. */
    public LaboratoryConfig laboratory() {
        return new LaboratoryConfig(budgets, lag, latency, faults, pausedTables);
    }

    static EmbeddedConfig defaults() {
        LaboratoryConfig off = LaboratoryConfig.defaults();
        return new EmbeddedConfig(
                true,
                null,
                "us-east-1",
                "000000000000",
                0,
                off.budgets(),
                off.lag(),
                off.latency(),
                off.faults(),
                off.pausedTables());
    }
}
