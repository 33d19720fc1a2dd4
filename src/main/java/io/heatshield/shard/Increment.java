package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.DynamoError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An update that does nothing but add numbers: what a counter that is spread over shards can take. */
final class Increment {
    private static final Pattern TERM = Pattern.compile("\\s*(#\\w+|[A-Za-z]\\w*)\\s+(:\\w+)\\s*");
    private static final Pattern ADD = Pattern.compile("\\s*ADD\\s(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private Increment() {}

    /** Refuses whatever else is done to a counter. */
    static void require(TableKeys keys, Element element) {
        if (element.kind() != Element.Kind.UPDATE || amounts(element.node()) == null) {
            throw DynamoError.validation("The item's key is declared as a counter in "
                            + keys.table().name()
                            + ": only an UpdateItem that adds numbers (ADD), without condition and without ReturnValues,"
                            + " can be spread over its shards")
                    .exception();
        }
    }

    /** What is added to which attribute, or null if the update does anything else. */
    static @Nullable Map<String, String> amounts(JsonNode update) {
        String returns = Json.text(update, "ReturnValues");
        String expression = Json.text(update, "UpdateExpression");
        if (expression == null
                || update.hasNonNull("ConditionExpression")
                || update.hasNonNull("Expected")
                || (returns != null && !returns.equals("NONE"))) {
            return null;
        }
        Matcher add = ADD.matcher(expression);
        if (!add.matches()) {
            return null;
        }
        Map<String, String> amounts = new LinkedHashMap<>();
        for (String part : add.group(1).split(",", -1)) {
            Matcher term = TERM.matcher(part);
            if (!term.matches()) {
                return null;
            }
            String name = term.group(1).startsWith("#")
                    ? Json.text(update.path("ExpressionAttributeNames"), term.group(1))
                    : term.group(1);
            String amount = Json.text(update.path("ExpressionAttributeValues").path(term.group(2)), "N");
            if (name == null || amount == null || amounts.put(name, amount) != null) {
                return null;
            }
        }
        return amounts;
    }

    /** The names, for a message. */
    static String names(Map<String, String> amounts) {
        return amounts.keySet().stream().sorted().collect(Collectors.joining(", "));
    }
}
