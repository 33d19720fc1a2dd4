package io.heatshield.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/**
 * What one case works at: an origin, and tables of its own. In requests and answers {@code TABLE} stands for the name
 * of the table that was made last.
 */
final class Bench implements AutoCloseable {
    private final Clients clients;
    private final Set<String> made = new LinkedHashSet<>();
    private final String prefix;
    private String table = "NoTableYet";

    Bench(Clients clients, int number) {
        this.clients = clients;
        this.prefix = String.format(Locale.ROOT, "Case%04d", number);
    }

    /** What the case answers: what its last step answers, or the error. */
    static String observe(Clients clients, Case one, int number) {
        try (Bench bench = new Bench(clients, number)) {
            String answer;
            try {
                @Nullable JsonNode given = one.steps().run(bench);
                answer = given == null ? "nothing" : Notation.text(given);
            } catch (DynamoDbException e) {
                answer = bench.error(e);
            } catch (ConditionTimeoutException e) {
                answer = "it does not come to pass";
            }
            return bench.neutral(answer);
        }
    }

    private String error(DynamoDbException e) {
        String words =
                e.awsErrorDetails().errorCode() + ": " + e.awsErrorDetails().errorMessage();
        if (e instanceof TransactionCanceledException cancelled) {
            return words + " " + Notation.text(Wire.read(cancelled.cancellationReasons()));
        }
        return words;
    }

    /**
     * The answer without names that differ from run to run, and without the envelope in which the service puts some
     * messages of some operations and others not.
     */
    private String neutral(String text) {
        return text.replaceFirst("^(ValidationException: )1 validation error detected: (?!Value (null|'|at ))", "$1")
                .replace(table, "TABLE")
                .replaceAll("arn:aws:dynamodb:[a-z0-9-]+:\\d{12}:", "ARN:");
    }

    /** Makes a table of this shape; the ones before it stay. */
    Bench with(Shape shape) {
        return create(shape.members);
    }

    /** Makes a table with these members and waits until it is there. */
    Bench create(String members) {
        name();
        call("CreateTable", members);
        return awaitActive();
    }

    /** A name for a table that is not there yet. */
    Bench name() {
        table = prefix + (char) ('A' + made.size());
        made.add(table);
        return this;
    }

    Bench awaitActive() {
        Awaitility.await()
                .pollInterval(2, TimeUnit.MILLISECONDS)
                .atMost(20, TimeUnit.SECONDS)
                .until(() -> call("DescribeTable", "")
                        .at("/Table/TableStatus")
                        .asText()
                        .equals("ACTIVE"));
        return this;
    }

    /** Puts items into the table. */
    Bench put(String... items) {
        for (String item : items) {
            call("PutItem", "Item:" + item);
        }
        return this;
    }

    /** Sends something whose answer does not matter. */
    Bench then(String operation, String members) {
        call(operation, members);
        return this;
    }

    /** The item of a key, read strongly consistently, or the text {@code none}. */
    JsonNode item(String key) {
        JsonNode answer = call("GetItem", "Key:" + key + ",ConsistentRead:true");
        return answer.has("Item") ? answer.get("Item") : TextNode.valueOf("none");
    }

    /** Sends a request; its table is the present one unless it says another. */
    JsonNode call(String operation, String members) {
        JsonNode request = Notation.parse("{" + members.replace("TABLE", table) + "}");
        return call(operation, request);
    }

    JsonNode call(String operation, JsonNode members) {
        Object client = clients.of(operation);
        Method method = Arrays.stream(client.getClass().getMethods())
                .filter(each -> each.getName().equalsIgnoreCase(operation)
                        && each.getParameterCount() == 1
                        && SdkPojo.class.isAssignableFrom(each.getParameterTypes()[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(operation));
        try {
            SdkPojo builder =
                    (SdkPojo) method.getParameterTypes()[0].getMethod("builder").invoke(null);
            if (!members.has("TableName")
                    && builder.sdkFields().stream()
                            .anyMatch(field -> field.locationName().equals("TableName"))
                    && !operation.equals("ListStreams")) {
                ((ObjectNode) members).put("TableName", table);
            }
            Wire.fill(builder, members);
            method.setAccessible(true);
            return Wire.read(method.invoke(client, ((SdkBuilder<?, ?>) builder).build()));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        for (String each : made) {
            try {
                call("DeleteTable", "TableName:'" + each + "'");
            } catch (ResourceNotFoundException gone) {
                // The case itself deleted it, or never came so far as to make it.
            }
        }
    }
}
