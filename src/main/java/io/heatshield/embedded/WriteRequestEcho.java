package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** How the service repeats the tables and requests of a BatchWriteItem: as its Java objects show themselves. */
final class WriteRequestEcho {
    private WriteRequestEcho() {}

    static String of(JsonNode byTable) {
        return map(
                byTable,
                requests -> StreamSupport.stream(requests.spliterator(), false)
                        .map(WriteRequestEcho::request)
                        .collect(Collectors.joining(", ", "[", "]")));
    }

    private static String request(JsonNode request) {
        return request.has("PutRequest")
                ? "WriteRequest(putRequest=PutRequest(item=" + attributes(request.at("/PutRequest/Item")) + "))"
                : "WriteRequest(deleteRequest=DeleteRequest(key=" + attributes(request.at("/DeleteRequest/Key")) + "))";
    }

    private static String attributes(JsonNode attributes) {
        return map(attributes, WriteRequestEcho::value);
    }

    private static String value(JsonNode value) {
        return value.properties().stream()
                .map(type -> type.getKey().toLowerCase(Locale.ROOT) + "=" + type.getValue())
                .collect(Collectors.joining(", ", "AttributeValue(", ")"));
    }

    private static String map(JsonNode node, Function<JsonNode, String> value) {
        return node.properties().stream()
                .map((Map.Entry<String, JsonNode> each) -> each.getKey() + "=" + value.apply(each.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
