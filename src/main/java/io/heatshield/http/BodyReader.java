package io.heatshield.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.DynamoNumber;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the bodies of writes: an item or a merge patch, as plain JSON or as DynamoDB's typed JSON. Numbers keep every
 * digit that they were written with; one that DynamoDB would have to round is refused.
 */
final class BodyReader {
    private static final AttributeValue NULL = new AttributeValue.Null();
    private static final AttributeValue TRUE = new AttributeValue.Bool(true);
    private static final AttributeValue FALSE = new AttributeValue.Bool(false);

    /** Items have 32 levels; in typed JSON each takes two. */
    private static final int MAX_DEPTH = 70;

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(128 * 1024)
                    .build())
            .build());

    private BodyReader() {}

    /** Reads one value at which the parser stands. */
    private interface Reading<T> {
        T value(JsonParser in) throws IOException;
    }

    /** A whole item. */
    static Map<String, AttributeValue> item(Buffer body, boolean typed) {
        return read(body, in -> {
            if (typed) {
                JsonNode tree = JSON.readTree(in);
                return AttributeJson.readItem(tree);
            }
            return members(in, BodyReader::plain);
        });
    }

    /** A merge patch of an item. */
    static Map<String, Patch> patch(Buffer body, boolean typed) {
        return read(body, in -> members(in, typed ? BodyReader::typedPatch : BodyReader::plainPatch));
    }

    private static <T> T read(Buffer body, Reading<T> reading) {
        try (JsonParser in = JSON.createParser(body.getBytes())) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw bad("expected a JSON object");
            }
            T read = reading.value(in);
            if (in.nextToken() != null) {
                throw bad("expected nothing after the JSON object");
            }
            return read;
        } catch (DynamoException e) {
            String why = e.error().message();
            throw bad(why == null ? "a value breaks a rule of its type" : why);
        } catch (IOException e) {
            // Jackson's own words would repeat what stands in the body.
            throw bad("malformed JSON, or JSON nested too deeply, or a member said twice");
        }
    }

    private static <T> Map<String, T> members(JsonParser in, Reading<T> reading) throws IOException {
        Map<String, T> members = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            members.put(name, reading.value(in));
        }
        return members;
    }

    private static AttributeValue plain(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case VALUE_STRING -> new AttributeValue.S(in.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> DynamoNumber.parse(in.getText());
            case VALUE_TRUE -> TRUE;
            case VALUE_FALSE -> FALSE;
            case VALUE_NULL -> NULL;
            case START_OBJECT -> new AttributeValue.M(members(in, BodyReader::plain));
            case START_ARRAY -> {
                List<AttributeValue> elements = new ArrayList<>();
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(plain(in));
                }
                yield new AttributeValue.L(elements);
            }
            default -> throw bad("malformed JSON");
        };
    }

    private static Patch plainPatch(JsonParser in) throws IOException {
        if (in.currentToken() == JsonToken.VALUE_NULL) {
            return new Patch.Remove();
        }
        return in.currentToken() == JsonToken.START_OBJECT
                ? new Patch.Merge(members(in, BodyReader::plainPatch))
                : new Patch.Replace(plain(in));
    }

    /** As the plain one: maps are merged, null removes, all else replaces. */
    private static Patch typedPatch(JsonParser in) throws IOException {
        if (in.currentToken() == JsonToken.VALUE_NULL) {
            return new Patch.Remove();
        }
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw bad("expected typed values such as {\"S\":\"text\"}, or null to remove a member");
        }
        return typedPatch(JSON.<JsonNode>readTree(in));
    }

    private static Patch typedPatch(JsonNode value) {
        JsonNode map = value.size() == 1 ? value.get("M") : null;
        if (map == null || !map.isObject()) {
            return new Patch.Replace(AttributeJson.read(value));
        }
        Map<String, Patch> members = new LinkedHashMap<>();
        map.properties()
                .forEach(member -> members.put(
                        member.getKey(),
                        member.getValue().isNull() ? new Patch.Remove() : typedPatch(member.getValue())));
        return new Patch.Merge(members);
    }

    private static ItemRefusal bad(String detail) {
        return Problem.badRequest("bad-body", detail).refusal();
    }
}
