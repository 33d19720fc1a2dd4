package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SharedTierConfigTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            redis://127.0.0.1:6379                 | redis://127.0.0.1:6379
            redis://:plantedsecret@h:1             | redis://h:1
            rediss://user:plantedsecret@h:1/2      | rediss://h:1/2
            redis://user:planted/secret@h:1        | redis://h:1
            redis://user:planted@secret@h:1        | redis://h:1
            redis-cluster://user:plantedsecret@a,b | redis-cluster://a,b
            redis-sentinel://plantedsecret@a,b#m   | redis-sentinel://a,b#m
            """)
    void url_isShownWithoutUserAndPassword(String url, String shown) {
        HeatshieldConfig config = ConfigReader.of("shared-tier.redis=" + url);

        assertThat(config.sharedTier().shown()).isEqualTo(shown);
        assertThat(config.toString()).doesNotContain("planted");
        assertThat(ConfigText.of(config)).doesNotContain("planted");
    }

    @Test
    void url_ofAnotherProtocol_isRefusedWithoutBeingShown() {
        assertThatThrownBy(() -> ConfigReader.of("shared-tier.redis=http://user:plantedsecret@h"))
                .hasMessageContaining("shared-tier.redis")
                .hasMessageContaining("redis://127.0.0.1:6379")
                .hasMessageNotContaining("planted");
    }

    @Test
    void settingsOfTheSharedTier_withoutOne_areRefused() {
        assertThatThrownBy(() -> ConfigReader.of("shared-tier.password=plantedsecret"))
                .hasMessageContaining("shared-tier.password")
                .hasMessageContaining("has no meaning without shared-tier.redis")
                .hasMessageNotContaining("planted");
    }

    @Test
    void authorities_withoutTls_areRefused() {
        assertThatThrownBy(() -> ConfigReader.of("shared-tier.redis=redis://h", "shared-tier.ca-file=ca.pem"))
                .hasMessageContaining("shared-tier.ca-file")
                .hasMessageContaining("rediss://");
    }
}
