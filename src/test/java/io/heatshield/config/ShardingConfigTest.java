package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShardingConfigTest {
    @TempDir
    private Path directory;

    @Test
    void declaration_withLittleSaid_hasDefaults() throws IOException {
        ShardedKeyConfig key =
                key("- {partition: 'DAY#*', layouts: [{version: 1, shards: 12}, {version: 2, shards: 24}]}");

        assertThat(key.written()).isEqualTo(2);
        assertThat(key.read()).containsExactly(2);
        assertThat(key.layouts().get(0).suffix()).isEqualTo("#%02d");
        assertThat(key.chooseBy().given()).isZero();
        assertThat(key.gather()).isEqualTo(new GatherConfig(4, Duration.ofSeconds(2), WhenLate.FAIL));
    }

    @Test
    void declaration_inFull_isReadAndPrintedBack() throws IOException {
        ShardedKeyConfig key = key("""
                - partition: "DAY#*"
                      choose-by: {random: {}}
                      layouts: [{version: 1, shards: 12, suffix: ".%d"}]
                      write-layout: 0
                      read-layouts: [1, 0]
                      gather: {parallelism: 12, budget: 40ms, when-late: partial}
                """);

        assertThat(key.chooseBy().random()).isNotNull();
        assertThat(key.written()).isZero();
        assertThat(key.read()).containsExactly(1, 0);
        Path again = Files.writeString(
                directory.resolve("again.yaml"),
                ConfigText.of(
                        read(
                                "- {partition: 'A*', "
                                        + "choose-by: {counter: {group-commit: 5ms}}, layouts: [{version: 3, shards: 2}], read-layouts: [3, 0]}")));
        assertThat(keys(ConfigReader.read(again, List.of(), Map.of())))
                .hasSize(1)
                .first()
                .satisfies(printed -> assertThat(printed.read()).containsExactly(3, 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {layouts: [{shards: 2}]}                                 | 0.partition: is missing
            {partition: A, layouts: []}                              | 0.layouts: is missing
            {partition: A, layouts: [{shards: 257}]}                 | 0.layouts.0.shards: 257 is not accepted; expected a number from 1 to 256
            {partition: A, layouts: [{shards: 2, suffix: "%d"}]}     | 0.layouts.0.suffix: makes two logical keys collide
            {partition: A, layouts: [{shards: 2, suffix: "#1%d"}]}   | 0.layouts.0.suffix: makes two logical keys collide
            {partition: A, layouts: [{shards: 2, suffix: "#x"}]}     | 0.layouts.0.suffix: '#x' is not accepted; expected a text with one %d
            {partition: A, layouts: [{shards: 2}, {shards: 4}]}      | 0.layouts.1.version: 1 is given twice
            {partition: A, layouts: [{shards: 2}], write-layout: 2}  | 0.write-layout: 2 is no version of layouts
            {partition: A, layouts: [{shards: 2}], read-layouts: [0]} | 0.read-layouts: does not hold the version that is written
            {partition: A, layouts: [{shards: 2}], read-layouts: [1, 9]} | 0.read-layouts: 9 is no version
            {partition: A, layouts: [{shards: 2}], read-layouts: 1}  | 0.read-layouts (FILE): expected a list
            {partition: A, layouts: [{shards: 2}], read-layouts: [x]} | 0.read-layouts.0 (FILE): 'x' is not accepted; expected a whole number
            {partition: A, layouts: [{shards: 2}], choose-by: {time: 1s, hash-of: a}} | 0.choose-by: is given several ways
            {partition: A, layouts: [{shards: 2}], choose-by: {random: }} | 0.choose-by.random (FILE): has no value; expected a section
            {partition: A, layouts: [{shards: 2, suffix: "#%d"}, {version: 2, shards: 4, suffix: "x#%d"}]} | 0.layouts.1.suffix: 'x#%d' overlaps with '#%d'
            {partition: A, layouts: [{shards: 2}], gather: {parallelism: 0}} | 0.gather.parallelism: 0 is not accepted
            """)
    void declaration_thatCannotWork_isRefusedByName(String declaration, String complaint) {
        assertThatThrownBy(() -> read("- " + declaration))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        refused -> assertThat(refused.problems())
                                .anySatisfy(problem -> assertThat(problem.toString()
                                                .replaceAll(
                                                        " \\(.*?test.yaml line \\d+\\)",
                                                        complaint.contains("FILE") ? " (FILE)" : ""))
                                        .startsWith("tables.Eve.nts.sharded-keys." + complaint)));
    }

    @Test
    void patterns_thatShareAKey_areRefused() {
        assertThatThrownBy(() -> read("""
                - {partition: "DAY#*", layouts: [{shards: 2}]}
                    - {partition: "*#1", layouts: [{shards: 2}]}
                """)).hasMessageContaining("patterns of the same keys");
    }

    @ParameterizedTest
    @CsvSource({
        "A,A,true",
        "A,B,false",
        "A*,AB,true",
        "A*,B*,false",
        "*A,B*,true",
        "A*B,A*C,false",
        "*,x,true",
        "a*b*,*c,true",
        "a,ab,false",
        "a*,a,true",
        "**,,true",
        "ab*,a,false"
    })
    void meet_ofTwoPatterns_tellsWhetherAKeyIsOfBoth(String one, String other, boolean meet) {
        assertThat(ShardingChecks.meet(one, other == null ? "" : other)).isEqualTo(meet);
        assertThat(ShardingChecks.meet(other == null ? "" : other, one)).isEqualTo(meet);
    }

    private ShardedKeyConfig key(String list) throws IOException {
        return keys(read(list)).get(0);
    }

    private static List<ShardedKeyConfig> keys(HeatshieldConfig config) {
        return Objects.requireNonNull(config.tables().get("Eve.nts")).shardedKeys();
    }

    private HeatshieldConfig read(String list) throws IOException {
        String text = "tables:\n  Eve.nts:\n    sharded-keys:\n    " + list;
        return ConfigReader.read(Files.writeString(directory.resolve("test.yaml"), text), List.of(), Map.of());
    }
}
