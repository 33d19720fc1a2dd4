package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigReaderTest {
    private static final Map<String, String> NOTHING = Map.of();

    @TempDir
    private Path directory;

    @Test
    void read_withNothingGiven_isTheDefaults() {
        assertThat(ConfigReader.read(null, List.of(), NOTHING)).isEqualTo(HeatshieldConfig.defaults());
    }

    @Test
    void read_ofEachSource_laysLaterOverEarlier() throws IOException {
        Path file = file("cache: {item-ttl: 1s, negative-ttl: 1s, result-ttl: 1s}");

        CacheConfig cache = ConfigReader.read(
                        file,
                        List.of("cache.negative-ttl=2s", "cache.result-ttl=2s"),
                        Map.of("HEATSHIELD_CACHE_RESULT_TTL", "3s"))
                .cache();

        assertThat(cache.itemTtl()).isEqualTo(Duration.ofSeconds(1));
        assertThat(cache.negativeTtl()).isEqualTo(Duration.ofSeconds(2));
        assertThat(cache.resultTtl()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void read_ofOneSettingTwiceOnTheCommandLine_takesTheLater() {
        assertThat(ConfigReader.of("listen.port=1", "listen.port=2").listen().port())
                .isEqualTo(2);
    }

    @Test
    void read_ofEveryForm_isUnderstood() {
        HeatshieldConfig config = ConfigReader.of(
                "origin.kind=dynamodb",
                "origin.endpoint=http://127.0.0.1:8000",
                "origin.credentials.access-key-id=AKID",
                "origin.credentials.secret-access-key=a=b",
                "cache.item-ttl=250ms",
                "cache.item-hard-ttl=2d",
                "cache.stale-while-down=0",
                "cache.jitter=2.5%",
                "cache.max-item-bytes=64KiB",
                "cache.early-refresh=1.5",
                "log.format=json",
                "embedded.sample-tables=off");

        assertThat(config.origin().endpoint()).isEqualTo(URI.create("http://127.0.0.1:8000"));
        assertThat(config.origin().credentials().secretAccessKey()).isEqualTo(new Secret("a=b"));
        assertThat(config.cache().itemTtl()).isEqualTo(Duration.ofMillis(250));
        assertThat(config.cache().itemHardTtl()).isEqualTo(Duration.ofDays(2));
        assertThat(config.cache().staleWhileDown()).isEqualTo(Duration.ZERO);
        assertThat(config.cache().jitter().fraction()).isEqualTo(0.025);
        assertThat(config.cache().maxItemBytes().bytes()).isEqualTo(65_536);
        assertThat(config.cache().earlyRefresh()).isEqualTo(1.5);
        assertThat(config.log().format()).isEqualTo(LogConfig.Format.JSON);
        assertThat(config.embedded().sampleTables()).isFalse();
    }

    @Test
    void read_ofATableWithDotsInItsName_findsTheTable() {
        assertThat(ConfigReader.of("tables.shop.products.v2.item-ttl=5m")
                        .lifetimesOf("shop.products.v2")
                        .softTtl())
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void read_ofASectionWithEveryLineCommentedOut_keepsItsDefaults() throws IOException {
        assertThat(ConfigReader.read(file("cache:\nlisten:\n  # port: 1\n"), List.of(), NOTHING))
                .isEqualTo(HeatshieldConfig.defaults());
    }

    @Test
    void read_ofManyMistakes_namesThemAllAtOnceWithTheirPlaces() throws IOException {
        Path file = file("listen: {port: 81000}\ncashe: {}\ncache:\n  item-ttl: sixty\n  local: 5\nlog: [a]\n");

        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> ConfigReader.read(
                        file, List.of("auth.mode=keys", "nonsense"), Map.of("HEATSHIELD_CACHE_JITER", "5%")));

        String name = file.toString();
        assertThat(refused.problems())
                .extracting(Problem::toString)
                .containsExactlyInAnyOrder(
                        "--set (number 2): is malformed; expected a.b=value",
                        "HEATSHIELD_CACHE_JITER (environment): unknown variable; did you mean HEATSHIELD_CACHE_JITTER?",
                        "listen.port (" + name
                                + " line 1): 81000 is not accepted; expected a port from 0 (any free one) to 65535",
                        "auth.mode (--set): 'keys' is not accepted; expected one of none",
                        "cache.item-ttl (" + name
                                + " line 4): 'sixty' is not accepted; expected a duration such as 250ms, 60s, 5m, 1h"
                                + " or 2d",
                        "cache.local (" + name + " line 5): is a value; expected a section",
                        "log (" + name + " line 6): is a list; expected a section",
                        "cashe (" + name + " line 2): unknown key; did you mean cache?");
        assertThat(refused).hasMessageStartingWith("The configuration has 8 problems:\n  ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            listen.prot=1                    | listen.prot (--set): unknown key; did you mean port?
            item-ttl=1s                      | item-ttl (--set): unknown key; did you mean cache.item-ttl?
            admin.verbose=1                  | admin.verbose (--set): unknown key; expected one of host, port
            redis.url=redis://h      | redis (--set): unknown key; did you mean shared-tier.redis?
            tables.Products.item-tl=1s       | tables.Products.item-tl (--set): unknown key; did you mean item-ttl?
            tables.ab.item-ttl=1s            | tables.ab (--set): is no table name; expected 3 to 255 of a-z A-Z 0-9 _ - .
            cache=5                          | cache (--set): is a value; expected a section
            cache.item-ttl.x=5               | cache.item-ttl (--set): is a section; expected a duration such as 250ms, 60s, 5m, 1h or 2d
            cache.item-ttl=60                | cache.item-ttl (--set): '60' is not accepted; expected a duration such as 250ms, 60s, 5m, 1h or 2d
            cache.item-ttl=8d                | cache.item-ttl (--set): 8d is not accepted; expected a duration from 1ms to 7d
            cache.jitter=60%                 | cache.jitter (--set): 60% is not accepted; expected a percentage from 0% to 50%
            cache.jitter=0.1                 | cache.jitter (--set): '0.1' is not accepted; expected a percentage such as 10%
            cache.item-hard-ttl=30s          | cache.item-hard-ttl (--set): 30s is below item-ttl, 1m; the hard TTL must be at least the soft one
            cache.local.max-bytes=1KiB       | cache.local.max-bytes (--set): 1KiB is not accepted; expected a size from 64KiB to 1024GiB
            cache.max-item-bytes=999999999999GiB | cache.max-item-bytes (--set): '999999999999GiB' is not accepted; expected a size such as 256MiB (units B, KiB, MiB, GiB)
            cache.max-waiters=many           | cache.max-waiters (--set): 'many' is not accepted; expected a whole number
            cache.early-refresh=NaN          | cache.early-refresh (--set): 'NaN' is not accepted; expected a number such as 1.5
            embedded.sample-tables=maybe     | embedded.sample-tables (--set): 'maybe' is not accepted; expected true or false (or on, off)
            listen.host=a b                  | listen.host (--set): 'a b' is not accepted; expected a host name or an address, such as 127.0.0.1 or 0.0.0.0
            origin.max-connections=50        | origin.max-in-flight-per-table: 100 is more than max-connections, 50; there are no more to take
            listen.port=8101                 | admin.port: 8101 on 127.0.0.1 is taken by listen; give each face a port of its own
            origin.endpoint=http://h:1       | origin.endpoint (--set): has no meaning with origin.kind embedded; leave it out, or set origin.kind to dynamodb
            origin.region=eu-west-1          | origin.region (--set): has no meaning with origin.kind embedded; leave it out, or set origin.kind to dynamodb
            origin.credentials.session-token=x | origin.credentials.session-token (--set): belongs to an access-key-id and a secret-access-key, and neither is given
            """)
    void read_ofOneMistake_saysWhatWouldDo(String setting, String message) {
        assertThat(problemsOf(setting)).containsExactly(message);
    }

    @Test
    void read_ofAStreamToBeTailed_wantsTheTableToBeCached() {
        assertThat(ConfigReader.read(null, List.of("tables.Products.tail-stream=on"), NOTHING)
                        .tables()
                        .get("Products"))
                .isNotNull()
                .returns(true, TableConfig::tailStream);
        assertThat(problemsOf("tables.Products.tail-stream=on", "tables.Products.cache=off"))
                .containsExactly("tables.Products.tail-stream (--set): has no meaning where nothing is cached; leave it"
                        + " out, or turn cache on");
    }

    @Test
    void read_ofIndexes_takesEachForOneWayOfKeepingItsAnswers() {
        TableConfig table = ConfigReader.read(
                        null, List.of("tables.Products.exact-indexes=byStatus, byOwner,byStatus"), NOTHING)
                .tables()
                .get("Products");
        assertThat(table).isNotNull();
        assertThat(table.exactIndexes()).isEqualTo(new Names(List.of("byStatus", "byOwner")));
        assertThat(table.timedIndexes()).isNull();
        assertThat(problemsOf("tables.Products.exact-indexes=byStatus,", "tables.Products.timed-indexes=a b"))
                .containsExactlyInAnyOrder(
                        "tables.Products.exact-indexes (--set): 'byStatus,' is not accepted; expected names with commas"
                                + " between them, such as 'byStatus, byOwner'",
                        "tables.Products.timed-indexes (--set): 'a b' is not accepted; expected names with commas"
                                + " between them, such as 'byStatus, byOwner'");
        assertThat(problemsOf("tables.Products.exact-indexes=byStatus", "tables.Products.timed-indexes=byAge,byStatus"))
                .containsExactly("tables.Products.exact-indexes (--set): names 'byStatus' in both; an index is one or"
                        + " the other");
    }

    @Test
    void read_ofAnOpenHostWithoutConsent_isRefused() {
        assertThat(problemsOf("listen.host=0.0.0.0"))
                .singleElement()
                .asString()
                .startsWith("listen.host (--set): 0.0.0.0 can be reached from other machines");
        assertThat(ConfigReader.of("listen.host=0.0.0.0", "auth.allow-unauthenticated=true")
                        .listen()
                        .host())
                .isEqualTo("0.0.0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:8100", "http://localhost:8100", "http://LOCALHOST:8100/"})
    void read_ofAnEndpointThatIsThisListener_isRefused(String endpoint) {
        assertThat(problemsOf("origin.kind=dynamodb", "origin.endpoint=" + endpoint))
                .singleElement()
                .asString()
                .contains("requests would go round in a ring");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://h",
                "http://u:hunter2@h",
                "http://h/path",
                "http://h?q",
                "h:8000",
                "http://h:0",
                "http://h:99999",
                "http:// hunter2@h"
            })
    void read_ofAnEndpointThatIsNotHostAndPort_isRefusedAndNoPasswordShown(String endpoint) {
        assertThat(problemsOf("origin.kind=dynamodb", "origin.endpoint=" + endpoint))
                .singleElement()
                .asString()
                .startsWith("origin.endpoint (--set): ")
                .contains("expected a URL such as")
                .doesNotContain("hunter2");
    }

    @Test
    void read_ofHalfTheCredentials_isRefusedAndShowsNoSecret() {
        assertThat(problemsOf("origin.kind=dynamodb", "origin.credentials.secret-access-key=hunter2"))
                .containsExactly("origin.credentials.access-key-id: is missing, while secret-access-key is given; give"
                        + " both or neither");
    }

    @Test
    void read_ofAMistakeThatAnotherCheckLookedAt_isReportedOnce() {
        // Against the default of item-ttl the hard TTL would be too low, but nobody wrote that default.
        assertThat(problemsOf("cache.item-ttl=1O s", "cache.item-hard-ttl=30s"))
                .singleElement()
                .asString()
                .startsWith("cache.item-ttl");
    }

    @Test
    void read_ofATablesHardTtl_isComparedWithTheTtlThatHolds() {
        assertThat(problemsOf("tables.Products.item-hard-ttl=30s"))
                .containsExactly("tables.Products.item-hard-ttl (--set): 30s is below cache.item-ttl, 1m; the hard TTL"
                        + " must be at least the soft one");
        assertThat(problemsOf("tables.Products.item-ttl=1h", "tables.Products.item-hard-ttl=30m"))
                .containsExactly("tables.Products.item-hard-ttl (--set): 30m is below tables.Products.item-ttl, 1h; the"
                        + " hard TTL must be at least the soft one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'listen: {port: 1, port: 2}'     | listen.port (FILE line 1): is given twice; the first is at FILE line 1
            'cache: {}\\ncache: {}'          | cache (FILE line 2): is given twice; the first is at FILE line 1
            'listen: &a {}\\nadmin: *a'      | admin (FILE line 2): is an alias; write the value itself
            'listen: {}\\n---\\nadmin: {}'   | FILE: holds a second document; expected one
            'just text'                      | FILE: holds no sections; expected lines such as 'listen:'
            'listen:\\n  port:'              | listen.port (FILE line 2): has no value; expected a whole number
            'tables: {Products: 5}'          | tables.Products (FILE line 1): expected a section with any of cache, item-ttl, item-hard-ttl, negative-ttl, stale-while-down, coherence, result-ttl, scans, warm-items, exact-indexes, timed-indexes, tail-stream, sharded-keys, sharded-indexes
            """)
    void read_ofAFileThatSaysOtherThanItSeems_isRefused(String text, String message) throws IOException {
        Path file = file(text.replace("\\n", "\n"));

        ConfigException refused =
                catchThrowableOfType(ConfigException.class, () -> ConfigReader.read(file, List.of(), NOTHING));

        assertThat(refused.problems())
                .extracting(Problem::toString)
                .containsExactly(message.replace("FILE", file.toString()));
    }

    @Test
    void read_ofAFileThatIsNoYaml_saysWhereWithoutQuotingIt() throws IOException {
        Path file = file("origin:\n  credentials: {secret-access-key: hunter2\nlisten: }{\n");

        ConfigException refused =
                catchThrowableOfType(ConfigException.class, () -> ConfigReader.read(file, List.of(), NOTHING));

        assertThat(refused).hasMessageContaining("is not valid YAML: ").hasMessageContaining("at line 3");
        assertThat(refused).message().doesNotContain("hunter2");
    }

    @Test
    void read_ofAFileThatCannotBeRead_saysWhy() throws IOException {
        Path binary = Files.write(directory.resolve("binary"), new byte[] {'a', ':', ' ', (byte) 0xff, (byte) 0xfe});
        Path huge = Files.writeString(directory.resolve("huge"), "# ".repeat(1 << 20), StandardCharsets.UTF_8);

        assertThat(problemOf(directory.resolve("none"))).endsWith("none: no such file");
        assertThat(problemOf(directory)).endsWith(": is a directory");
        assertThat(problemOf(binary)).endsWith("binary: is not UTF-8 text");
        assertThat(problemOf(huge)).endsWith("huge: is longer than 1 MiB; that is no configuration");
    }

    @Test
    void read_ofAnEmptyFile_isTheDefaults() throws IOException {
        assertThat(ConfigReader.read(file(""), List.of(), NOTHING)).isEqualTo(HeatshieldConfig.defaults());
        assertThat(ConfigReader.read(file("# nothing\n"), List.of(), NOTHING)).isEqualTo(HeatshieldConfig.defaults());
    }

    @Test
    void read_inAContainerOfKubernetes_passesOverTheVariablesOfServices() {
        Map<String, String> environment = Map.of(
                "HEATSHIELD_SERVICE_HOST", "10.0.0.1",
                "HEATSHIELD_SERVICE_PORT", "8100",
                "HEATSHIELD_SERVICE_PORT_DYNAMODB", "8100",
                "HEATSHIELD_PORT", "tcp://10.0.0.1:8100",
                "HEATSHIELD_PORT_8100_TCP", "tcp://10.0.0.1:8100",
                "HEATSHIELD_PORT_8100_TCP_ADDR", "10.0.0.1",
                "HEATSHIELD_ADMIN_PORT", "tcp://10.0.0.2:8101",
                "HEATSHIELD_ADMIN_SERVICE_HOST", "10.0.0.2",
                "HEATSHIELD_CONFIG", "/etc/heatshield.yaml",
                "HEATSHIELD_ORIGIN_REGION", "");

        assertThat(ConfigReader.read(null, List.of(), environment)).isEqualTo(HeatshieldConfig.defaults());
    }

    @Test
    void read_ofATablesVariable_saysThatThereIsNone() {
        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> ConfigReader.read(null, List.of(), Map.of("HEATSHIELD_TABLES_PRODUCTS_ITEM_TTL", "1s")));

        assertThat(refused).hasMessageContaining("use --set tables.<name>.SETTING or the file");
    }

    @Test
    void variables_ofAllSettings_differ() {
        assertThat(Schema.paths().stream().map(Schema::variable)).doesNotHaveDuplicates();
    }

    private String problemOf(Path file) {
        return catchThrowableOfType(ConfigException.class, () -> ConfigReader.read(file, List.of(), NOTHING))
                .problems()
                .get(0)
                .toString();
    }

    private static List<String> problemsOf(String... settings) {
        return catchThrowableOfType(ConfigException.class, () -> ConfigReader.of(settings)).problems().stream()
                .map(Problem::toString)
                .toList();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("test.yaml"), text);
    }
}
