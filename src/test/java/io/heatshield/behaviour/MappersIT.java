package io.heatshield.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.Dynalite;
import io.heatshield.NodeModules;
import io.heatshield.app.InProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that speak through mappers see the same at an origin directly and through Heatshield in front of one, cold
 * and warm. They are in {@code src/test/mappers}, but for the one of the enhanced client.
 */
final class MappersIT {
    private static final String CLIENTS = "3.1169.0";

    @TempDir
    private Path directory;

    private interface Program {
        List<String> run(URI endpoint) throws Exception;
    }

    @ParameterizedTest
    @ValueSource(strings = {"electrodb", "dynamoose"})
    void mapper_seesTheSameOnTheEmbeddedOrigin(String mapper) throws Exception {
        assertSameOnEmbedded(endpoint -> node(mapper, endpoint));
    }

    @ParameterizedTest
    @ValueSource(strings = {"electrodb", "dynamoose"})
    void mapper_seesTheSameOnDynalite(String mapper) throws Exception {
        assertSameOnDynalite(endpoint -> node(mapper, endpoint));
    }

    @Test
    void enhancedClient_seesTheSameOnTheEmbeddedOrigin() throws Exception {
        assertSameOnEmbedded(EnhancedProgram::run);
    }

    @Test
    void enhancedClient_seesTheSameOnDynalite() throws Exception {
        assertSameOnDynalite(EnhancedProgram::run);
    }

    private static void assertSameOnEmbedded(Program program) throws Exception {
        try (InProcess origin = InProcess.originAlone();
                InProcess heatshield = InProcess.start()) {
            assertSame(program, origin.dynamoDb(), heatshield);
        }
    }

    private static void assertSameOnDynalite(Program program) throws Exception {
        try (Dynalite alone = Dynalite.start();
                Dynalite behind = Dynalite.start();
                InProcess heatshield = InProcess.before(behind.uri(), "any", "any")) {
            assertSame(program, alone.uri(), heatshield);
        }
    }

    private static void assertSame(Program program, URI origin, InProcess heatshield) throws Exception {
        List<String> direct = program.run(origin);
        assertThat(direct).hasSizeGreaterThan(45);
        assertThat(program.run(heatshield.dynamoDb())).containsExactlyElementsOf(direct);
        String metrics = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(heatshield.admin().resolve("/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(metrics.lines()
                        .filter(line -> line.startsWith("heatshield_cache_reads_total") && line.contains("\"local\""))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum())
                .as("reads from the local tier")
                .isGreaterThanOrEqualTo(10);
    }

    private List<String> node(String program, URI endpoint) throws Exception {
        Path modules = NodeModules.installed(
                "js-mappers",
                "electrodb@3.9.3",
                "dynamoose@4.2.0",
                "@aws-sdk/client-dynamodb@" + CLIENTS,
                "@aws-sdk/lib-dynamodb@" + CLIENTS);
        Path told = directory.resolve("told.txt");
        Path errors = directory.resolve("errors.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        "node",
                        Path.of("src/test/mappers", program + ".js")
                                .toAbsolutePath()
                                .toString())
                .redirectOutput(told.toFile())
                .redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("NODE_"));
        builder.environment().put("NODE_PATH", modules.toString());
        builder.environment().put("HEATSHIELD_ENDPOINT", endpoint.toString());
        Process node = builder.start();
        try {
            assertThat(node.waitFor(2, TimeUnit.MINUTES)).as("node ended").isTrue();
            assertThat(node.exitValue()).as(Files.readString(errors)).isZero();
        } finally {
            node.destroyForcibly();
        }
        return Files.readAllLines(told);
    }
}
