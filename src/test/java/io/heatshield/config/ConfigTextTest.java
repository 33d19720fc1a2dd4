package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigTextTest {
    @Test
    void text_ofAConfiguration_loadsToTheSame(@TempDir Path directory) throws IOException {
        HeatshieldConfig config = ConfigReader.of(
                "origin.kind=dynamodb",
                "origin.endpoint=http://127.0.0.1:8000",
                "cache.item-hard-ttl=90s",
                "cache.jitter=2.5%",
                "cache.max-item-bytes=1000",
                "tables.Products.item-ttl=10m",
                "tables.Carts.cache=off");
        Path file = Files.writeString(directory.resolve("effective.yaml"), ConfigText.of(config));

        assertThat(ConfigReader.read(file, List.of(), Map.of())).isEqualTo(config);
    }

    @Test
    void text_ofTheDefaults_loadsToTheSame(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("effective.yaml"), ConfigText.of(HeatshieldConfig.defaults()));

        assertThat(ConfigReader.read(file, List.of(), Map.of())).isEqualTo(HeatshieldConfig.defaults());
    }

    @Test
    void text_ofSecrets_hidesThem() {
        HeatshieldConfig config = ConfigReader.of(
                "origin.kind=dynamodb",
                "origin.credentials.access-key-id=AKID",
                "origin.credentials.secret-access-key=hunter2",
                "origin.credentials.session-token=hunter3");

        assertThat(ConfigText.of(config)).contains("secret-access-key: ***").doesNotContain("hunter");
        assertThat(config.toString()).doesNotContain("hunter");
    }
}
