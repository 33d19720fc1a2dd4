package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The health check of the image, run as it stands there against a process on another port. */
final class HealthCheckIT {
    @Test
    void healthCheck_ofARunningNode_passesAndOfAStoppedOneFails() throws Exception {
        try (HeatshieldProcess heatshield = HeatshieldProcess.run("--set", "listen.port=0", "--set", "admin.port=0")
                .awaitStarted()) {
            int port = heatshield.admin().getPort();

            assertThat(check(port)).isZero();
            heatshield.terminate();
            assertThat(heatshield.exitCode()).isZero();
            assertThat(check(port)).isNotZero();
        }
    }

    private static int check(int port) throws IOException, InterruptedException {
        Matcher command = Pattern.compile("(?s)HEALTHCHECK .*?CMD (\\[.*?\\])\\n")
                .matcher(Files.readString(Path.of("docker", "Dockerfile")));
        assertThat(command.find()).isTrue();
        List<String> words = List.of(
                new ObjectMapper().readValue(command.group(1).replace("/8101 ", "/" + port + " "), String[].class));
        Process process = new ProcessBuilder(words).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
