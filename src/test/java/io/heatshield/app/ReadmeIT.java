package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the README's commands as they stand there, against the jar of this build. Only the ports differ: free ones are
 * given by the environment, and put into the client's commands in the place of 8100 and 8101.
 */
final class ReadmeIT {
    private static final Map<String, String> FREE_PORTS =
            Map.of("HEATSHIELD_LISTEN_PORT", "0", "HEATSHIELD_ADMIN_PORT", "0");

    private static Readme readme;
    private static HeatshieldProcess heatshield;

    @TempDir
    private Path directory;

    @BeforeAll
    static void runTheCommand() throws IOException {
        readme = Readme.read();
        String[] commands = readme.only("run").split(" && ");
        assertThat(commands).hasSize(2);
        // This very build has just done the first.
        assertThat(commands[0]).isEqualTo("mvn -q -DskipTests package");
        heatshield = HeatshieldProcess.start(shell(commands[1]), FREE_PORTS).awaitStarted();
    }

    @AfterAll
    static void stop() {
        if (heatshield != null) {
            heatshield.close();
        }
    }

    @Test
    void curl_twice_isServedFromTheTierTheSecondTime() throws Exception {
        String command = readme.all("curl").get(0);

        assertThat(run(command)).contains("HTTP/1.1 200 OK", "\"p-42\"");
        assertThat(run(command)).contains("HTTP/1.1 200 OK", "x-heatshield-cache: local", "\"p-42\"");
    }

    @Test
    void curl_ofTheMetrics_showsThem() throws Exception {
        assertThat(run(readme.all("curl").get(1))).contains("heatshield_");
    }

    @Test
    void sdk_byTheEnvironmentAlone_readsTheItem() throws Exception {
        Path source = Files.writeString(directory.resolve("Try.java"), readme.only("java"));
        String command =
                readme.only("environment") + "\nexec " + HeatshieldProcess.java() + " -cp \"$CLASS_PATH\" " + source;

        assertThat(run(command)).contains("p-42");
    }

    @Test
    void dynamodb_command_startsAndAsksForCredentialsOnlyWhenTheyAreNeeded() {
        try (HeatshieldProcess remote = HeatshieldProcess.start(shell(readme.only("dynamodb")), FREE_PORTS)
                .awaitStarted()) {
            assertThat(remote.out()).anyMatch(line -> line.contains("https://dynamodb.eu-west-1.amazonaws.com"));
        }
    }

    @Test
    void startUpBlock_offersToCurl_whatReallyWorks() throws Exception {
        List<String> offers = heatshield.out().stream()
                .map(String::strip)
                .filter(line -> line.startsWith("curl "))
                .toList();

        assertThat(offers).hasSize(2);
        assertThat(run(offers.get(0))).contains("HTTP/1.1 200 OK", "\"p-42\"");
        assertThat(run(offers.get(1))).contains("heatshield_");
    }

    /** The AWS CLI is not at hand for tests; what its line says is what the Java SDK is then told to do. */
    @Test
    void startUpBlock_offersTheAwsCli_aKeyThatIsThere() throws Exception {
        String line = heatshield.out().stream()
                .filter(each -> each.contains("aws dynamodb get-item"))
                .findFirst()
                .orElseThrow();
        Matcher offer = Pattern.compile("--endpoint-url (\\S+) --table-name (\\S+) --key '([^']+)'")
                .matcher(line);

        assertThat(offer.find()).isTrue();
        assertThat(run("curl -s " + offer.group(1) + " -H 'X-Amz-Target: DynamoDB_20120810.GetItem'"
                        + " -H 'Content-Type: application/x-amz-json-1.0' -d '{\"TableName\":\"" + offer.group(2)
                        + "\",\"Key\":" + offer.group(3) + "}'"))
                .contains("\"Item\":");
    }

    /** The README says {@code java} and {@code target/heatshield.jar}; the build may have put both elsewhere. */
    private static List<String> shell(String command) {
        String adapted = command.replaceFirst("^java ", Matcher.quoteReplacement(HeatshieldProcess.java() + " "))
                .replace("target/heatshield.jar", HeatshieldProcess.JAR);
        return List.of("bash", "-c", "exec " + adapted);
    }

    private static String run(String command) throws IOException, InterruptedException {
        URI dynamoDb = heatshield.dynamoDb();
        URI admin = heatshield.admin();
        String adapted = command.replace("127.0.0.1:8100", dynamoDb.getAuthority())
                .replace("127.0.0.1:8101", admin.getAuthority());
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of("bash", "-c", adapted)));
        Map<String, String> environment = new HashMap<>(Map.of("CLASS_PATH", System.getProperty("java.class.path")));
        builder.environment().putAll(environment);
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(command + "\n" + output).isZero();
        return output;
    }
}
