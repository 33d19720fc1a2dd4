package io.heatshield.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What of the service's troubles the embedded origin plays: those members of section {@code embedded} that may be
 * changed while it runs. All off by default.
 *
 * @param budgets what each partition can bear
 * @param lag how old what an eventually consistent read sees may be; 0 for never
 * @param latency how long operations take, by name; {@code other} stands for those that are not named
 * @param faults what share of requests goes wrong
 * @param pausedTables the tables whose requests are held back, by name, separated by commas
 */
public record LaboratoryConfig(
        BudgetsConfig budgets,
        Duration lag,
        Map<String, LatencyConfig> latency,
        FaultsConfig faults,
        String pausedTables) {
    /** Stands for the operations that are not named. */
    public static final String OTHER = "other";

    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final Duration MOST_LAG = Duration.ofMinutes(5);

    /** Checks every value. */
    public LaboratoryConfig {
        latency = Map.copyOf(latency);
        Checks checks = new Checks()
                .span("lag", lag, Duration.ZERO, MOST_LAG)
                .that(
                        names(pausedTables).allMatch(name -> name.matches("[a-zA-Z0-9_.-]{3,255}")),
                        "paused-tables",
                        pausedTables,
                        "names of tables, separated by commas");
        latency.keySet()
                .forEach(name -> checks.together(
                        name.equals(OTHER) || name.matches("[A-Z][A-Za-z]{1,40}"),
                        "is no operation; expected a name such as GetItem, or " + OTHER,
                        "latency." + name));
        checks.done();
    }

    /** The tables whose requests are held back. */
    public List<String> paused() {
        return names(pausedTables).toList();
    }

    private static Stream<String> names(String text) {
        return COMMA.splitAsStream(text.strip()).filter(name -> !name.isEmpty());
    }

    static LaboratoryConfig defaults() {
        return new LaboratoryConfig(BudgetsConfig.defaults(), Duration.ZERO, Map.of(), FaultsConfig.defaults(), "");
    }
}
