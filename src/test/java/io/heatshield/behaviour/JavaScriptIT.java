package io.heatshield.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.NodeModules;
import io.heatshield.app.InProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The cases in {@code src/test/js}, run by node with the AWS SDK for JavaScript: against the embedded origin alone, and
 * through Heatshield in front of one.
 */
final class JavaScriptIT {
    private static final String CLIENTS = "3.1169.0";
    private static final String STREAMS = "3.1141.0";
    private static final Path SOURCES = Path.of("src/test/js");
    private static final int AT_LEAST = 80;

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> embeddedOrigin_servesTheJavaScriptSdk() throws Exception {
        try (InProcess origin = InProcess.originAlone()) {
            return run(origin.dynamoDb(), false);
        }
    }

    @TestFactory
    Stream<DynamicTest> heatshield_servesTheJavaScriptSdk() throws Exception {
        try (InProcess heatshield = InProcess.start()) {
            return run(heatshield.dynamoDb(), true);
        }
    }

    private Stream<DynamicTest> run(URI endpoint, boolean cached) throws Exception {
        Path modules = NodeModules.installed(
                "js-clients",
                "@aws-sdk/client-dynamodb@" + CLIENTS,
                "@aws-sdk/client-dynamodb-streams@" + STREAMS,
                "@aws-sdk/lib-dynamodb@" + CLIENTS);
        Path report = directory.resolve("report-" + cached + ".xml");
        Path output = directory.resolve("output-" + cached + ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command(report)).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("NODE_"));
        builder.environment().put("NODE_PATH", modules.toString());
        builder.environment().put("HEATSHIELD_ENDPOINT", endpoint.toString());
        builder.environment().put("HEATSHIELD_CACHED", Boolean.toString(cached));
        Process node = builder.start();
        try {
            assertThat(node.waitFor(3, TimeUnit.MINUTES)).as("node ended").isTrue();
        } finally {
            node.destroyForcibly();
        }
        List<DynamicTest> tests = read(report);
        assertThat(tests.size()).as(() -> text(output)).isGreaterThanOrEqualTo(AT_LEAST);
        tests.add(DynamicTest.dynamicTest(
                "all files ran",
                () -> assertThat(node.exitValue()).as(text(output)).isZero()));
        return tests.stream();
    }

    private static List<String> command(Path report) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("node", "--test", "--test-reporter=junit", "--test-reporter-destination=" + report));
        try (Stream<Path> sources = Files.list(SOURCES)) {
            sources.map(Path::toString)
                    .filter(name -> name.endsWith(".test.js"))
                    .sorted()
                    .forEach(command::add);
        }
        return command;
    }

    private static List<DynamicTest> read(Path report) throws Exception {
        NodeList cases = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("testcase");
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element one = (Element) cases.item(i);
            NodeList failures = one.getElementsByTagName("failure");
            tests.add(DynamicTest.dynamicTest(
                    one.getAttribute("name"),
                    () -> assertThat(failures.getLength())
                            .as(() -> failures.item(0).getTextContent())
                            .isZero()));
        }
        return tests;
    }

    private static String text(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
