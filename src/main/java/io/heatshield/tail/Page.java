package io.heatshield.tail;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.KeySchema;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What GetRecords answered, as far as it matters here: whose keys have changed, not how.
 *
 * @param keys of each record, as the stream spells them
 * @param lastSequence the number of the last record, or null if there is none
 * @param lastMade when about the last record was made, to the second or better; null if not told
 * @param next the iterator to read on with, or null at the end of the shard
 */
record Page(
        List<KeyParts> keys,
        @Nullable String lastSequence,
        @Nullable Instant lastMade,
        @Nullable String next) {
    private static final JsonFactory JSON = new JsonFactory();

    /** Reads an answer in one pass; images, which may be large, are stepped over. */
    static Page read(byte[] answer) throws IOException {
        Reader reader = new Reader();
        try (JsonParser in = JSON.createParser(answer)) {
            object(in, in.nextToken(), (member, value) -> {
                if (member.equals("Records")) {
                    reader.records(in, value);
                } else if (member.equals("NextShardIterator") && value == JsonToken.VALUE_STRING) {
                    reader.next = in.getText();
                } else {
                    in.skipChildren();
                }
            });
        }
        return new Page(List.copyOf(reader.keys), reader.lastSequence, reader.lastMade, reader.next);
    }

    /** What to do with a member; must leave the parser on its value's last token. */
    private interface Member {
        void read(String name, JsonToken value) throws IOException;
    }

    private static void object(JsonParser in, @Nullable JsonToken start, Member member) throws IOException {
        if (start != JsonToken.START_OBJECT) {
            throw new IOException("no object");
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            member.read(name, in.nextToken());
        }
        if (in.currentToken() != JsonToken.END_OBJECT) {
            throw new IOException("no end of an object");
        }
    }

    private static final class Reader {
        final List<KeyParts> keys = new ArrayList<>();

        @Nullable
        String lastSequence;

        @Nullable
        Instant lastMade;

        @Nullable
        String next;

        void records(JsonParser in, JsonToken start) throws IOException {
            if (start != JsonToken.START_ARRAY) {
                throw new IOException("no array of records");
            }
            for (JsonToken each = in.nextToken(); each != JsonToken.END_ARRAY; each = in.nextToken()) {
                int before = keys.size();
                object(in, each, (member, value) -> {
                    if (member.equals("dynamodb")) {
                        change(in, value);
                    } else {
                        in.skipChildren();
                    }
                });
                if (keys.size() != before + 1) {
                    throw new IOException("a record without keys");
                }
            }
        }

        private void change(JsonParser in, JsonToken start) throws IOException {
            object(in, start, (member, value) -> {
                switch (member) {
                    case "Keys" -> keys.add(key(in, value));
                    case "SequenceNumber" -> lastSequence = in.getText();
                    case "ApproximateCreationDateTime" ->
                        lastMade =
                                value.isNumeric() ? Instant.ofEpochMilli((long) (in.getDoubleValue() * 1_000)) : null;
                    default -> in.skipChildren();
                }
            });
        }

        private static KeyParts key(JsonParser in, JsonToken start) throws IOException {
            List<KeyParts.Part> parts = new ArrayList<>(2);
            object(
                    in,
                    start,
                    (name, value) -> object(in, value, (type, text) -> {
                        for (KeySchema.Type known : KeySchema.Type.values()) {
                            if (known.name().equals(type) && text == JsonToken.VALUE_STRING) {
                                parts.add(new KeyParts.Part(name, known, in.getText()));
                            }
                        }
                        in.skipChildren();
                    }));
            return new KeyParts(parts, true, true);
        }
    }
}
