package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.OriginConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeatshieldCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();
    private final List<HeatshieldConfig> served = new ArrayList<>();
    private final List<HeatshieldConfig> servedAlone = new ArrayList<>();

    @Test
    void commandLine_withNoCommand_serves() {
        assertThat(run()).isZero();
        assertThat(served).containsExactly(HeatshieldConfig.defaults());
    }

    @Test
    void options_beforeOrAfterTheCommand_areTheSame() {
        assertThat(run("--set", "listen.port=1")).isZero();
        assertThat(run("serve", "--set", "listen.port=1")).isZero();
        assertThat(run("--set", "listen.port=1", "serve")).isZero();

        assertThat(served)
                .hasSize(3)
                .allSatisfy(config -> assertThat(config.listen().port()).isEqualTo(1));
    }

    @Test
    void options_onBothSidesOfTheCommand_addUp() {
        assertThat(run("-s", "listen.port=1", "serve", "-s", "admin.port=2")).isZero();

        assertThat(served).singleElement().satisfies(config -> {
            assertThat(config.listen().port()).isEqualTo(1);
            assertThat(config.admin().port()).isEqualTo(2);
        });
    }

    @Test
    void config_fromTheOptionOrTheVariable_isRead(@TempDir Path directory) throws IOException {
        Path one = Files.writeString(directory.resolve("one.yaml"), "cache: {item-ttl: 1s}");
        Path two = Files.writeString(directory.resolve("two.yaml"), "cache: {item-ttl: 2s}");
        environment.put("HEATSHIELD_CONFIG", two.toString());

        assertThat(run("--config", one.toString())).isZero();
        assertThat(run()).isZero();

        assertThat(served)
                .extracting(config -> config.cache().itemTtl())
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void advise_forSixThousandWrites_printsTheArithmetic() {
        assertThat(run("advise", "--peak-writes", "6000", "--item-bytes", "900", "--indexes", "0"))
                .isZero();
        assertThat(out.toString())
                .startsWith("shards: 9\n")
                .contains("ceil(6,000 / 1,000 x 1.5) = 9 shards")
                .contains("warning: The table itself");
    }

    @Test
    void advise_asJson_saysTheSame() {
        assertThat(run("advise", "--peak-writes", "6000", "--item-bytes", "900", "--json"))
                .isZero();
        assertThat(new io.vertx.core.json.JsonObject(out.toString()).getInteger("shards"))
                .isEqualTo(9);
    }

    @Test
    void advise_withWhatIsNoMeasure_saysWhatWouldBe() {
        assertThat(run("advise", "--peak-writes", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--peak-writes: expected a number above 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve", "check-config"})
    void anyCommand_withAWrongConfiguration_ends2AndNamesEveryProblem(String command) {
        assertThat(run(command, "--set", "listen.port=x", "--set", "admin.port=y"))
                .isEqualTo(2);

        assertThat(err.toString())
                .startsWith("heatshield: The configuration has 2 problems:")
                .contains("  listen.port (--set): 'x'", "  admin.port (--set): 'y'")
                .doesNotContain("Exception", "\tat ");
        assertThat(out.toString()).isEmpty();
        assertThat(served).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--unknown", "serf", "--config"})
    void commandLine_thatIsWrong_ends2(String argument) {
        assertThat(run(argument)).isEqualTo(2);
        assertThat(err.toString()).isNotEmpty();
        assertThat(served).isEmpty();
    }

    @Test
    void serve_thatCannotStart_ends1AndSaysWhy() {
        Server failing = (config, console) -> {
            throw new StartException("listen: 127.0.0.1:8100 is taken");
        };

        assertThat(HeatshieldCommand.commandLine(console(), failing, failing).execute())
                .isEqualTo(1);
        assertThat(err.toString()).isEqualToIgnoringNewLines("heatshield: listen: 127.0.0.1:8100 is taken");
    }

    @Test
    void checkConfig_ofAGoodConfiguration_printsWhatItAmountsTo() {
        environment.put("HEATSHIELD_ORIGIN_CREDENTIALS_SECRET_ACCESS_KEY", "hunter2");
        environment.put("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8100");

        int code = run(
                "check-config",
                "--set",
                "origin.kind=dynamodb",
                "--set",
                "origin.credentials.access-key-id=AKID",
                "--set",
                "cache.item-ttl=90s");

        assertThat(code).isZero();
        assertThat(out.toString()).contains("item-ttl: 90s", "secret-access-key: ***");
        assertThat(err.toString()).contains("warning: AWS_ENDPOINT_URL_DYNAMODB is set");
        assertThat(out.toString() + err).doesNotContain("hunter2");
        assertThat(served).isEmpty();
    }

    @Test
    void serveOrigin_onItsPorts_servesTheEmbeddedOriginWhateverIsConfigured() {
        assertThat(run("serve-origin", "-s", "origin.kind=dynamodb", "-s", "origin.endpoint=http://127.0.0.1:8000"))
                .isZero();
        assertThat(run("serve-origin", "--port", "9000", "--admin-port", "9001", "-s", "embedded.lag=2s"))
                .isZero();

        assertThat(served).isEmpty();
        assertThat(servedAlone)
                .extracting(
                        config -> config.listen().port(),
                        config -> config.admin().port())
                .containsExactly(tuple(8000, 8001), tuple(9000, 9001));
        assertThat(servedAlone)
                .allSatisfy(config -> assertThat(config.origin().kind()).isEqualTo(OriginConfig.Kind.EMBEDDED));
        assertThat(servedAlone.get(1).embedded().lag()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void serveOrigin_onAPortThatIsNone_ends2() {
        assertThat(run("serve-origin", "--port", "99999")).isEqualTo(2);
        assertThat(err.toString()).contains("port: 99999 is not accepted");
    }

    @Test
    void version_isThatOfTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("heatshield \\d+\\.\\d+\\.\\d+\\S*\\s*");
    }

    @Test
    void help_namesCommandsOptionsAndExitStatus() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("serve", "check-config", "--config", "--set", "Exit status:");
    }

    private int run(String... arguments) {
        return HeatshieldCommand.commandLine(
                        console(),
                        (config, console) -> served.add(config),
                        (config, console) -> servedAlone.add(config))
                .execute(arguments);
    }

    private Console console() {
        return new Console(environment, new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
