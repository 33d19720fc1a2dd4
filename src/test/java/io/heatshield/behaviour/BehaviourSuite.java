package io.heatshield.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** All cases, by theme. */
final class BehaviourSuite {
    /** Tables have names of their own in all runs of this JVM. */
    static final AtomicInteger NUMBERS = new AtomicInteger();

    private BehaviourSuite() {}

    /** The cases of each theme, in the order in which they run. */
    static Map<String, List<Case>> themes() {
        Map<String, List<Case>> themes = new LinkedHashMap<>();
        themes.put("items", ItemCases.all());
        themes.put("updates", UpdateCases.all());
        themes.put("conditions", ConditionCases.all());
        themes.put("projections", ProjectionCases.all());
        themes.put("queries", QueryCases.all());
        themes.put("scans", ScanCases.all());
        themes.put("indexes", IndexCases.all());
        themes.put("batches", BatchCases.all());
        themes.put("transactions", TransactionCases.all());
        themes.put("streams", StreamCases.all());
        themes.put("PartiQL", PartiQlCases.all());
        themes.put("tables", TableCases.all());
        themes.put("errors", ErrorCases.all());
        themes.put("limits", LimitCases.all());
        themes.put("capacity", CapacityCases.all());
        return themes;
    }

    /** One test for each case. */
    static Stream<DynamicNode> tests(Consumer<Case> check) {
        Set<String> names = new HashSet<>();
        return themes().entrySet().stream()
                .map(theme -> DynamicContainer.dynamicContainer(
                        theme.getKey(), theme.getValue().stream().map(one -> {
                            assertThat(names.add(one.name())).as(one.name()).isTrue();
                            return DynamicTest.dynamicTest(one.name(), () -> check.accept(one));
                        })));
    }

    /** Runs a case and compares with what is documented. */
    static void assertDocumented(Clients clients, Case one) {
        assertThat(Bench.observe(clients, one, NUMBERS.incrementAndGet()))
                .as(one.name())
                .matches(answer -> agrees(one.documented(), answer), "is " + one.documented());
    }

    /** Whether an answer is the documented one, in which an ellipsis stands for anything. */
    static boolean agrees(String documented, String answer) {
        String pattern =
                Arrays.stream(documented.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(answer).matches();
    }
}
