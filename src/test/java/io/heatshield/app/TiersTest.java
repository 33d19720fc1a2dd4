package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.cache.Lifetimes;
import io.heatshield.config.ConfigReader;
import io.heatshield.service.TablePolicies;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TiersTest {
    @Test
    void policies_ofConfiguredTables_areWhatWasConfigured() {
        TablePolicies policies = Tiers.policies(ConfigReader.of("tables.Slow.item-ttl=10m", "tables.Off.cache=off"));

        assertThat(policies.standard())
                .isEqualTo(Lifetimes.of(
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(75),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1)));
        assertThat(policies.overrides())
                .containsOnlyKeys("Slow")
                .containsEntry(
                        "Slow",
                        Lifetimes.of(
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(750),
                                Duration.ofMinutes(5),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(1)));
        assertThat(policies.uncached()).containsExactly("Off");
    }

    @Test
    void policies_ofAStrictTable_trustNothingThatWasLoadedAlone() {
        TablePolicies policies = Tiers.policies(ConfigReader.of("tables.Money.coherence=strict"));

        assertThat(policies.standard().strict()).isFalse();
        assertThat(policies.overrides().values()).hasSize(1).allMatch(Lifetimes::strict);
    }

    @Test
    void localBytes_neverExceedHalfOfTheHeap() {
        assertThat(Tiers.localBytes(ConfigReader.of(), 4L << 30)).isEqualTo(256 << 20);
        assertThat(Tiers.localBytes(ConfigReader.of(), 64 << 20)).isEqualTo(32 << 20);
    }
}
