package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code invalidate} against a Heatshield that runs. */
final class InvalidateCommandIT {
    private static InProcess heatshield;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() {
        heatshield = InProcess.start("embedded.sample-tables=true");
    }

    @AfterAll
    static void stop() {
        heatshield.close();
    }

    private int run(String... arguments) {
        Console console = new Console(Map.of(), new PrintWriter(out, true), new PrintWriter(err, true));
        Server none = (config, where) -> {
            throw new AssertionError("nothing is to be served");
        };
        List<String> all = new ArrayList<>(List.of("invalidate"));
        all.addAll(List.of(arguments));
        return HeatshieldCommand.commandLine(console, none, none).execute(all.toArray(String[]::new));
    }

    private int ask(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--admin", heatshield.admin().toString()));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            --everything                                          | everything
            --table Products                                      | table Products
            --table Products --key {"id":{"S":"p-42"}}            | an item of table Products
            --table Products --partition {"id":{"S":"p-42"}}      | table Products, since items are not kept by partition
            """)
    void invalidate_ofWhatIsThere_saysWhatWasDropped(String arguments, String dropped) {
        assertThat(ask(arguments.split(" ", -1))).isZero();
        assertThat(out.toString().strip()).isEqualTo("invalidated: " + dropped);
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            --table Products --key {"no":{"S":"x"}}   | key: does not fit the key schema of Products
            --table Absent --key {"id":{"S":"x"}}     | table: the origin does not describe Absent
            --table Products --key {"id":             | --key: expected JSON, such as {"id":{"S":"p-42"}}
            --everything --table Products             | Give --everything alone, or --table with or without a key.
            --key {"id":{"S":"x"}}                    | Give --everything alone, or --table with or without a key.
            """)
    void invalidate_ofWhatCannotBe_saysWhyAndEnds2(String arguments, String why) {
        assertThat(ask(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(why);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void invalidate_whereNobodyAnswers_saysWhereAndEnds1() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertThat(run("--set", "admin.port=" + free, "--everything")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("heatshield: nothing answers as an admin face at http://127.0.0.1:" + free);
    }

    @Test
    void invalidate_ofAUrlThatIsNone_isRefused() {
        assertThat(run("--admin", "nowhere", "--everything")).isEqualTo(1);
        assertThat(err.toString()).contains("nothing answers as an admin face at nowhere");
    }
}
