package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LifetimesTest {
    @Test
    void lifetimes_ofAnUnnamedTable_areThoseOfTheCache() {
        assertThat(HeatshieldConfig.defaults().lifetimesOf("Products"))
                .isEqualTo(new Lifetimes(
                        true,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(75),
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(5)));
    }

    @Test
    void lifetimes_ofATable_overrideOneByOne() {
        HeatshieldConfig config = ConfigReader.of(
                "tables.Products.cache=off", "tables.Products.negative-ttl=0", "tables.Products.stale-while-down=1h");

        assertThat(config.lifetimesOf("Products"))
                .isEqualTo(new Lifetimes(
                        false, Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ZERO, Duration.ofHours(1)));
    }

    @Test
    void hardTtl_ofATableWithItsOwnSoftTtl_followsThatAndNotTheCaches() {
        HeatshieldConfig config = ConfigReader.of("cache.item-hard-ttl=2m", "tables.Products.item-ttl=10m");

        assertThat(config.lifetimesOf("Products").hardTtl()).isEqualTo(Duration.ofSeconds(750));
        assertThat(config.lifetimesOf("Other").hardTtl()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void hardTtl_ofATableWithoutItsOwnSoftTtl_isComparedWithTheCaches() {
        HeatshieldConfig config = ConfigReader.of("tables.Products.item-hard-ttl=10m");

        assertThat(config.lifetimesOf("Products").softTtl()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.lifetimesOf("Products").hardTtl()).isEqualTo(Duration.ofMinutes(10));
    }
}
