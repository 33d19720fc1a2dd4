package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.cache.Lifetimes;
import io.heatshield.config.ConfigReader;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.metrics.Meters;
import io.heatshield.service.TablePolicies;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void sharedTier_whoseUrlCannotBeUnderstood_isRefusedWithoutItsPassword() {
        Vertx vertx = Vertx.vertx();
        Meters meters = Meters.prometheus("1", 1, List.of());
        HeatshieldConfig config = ConfigReader.of("shared-tier.redis=redis://user:planted secret@h:1");
        try {
            assertThatThrownBy(() -> Tiers.build(config, vertx, "a", System::nanoTime, meters))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("shared-tier.redis: redis://h:1 cannot be understood")
                    .hasMessageNotContaining("planted");
        } finally {
            meters.close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Test
    void authorities_thatCannotBeRead_orAreNone_stopTheStart(@TempDir Path directory) throws IOException {
        Vertx vertx = Vertx.vertx();
        Meters meters = Meters.prometheus("1", 1, List.of());
        Path missing = directory.resolve("missing.pem");
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        Path other = Files.writeString(directory.resolve("other.pem"), "no certificate");
        try {
            for (Path file : List.of(missing, empty, other)) {
                HeatshieldConfig config =
                        ConfigReader.of("shared-tier.redis=rediss://h:1", "shared-tier.ca-file=" + file);
                assertThatThrownBy(() -> Tiers.build(config, vertx, "a", System::nanoTime, meters))
                        .isInstanceOf(StartException.class)
                        .hasMessageStartingWith("shared-tier.ca-file: " + file)
                        .hasMessageEndingWith(file.equals(missing) ? "cannot be read" : "in PEM form");
            }
        } finally {
            meters.close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Test
    void localBytes_neverExceedHalfOfTheHeap() {
        assertThat(Tiers.localBytes(ConfigReader.of(), 4L << 30)).isEqualTo(256 << 20);
        assertThat(Tiers.localBytes(ConfigReader.of(), 64 << 20)).isEqualTo(32 << 20);
    }
}
