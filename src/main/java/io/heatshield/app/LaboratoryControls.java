package io.heatshield.app;

import io.heatshield.admin.Adjustable;
import io.heatshield.config.BudgetsConfig;
import io.heatshield.config.ConfigException;
import io.heatshield.config.ConfigReader;
import io.heatshield.config.ConfigText;
import io.heatshield.config.FaultsConfig;
import io.heatshield.config.LaboratoryConfig;
import io.heatshield.config.LatencyConfig;
import io.heatshield.config.Problem;
import io.heatshield.embedded.Laboratory;
import io.heatshield.protocol.Operation;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The laboratory of the embedded origin, as the configuration sets it at the start and the admin face changes it later.
 * Both speak the same language: the members of section {@code embedded}.
 */
final class LaboratoryControls implements Adjustable {
    /** How {@link Laboratory#latency} calls the operations that are not named. */
    private static final String ANY = "*";

    private static final Set<String> OPERATIONS =
            Arrays.stream(Operation.values()).map(Operation::wireName).collect(Collectors.toUnmodifiableSet());

    private final Laboratory laboratory;
    private volatile LaboratoryConfig current;

    /**
     * Sets the laboratory up.
     *
     * @throws StartException if an operation that is named does not exist
     */
    LaboratoryControls(Laboratory laboratory, LaboratoryConfig first) {
        List<String> problems = unknownOperations(first);
        if (!problems.isEmpty()) {
            throw new StartException("embedded." + String.join("; embedded.", problems));
        }
        this.laboratory = laboratory;
        this.current = first;
        apply(first);
    }

    @Override
    public String read() {
        return new JsonObject(ConfigText.tree(current)).encode();
    }

    @Override
    public synchronized List<String> replace(String json) {
        try {
            LaboratoryConfig wanted = ConfigReader.laboratory(json);
            List<String> problems = unknownOperations(wanted);
            if (problems.isEmpty()) {
                apply(wanted);
                current = wanted;
            }
            return problems;
        } catch (ConfigException refused) {
            return refused.problems().stream().map(Problem::toString).toList();
        }
    }

    private static List<String> unknownOperations(LaboratoryConfig wanted) {
        return wanted.latency().keySet().stream()
                .filter(name -> !name.equals(LaboratoryConfig.OTHER) && !OPERATIONS.contains(name))
                .sorted()
                .map(name -> "latency." + name + ": is no operation; expected a name such as GetItem, or "
                        + LaboratoryConfig.OTHER)
                .toList();
    }

    private void apply(LaboratoryConfig wanted) {
        BudgetsConfig budgets = wanted.budgets();
        laboratory.budgets(
                budgets.enabled()
                        ? new Laboratory.Budgets(
                                budgets.readUnits(),
                                budgets.writeUnits(),
                                budgets.burst(),
                                budgets.scale(),
                                budgets.sharedPartitions())
                        : null);
        laboratory.tableCeilings(budgets.tableCeilings());
        laboratory.lag(wanted.lag());
        Map<String, Laboratory.Latency> latency = new HashMap<>();
        wanted.latency()
                .forEach((name, each) -> latency.put(name.equals(LaboratoryConfig.OTHER) ? ANY : name, latency(each)));
        laboratory.latency(latency);
        FaultsConfig faults = wanted.faults();
        laboratory.faults(
                faults.any()
                        ? new Laboratory.Faults(
                                faults.errors().fraction(),
                                faults.lostAnswers().fraction(),
                                faults.resets().fraction())
                        : null);
        laboratory.pauseOnly(wanted.paused());
    }

    private static Laboratory.Latency latency(LatencyConfig config) {
        return new Laboratory.Latency(config.median(), config.p99());
    }
}
