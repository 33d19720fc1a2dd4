package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/** An embedded origin on the test's own thread, with a clock that stands still; JSON in single quotes, JSON out. */
final class Desk {
    private static final ObjectMapper JSON = new ObjectMapper();

    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T12:00:00Z"));
    final InstantSource clock = now::get;
    final EmbeddedOrigin origin;

    /** An origin in memory. */
    Desk() {
        origin = new EmbeddedOrigin(Runnable::run, clock, new Random(42));
    }

    /** An origin that keeps its tables in a directory. */
    Desk(Path directory) {
        this(directory, Runnable::run);
    }

    /** An origin that keeps its tables in a directory, and what threads it uses. */
    Desk(Path directory, Executor heavy) {
        origin = new EmbeddedOrigin(
                heavy, clock, new Random(42), EmbeddedOrigin.DEFAULT_REGION, EmbeddedOrigin.DEFAULT_ACCOUNT, directory);
    }

    /** The whole answer to a body as it is. */
    OriginReply raw(String target, String body) {
        return origin.send(
                        new OriginRequest(target, "application/x-amz-json-1.0", Buffer.buffer(body), null, false, null))
                .result();
    }

    /** The answer of an operation that succeeds. */
    JsonNode ok(String operation, String body) {
        OriginReply reply = raw(target(operation), json(body));
        if (!reply.ok()) {
            throw new AssertionError(
                    operation + " answered " + reply.payload().body().toString());
        }
        return parse(reply.payload().body().toString());
    }

    /** The error of an operation that fails. */
    JsonNode error(String operation, String body) {
        OriginReply reply = raw(target(operation), json(body));
        if (reply.ok()) {
            throw new AssertionError(
                    operation + " succeeded: " + reply.payload().body());
        }
        ObjectNode error = (ObjectNode) parse(reply.payload().body().toString());
        error.put("kind", error.path("__type").asText().replaceAll(".*#", ""));
        return error;
    }

    /** The kind and message of an operation that fails, with a space between. */
    String failure(String operation, String body) {
        JsonNode error = error(operation, body);
        String message = error.path("message").asText(error.path("Message").asText(""));
        return error.path("kind").asText() + " " + message;
    }

    /** Makes a table with a string key of this name and perhaps a sort key such as {@code n:N}. */
    void table(String name, String... keys) {
        StringBuilder definitions = new StringBuilder();
        StringBuilder schema = new StringBuilder();
        for (int i = 0; i < keys.length; i++) {
            String[] key = keys[i].split(":", 2);
            definitions.append(i > 0 ? "," : "").append(definition(key[0], key.length > 1 ? key[1] : "S"));
            schema.append(i > 0 ? "," : "")
                    .append("{'AttributeName':'" + key[0] + "','KeyType':'" + (i == 0 ? "HASH" : "RANGE") + "'}");
        }
        ok(
                "CreateTable",
                "{'TableName':'" + name + "','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':[" + definitions
                        + "],'KeySchema':[" + schema + "]}");
    }

    static String definition(String attribute, String type) {
        return "{'AttributeName':'" + attribute + "','AttributeType':'" + type + "'}";
    }

    /** Puts an item. */
    void put(String table, String item) {
        ok("PutItem", "{'TableName':'" + table + "','Item':" + item + "}");
    }

    private static String target(String operation) {
        return (operation.contains("Stream") || operation.equals("GetRecords") || operation.equals("GetShardIterator")
                        ? "DynamoDBStreams_20120810."
                        : "DynamoDB_20120810.")
                + operation;
    }

    static String json(String single) {
        return single.replace('\'', '"');
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + json, e);
        }
    }
}
