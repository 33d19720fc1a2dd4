package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.heatshield.config.ConfigReader;
import io.heatshield.config.HeatshieldConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What can be checked of {@code docker/} without an engine; {@link HealthCheckIT} runs the image's health check. */
final class DockerFilesTest {
    private static final Path DOCKERFILE = Path.of("docker", "Dockerfile");
    private static final Path COMPOSE = Path.of("docker", "compose.yaml");
    private static final Pattern VARIABLE = Pattern.compile("(HEATSHIELD_[A-Z_]+)=(\\S+)");

    private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());

    @Test
    void image_copiesOnlyWhatIsThereAndWhatTheIgnoreFileLetsIn() throws IOException {
        List<String> letIn = Files.readAllLines(Path.of("docker", "Dockerfile.dockerignore"));
        Matcher copies = Pattern.compile("(?m)^COPY (?!--from)(\\S+) \\S+$").matcher(Files.readString(DOCKERFILE));

        int found = 0;
        while (copies.find()) {
            String source = copies.group(1);
            assertThat(Path.of(source)).exists();
            assertThat(letIn).anyMatch(line -> line.startsWith("!") && source.startsWith(line.substring(1)));
            found++;
        }
        assertThat(found).isEqualTo(4);
    }

    @Test
    void image_exposesTheDefaultPorts() throws IOException {
        HeatshieldConfig defaults = HeatshieldConfig.defaults();

        assertThat(Files.readString(DOCKERFILE))
                .contains("EXPOSE " + defaults.listen().port() + " "
                        + defaults.admin().port() + "\n")
                .contains("/dev/tcp/127.0.0.1/" + defaults.admin().port() + " ")
                .contains("USER 10001\n");
    }

    @Test
    void image_isOpenToOthersOnlyWithConsent() throws IOException {
        Map<String, String> environment = imageEnvironment();

        assertThat(environment).containsOnlyKeys("HEATSHIELD_LISTEN_HOST", "HEATSHIELD_ADMIN_HOST");
        environment.put("HEATSHIELD_AUTH_ALLOW_UNAUTHENTICATED", "true");
        assertThat(ConfigReader.read(null, List.of(), environment).listen().host())
                .isEqualTo("0.0.0.0");
    }

    @Test
    void compose_givesTheImageAConfigurationThatIsAccepted() throws IOException {
        JsonNode services = yaml.readTree(COMPOSE.toFile()).get("services");
        Map<String, String> environment = imageEnvironment();
        services.get("heatshield")
                .get("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));

        HeatshieldConfig config = ConfigReader.read(null, List.of(), environment);

        assertThat(config.origin().endpoint()).hasHost("dynalite").hasPort(8000);
        assertThat(services.get("dynalite").get("command").toString()).contains("\"--port\",\"8000\"");
    }

    @Test
    void compose_publishesThePortsOnLoopbackOnly() throws IOException {
        JsonNode heatshield = yaml.readTree(COMPOSE.toFile()).get("services").get("heatshield");

        assertThat(heatshield.get("ports"))
                .extracting(JsonNode::asText)
                .containsExactly("127.0.0.1:8100:8100", "127.0.0.1:8101:8101");
        assertThat(heatshield.get("build").get("dockerfile").asText()).isEqualTo(DOCKERFILE.toString());
    }

    private static Map<String, String> imageEnvironment() throws IOException {
        Map<String, String> environment = new HashMap<>();
        Matcher variables = VARIABLE.matcher(Files.readString(DOCKERFILE)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .reduce("", (all, line) -> all + line + "\n"));
        while (variables.find()) {
            environment.put(variables.group(1), variables.group(2));
        }
        return environment;
    }
}
