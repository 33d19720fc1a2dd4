package io.heatshield.cache.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocol's promise, checked in every state that two nodes can get one key into: no read gets an older version than
 * one whose write was answered before the read began. Each rule, switched off, must break it; otherwise either the rule
 * or the search is good for nothing.
 *
 * <p>With {@code -Dheatshield.model=full} the large scenarios are searched too, which takes a quarter of an hour and four gigabytes.
 */
final class CoherenceProtocolTest {
    /** Where a search gives up, and fails; no scenario here comes near it. */
    private static final int MOST_STATES = 100_000_000;

    private static Stream<Variants.Sound> soundVariants() {
        boolean full = "full".equals(System.getProperty("heatshield.model"));
        return Stream.concat(Variants.sound().stream(), full ? Variants.large().stream() : Stream.of());
    }

    private static List<Scenario> brokenVariants() {
        return Variants.broken();
    }

    @ParameterizedTest
    @MethodSource("soundVariants")
    void soundVariant_hasNoViolation(Variants.Sound variant) {
        Search.Result result = Search.of(variant.scenario(), MOST_STATES);

        assertThat(result.violated()).as(result.story()).isFalse();
        assertThat(result.complete()).as("every state visited").isTrue();
        assertThat(result.states()).as("states").isGreaterThan(variant.least());
    }

    @ParameterizedTest
    @MethodSource("brokenVariants")
    void brokenVariant_hasAViolation(Scenario scenario) {
        Search.Result result = Search.of(scenario, MOST_STATES);

        assertThat(result.violated()).as("a violation of: %s", scenario).isTrue();
    }

    @Test
    void story_ofAViolation_namesEachStepOfAShortestWayToIt() {
        Scenario noFence = Scenario.of("no fence at all", 1, 2)
                .without(Rule.BEGIN, Rule.LEASE, Rule.PENDING_REFUSES_FILL, Rule.INVALIDATE_AT_END);

        List<String> story = Search.of(noFence, MOST_STATES).counterexample();

        assertThat(story).contains("node A: write 1 begins: the local tier is invalidated, its begin is sent");
        assertThat(story.get(story.size() - 1)).endsWith("which is older than it may be");
    }
}
