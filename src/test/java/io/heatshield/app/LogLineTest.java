package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

final class LogLineTest {
    private static final Instant WHEN = Instant.parse("2026-11-30T12:00:00.123Z");

    @Test
    void logfmt_ofAnEvent_isKeysAndValues() {
        LoggingEvent event = event("port 8100 is open");
        event.setKeyValuePairs(List.of(new KeyValuePair("table", "Products"), new KeyValuePair("why", "a \"b\"")));

        assertThat(encode(new LogLine.Logfmt(), event))
                .isEqualTo("ts=2026-11-30T12:00:00.123Z level=warn logger=http.Listener msg=\"port 8100 is open\""
                        + " table=Products why=\"a \\\"b\\\"\"\n");
    }

    @Test
    void json_ofAnEvent_isAnObject() throws IOException {
        LoggingEvent event = event("open");
        event.setKeyValuePairs(List.of(new KeyValuePair("table", "Products")));

        JsonNode line = new ObjectMapper().readTree(encode(new LogLine.Json(), event));

        assertThat(line.toString())
                .isEqualTo("{\"ts\":\"2026-11-30T12:00:00.123Z\",\"level\":\"warn\",\"logger\":\"http.Listener\","
                        + "\"msg\":\"open\",\"table\":\"Products\"}");
    }

    @Test
    void line_ofAnException_namesItsCausesAndItsFirstFrames() {
        LoggingEvent event = event("failed");
        event.setThrowableProxy(
                new ThrowableProxy(new IllegalStateException("outer", new IOException("inner\nsecond line"))));

        String line = encode(new LogLine.Logfmt(), event);

        assertThat(line)
                .contains(
                        "error=\"java.lang.IllegalStateException: outer; caused by java.io.IOException: inner\\nsecond"
                                + " line\"")
                .contains("at=\"io.heatshield.app.LogLineTest.line_ofAnException");
    }

    @Property
    void line_ofAnyText_isOneLine(@ForAll String text) throws IOException {
        LoggingEvent event = event(text);
        event.setKeyValuePairs(List.of(new KeyValuePair("value", text)));

        String json = encode(new LogLine.Json(), event);
        String logfmt = encode(new LogLine.Logfmt(), event);

        assertThat(json.strip().lines()).hasSize(1);
        assertThat(logfmt.strip().lines()).hasSize(1);
        assertThat(new ObjectMapper().readTree(json).get("value").textValue()).isEqualTo(throughUtf8(text));
    }

    /** Lone surrogates have no bytes in UTF-8. */
    private static String throughUtf8(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String encode(LogLine encoder, LoggingEvent event) {
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }

    private static LoggingEvent event(String message) {
        LoggingEvent event = new LoggingEvent();
        event.setLoggerContext(new LoggerContext());
        event.setLoggerName("io.heatshield.http.Listener");
        event.setLevel(Level.WARN);
        event.setInstant(WHEN);
        event.setMessage(message);
        return event;
    }
}
