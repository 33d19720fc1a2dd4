package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.expression.PartiQl;
import io.heatshield.expression.Statement;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** PartiQL, which is not understood well enough to be spread: whatever may touch a sharded table is refused. */
final class Statements {
    private Statements() {}

    /** The sharded table that a request's statements are about, or null if there is none. */
    static @Nullable String shardedTable(ObjectNode body, Set<String> sharded) {
        List<JsonNode> statements = new ArrayList<>();
        statements.add(body);
        body.path("Statements").forEach(statements::add);
        body.path("TransactStatements").forEach(statements::add);
        for (JsonNode each : statements) {
            String text = Json.text(each, "Statement");
            String table = text == null ? null : table(text, each.path("Parameters"), sharded);
            if (table != null) {
                return table;
            }
        }
        return null;
    }

    private static @Nullable String table(String text, JsonNode parameters, Set<String> sharded) {
        try {
            List<AttributeValue> values = new ArrayList<>();
            parameters.forEach(value -> values.add(AttributeJson.read(value)));
            Statement statement = PartiQl.parse(text, values);
            String named = io.heatshield.protocol.TableId.bareName(statement.table());
            return sharded.contains(named) ? named : null;
        } catch (DynamoException unknown) {
            // Perhaps a grammar that is newer than this one: then whatever it mentions counts.
            return sharded.stream().filter(text::contains).findFirst().orElse(null);
        }
    }
}
