package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpOriginSettingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8000",
                "https://dynamodb.eu-west-1.amazonaws.com",
                "http://[::1]:8000/",
                "http://localhost"
            })
    void endpoint_schemeHostAndPort_isTaken(String uri) {
        assertThat(HttpOriginSettings.Endpoints.of(URI.create(uri), "local").main())
                .hasToString(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://host",
                "host:8000",
                "http://host/path",
                "http://host?query",
                "http://user@host",
                "http://host#x",
                "http:///",
                "http://under_score:8000",
                "http://host:0",
                "http://host:70000"
            })
    void endpoint_anythingElse_isRefusedByName(String uri) {
        assertThatThrownBy(() -> HttpOriginSettings.Endpoints.of(URI.create(uri), "eu-west-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("endpoint must be")
                .hasMessageContaining(uri);
    }

    @Test
    void endpoints_allProblemsInOneMessage() {
        assertThatThrownBy(() ->
                        new HttpOriginSettings.Endpoints(URI.create("x:y"), URI.create("http://h/p"), null, "eu west"))
                .hasMessageContainingAll("endpoint must", "streams endpoint must", "region must");
    }

    @Test
    void limits_impossibleValues_areRefused() {
        assertThatThrownBy(() -> new HttpOriginSettings.Limits(0, 1, -1, 0))
                .hasMessageContainingAll("max connections", "per table", "max queued", "max answer bytes");
        assertThatThrownBy(() -> new HttpOriginSettings.Limits(4, 5, 1, 1024)).hasMessageContaining("per table");
    }

    @Test
    void timing_impossibleValues_areRefused() {
        assertThatThrownBy(() -> new HttpOriginSettings.Timing(
                        Duration.ZERO, Duration.ofDays(2), Duration.ofMillis(-1), Duration.ZERO, Duration.ZERO))
                .hasMessageContainingAll("connect", "answer", "queue", "keep-alive", "lifetime");
    }

    @Test
    void timing_defaults_endBeforeTheJavaSdkGivesUp() {
        HttpOriginSettings.Timing timing = HttpOriginSettings.Timing.defaults();
        Duration worst = timing.queue()
                .plus(timing.connect().multipliedBy(2))
                .plus(timing.answer().multipliedBy(2));
        assertThat(worst).isLessThan(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a,b", "a\nb"})
    void nodeId_thatAHeaderCannotCarry_isRefused(String nodeId) {
        assertThatThrownBy(() -> HttpOriginSettings.of(HttpOriginSettings.Endpoints.aws("eu-west-1"), nodeId, "1"))
                .hasMessageContaining("node id");
    }

    @Test
    void upstreams_withoutOwnEndpoints_followTheMainOneOrAws() {
        Upstreams own = new Upstreams(HttpOriginSettings.Endpoints.of(URI.create("http://h:1"), "eu-west-1"));
        Upstreams aws = new Upstreams(HttpOriginSettings.Endpoints.aws("eu-west-1"));

        assertThat(own.of("DynamoDBStreams_20120810.GetRecords").port()).isEqualTo(1);
        assertThat(own.of("DynamoDB_20120810.SearchVectors").port()).isEqualTo(1);
        assertThat(aws.of("DynamoDBStreams_20120810.GetRecords").uri())
                .hasToString("https://streams.dynamodb.eu-west-1.amazonaws.com");
        assertThat(aws.of("DynamoDB_20120810.SearchVectors").uri())
                .hasToString("https://search-dynamodb.eu-west-1.amazonaws.com");
        assertThat(aws.of("DynamoDB_20120810.GetItem")).isEqualTo(aws.main());
        assertThat(aws.main().port()).isEqualTo(443);
        assertThat(aws.main().tls()).isTrue();
        assertThat(Upstreams.Upstream.of(URI.create("http://[::1]:8000")).host())
                .isEqualTo("::1");
    }
}
