package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginReply.Certainty;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Payload;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorShapeTest {
    private static @Nullable String shape(String body) {
        return ErrorShape.of(new OriginReply(400, "", Payload.of(Buffer.buffer(body)), null, Certainty.ANSWERED));
    }

    @ParameterizedTest
    @EnumSource(ErrorKind.class)
    void of_everyErrorOfOurs(ErrorKind kind) {
        assertThat(ErrorShape.of(OriginReply.error(DynamoError.of(kind, "a \"quoted#\" word"), null)))
                .isEqualTo(kind.shape());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ \"message\":\"#\", \"__type\" : \"x#Shape\" } | Shape",
                "{\"__type\":\"Bare\"} | Bare",
                "{\"__type\": | ",
                "{\"__type\":\"open | ",
                "<html> | ",
                "{} | "
            })
    void of_otherBodies(String body, @Nullable String shape) {
        assertThat(shape(body)).isEqualTo(shape);
    }

    @Test
    void of_emptyBody() {
        assertThat(shape("")).isNull();
    }
}
