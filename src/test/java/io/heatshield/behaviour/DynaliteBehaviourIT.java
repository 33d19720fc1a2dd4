package io.heatshield.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.Dynalite;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** dynalite passes the same cases, but for those of which it is declared what it does instead. */
final class DynaliteBehaviourIT {
    private static final Map<String, DynaliteDifferences.Difference> DIFFERENCES = DynaliteDifferences.declared();

    private static Dynalite dynalite;
    private static Clients clients;

    @BeforeAll
    static void start() {
        dynalite = Dynalite.start();
        clients = new Clients(dynalite.uri());
    }

    @AfterAll
    static void stop() {
        clients.close();
        dynalite.close();
    }

    @TestFactory
    Stream<DynamicNode> dynalite_doesAsDocumentedOrAsDeclared() {
        return BehaviourSuite.tests(DynaliteBehaviourIT::check);
    }

    private static void check(Case one) {
        DynaliteDifferences.Difference difference = DIFFERENCES.get(one.name());
        if (difference == null) {
            BehaviourSuite.assertDocumented(clients, one);
            return;
        }
        String answer = Bench.observe(clients, one, BehaviourSuite.NUMBERS.incrementAndGet());
        assertThat(answer)
                .as(one.name())
                .matches(seen -> BehaviourSuite.agrees(difference.dynalite(), seen), "is " + difference.dynalite());
        assertThat(BehaviourSuite.agrees(one.documented(), answer))
                .as("dynalite does as documented now")
                .isFalse();
    }

    @Test
    void differences_declared_areOfCasesThatExist() {
        Set<String> names = new HashSet<>();
        BehaviourSuite.themes().values().forEach(cases -> cases.forEach(one -> names.add(one.name())));
        assertThat(names).containsAll(DIFFERENCES.keySet());
    }
}
