package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.config.ConfigReader;
import io.heatshield.embedded.Laboratory;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LaboratoryControlsTest {
    private static final String EVERYTHING = """
            {"budgets": {"enabled": true, "write-units": 500, "burst": "2s", "scale": 0.5, "table-ceilings": true},
             "lag": "750ms",
             "latency": {"GetItem": {"median": "3ms", "p99": "9ms"}, "other": {"median": "1ms", "p99": "1ms"}},
             "faults": {"errors": "1%", "lost-answers": "2.5%"},
             "paused-tables": "Products, Events"}""";

    private final Laboratory laboratory = new Laboratory();
    private final LaboratoryControls controls = controls();

    private LaboratoryControls controls(String... settings) {
        return new LaboratoryControls(
                laboratory, ConfigReader.of(settings).embedded().laboratory());
    }

    @Test
    void defaults_leaveEverythingOff() {
        assertThat(laboratory.budgets()).isNull();
        assertThat(laboratory.tableCeilings()).isFalse();
        assertThat(laboratory.lag()).isZero();
        assertThat(laboratory.latency()).isEmpty();
        assertThat(laboratory.faults()).isNull();
        assertThat(laboratory.isPaused("Products")).isFalse();
    }

    @Test
    void configuration_setsTheLaboratoryUp() {
        controls("embedded.budgets.enabled=on", "embedded.lag=2s", "embedded.latency.other.median=7ms");

        assertThat(laboratory.budgets()).isEqualTo(Laboratory.Budgets.OF_THE_SERVICE);
        assertThat(laboratory.lag()).isEqualTo(Duration.ofSeconds(2));
        assertThat(laboratory.latency())
                .isEqualTo(Map.of("*", new Laboratory.Latency(Duration.ofMillis(7), Duration.ofMillis(50))));
    }

    @Test
    void configuration_ofAnUnknownOperation_stopsTheStart() {
        assertThatThrownBy(() -> controls("embedded.latency.GetItems.median=7ms"))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("embedded.latency.GetItems: is no operation");
    }

    @Test
    void replace_withEverything_setsEverything() {
        assertThat(controls.replace(EVERYTHING)).isEmpty();

        assertThat(laboratory.budgets()).isEqualTo(new Laboratory.Budgets(3000, 500, Duration.ofSeconds(2), 0.5, 0));
        assertThat(laboratory.tableCeilings()).isTrue();
        assertThat(laboratory.lag()).isEqualTo(Duration.ofMillis(750));
        assertThat(laboratory.latency()).containsOnlyKeys("GetItem", "*");
        assertThat(laboratory.faults()).isEqualTo(new Laboratory.Faults(0.01, 0.025, 0));
        assertThat(laboratory.isPaused("Events")).isTrue();
    }

    @Test
    void replace_withWhatWasRead_changesNothing() {
        assertThat(controls.replace(EVERYTHING)).isEmpty();
        String read = controls.read();

        assertThat(controls.replace(read)).isEmpty();

        assertThat(controls.read()).isEqualTo(read);
        assertThat(new JsonObject(read).getJsonObject("faults").getString("lost-answers"))
                .isEqualTo("2.5%");
        assertThat(new JsonObject(read).getJsonObject("budgets").getInteger("write-units"))
                .isEqualTo(500);
    }

    @Test
    void replace_withNothing_turnsEverythingOff() {
        assertThat(controls.replace(EVERYTHING)).isEmpty();

        assertThat(controls.replace("{}")).isEmpty();

        defaults_leaveEverythingOff();
    }

    @Test
    void replace_withSomethingWrong_namesAllOfItAndChangesNothing() {
        String before = controls.read();

        assertThat(controls.replace("""
                        {"budgets": {"scale": 0}, "faults": {"errors": "70%", "resets": "40%"}, "lagg": "1s",
                         "latency": {"GetItem": {"median": "9ms", "p99": "3ms"}}}"""))
                .anyMatch(problem -> problem.startsWith("budgets.scale"))
                .anyMatch(problem -> problem.startsWith("faults.errors"))
                .anyMatch(problem -> problem.startsWith("lagg") && problem.contains("did you mean lag?"))
                .anyMatch(problem -> problem.startsWith("latency.GetItem.p99"))
                .hasSize(4);
        assertThat(controls.replace("{\"lag\": ")).singleElement().asString().contains("is not valid JSON");
        assertThat(controls.replace("[]")).hasSize(1);
        assertThat(controls.replace("{\"data-dir\": \"elsewhere\"}")).hasSize(1);
        assertThat(controls.replace("{\"latency\": {\"Fetch\": {}}}"))
                .singleElement()
                .asString()
                .startsWith("latency.Fetch: is no operation");
        assertThat(controls.read()).isEqualTo(before);
    }
}
