package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What PartiQL requests mean to a cache: which tables their statements write, and what the statements are. */
final class StatementDecoder {
    /** The verb, and the table behind it, quoted or not; every part is possessive, so matching is linear. */
    private static final Pattern WRITE = Pattern.compile(
            "\\s*+(?:INSERT\\s++INTO|UPDATE|DELETE\\s++FROM)\\s++(?:\"([^\"]++)\"|([A-Za-z0-9_.:/-]++)).*+",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** What reads, or looks whether an item is there; a transaction of writes may have the second. */
    private static final Pattern READ =
            Pattern.compile("\\s*+(?:SELECT\\s|EXISTS\\s*+\\().*+", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final ObjectMapper TREES =
            new ObjectMapper(CallDecoder.JSON).enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private final List<Call.Written> written = new ArrayList<>();
    private boolean unclear;

    private StatementDecoder() {}

    /** Every {@code Statement} member, at any depth, with the {@code Parameters} beside it. */
    static Call decode(Buffer body) throws IOException {
        StatementDecoder found = new StatementDecoder();
        try (JsonParser in = CallDecoder.parser(body)) {
            JsonNode tree = TREES.readTree(in);
            if (tree != null) {
                found.visit(tree);
            }
        }
        if (found.unclear) {
            return new Call.UnknownWrite();
        }
        return found.written.isEmpty() ? new Call.Opaque(null) : new Call.StatementWrite(found.written);
    }

    private void visit(JsonNode node) {
        JsonNode statement = node.get("Statement");
        if (node.isObject() && statement != null && statement.isTextual()) {
            statement(statement.textValue(), node.get("Parameters"));
        }
        for (JsonNode child : node) {
            if (child.isContainerNode()) {
                visit(child);
            }
        }
    }

    private void statement(String text, @Nullable JsonNode parameters) {
        if (READ.matcher(text).matches()) {
            return;
        }
        Matcher write = WRITE.matcher(text);
        if (write.matches()) {
            String table = write.group(1) == null ? write.group(2) : write.group(1);
            written.add(new Call.Written(table, text, values(parameters)));
        } else {
            unclear = true;
        }
    }

    /** The parameters, or null if they are malformed: then only the table can be told. */
    private static @Nullable List<AttributeValue> values(@Nullable JsonNode parameters) {
        List<AttributeValue> values = new ArrayList<>();
        if (parameters == null || parameters.isNull()) {
            return values;
        }
        if (!parameters.isArray()) {
            return null;
        }
        try {
            for (JsonNode parameter : parameters) {
                values.add(AttributeJson.read(parameter));
            }
        } catch (DynamoException malformed) {
            // The origin will say so; should it not, the fence is as wide as the table.
            return null;
        }
        return values;
    }
}
