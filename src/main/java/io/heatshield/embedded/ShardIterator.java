package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/**
 * A place in a shard from which to read on, and when it was given: it is good for fifteen minutes.
 *
 * @param stream the ARN of the stream
 * @param shard the number of the shard
 * @param from the sequence number to begin at
 * @param given when
 */
record ShardIterator(String stream, int shard, long from, Instant given) {
    private static final Duration LIFE = Duration.ofMinutes(15);

    /** The text that the client carries. */
    String token() {
        String text = shard + "|" + from + "|" + given.toEpochMilli();
        return stream + "|"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The iterator that a client brings back, refused if it is none or too old. */
    static ShardIterator of(String token, Instant now) {
        int bar = token.lastIndexOf('|');
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(token.substring(bar + 1)), StandardCharsets.UTF_8)
                    .split("\\|", -1);
            ShardIterator iterator = new ShardIterator(
                    token.substring(0, Math.max(0, bar)),
                    Integer.parseInt(parts[0]),
                    Long.parseLong(parts[1]),
                    Instant.ofEpochMilli(Long.parseLong(parts[2])));
            if (iterator.shard() < 0 || iterator.shard() >= ChangeStream.SHARDS) {
                throw invalid();
            }
            if (iterator.given().plus(LIFE).isBefore(now)) {
                throw DynamoError.of(ErrorKind.EXPIRED_ITERATOR, "Shard iterator has expired")
                        .exception();
            }
            return iterator;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw invalid();
        }
    }

    private static DynamoException invalid() {
        return DynamoError.validation("Invalid ShardIterator").exception();
    }
}
