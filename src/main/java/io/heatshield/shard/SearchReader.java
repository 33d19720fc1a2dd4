package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.expression.Condition;
import io.heatshield.expression.DocumentPath;
import io.heatshield.expression.Expressions;
import io.heatshield.expression.KeyCondition;
import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.expression.LegacyConditions;
import io.heatshield.expression.LegacyConditions.Criterion;
import io.heatshield.expression.LegacyUpdates;
import io.heatshield.expression.Placeholders;
import io.heatshield.expression.Projection;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Understands a Query, as far as it has to be understood to be asked of shards. Used once. */
final class SearchReader {
    private static final Set<String> MEMBERS = Set.of(
            "TableName",
            "IndexName",
            "KeyConditionExpression",
            "KeyConditions",
            "FilterExpression",
            "QueryFilter",
            "ConditionalOperator",
            "ProjectionExpression",
            "AttributesToGet",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "ConsistentRead",
            "Limit",
            "ScanIndexForward",
            "Select",
            "ReturnConsumedCapacity",
            "ExclusiveStartKey");

    private final ObjectNode body;
    private final KeySchema schema;
    private @Nullable Placeholders placeholders;

    /**
     * @param schema the key of the table, or of the index that is queried
     */
    SearchReader(ObjectNode body, KeySchema schema) {
        this.body = body;
        this.schema = schema;
    }

    /**
     * The partition key that is queried, or null if that cannot be told: then the origin says what is wrong.
     */
    @Nullable
    KeyCondition keyCondition() {
        String expression = Json.text(body, "KeyConditionExpression");
        try {
            return expression == null
                    ? LegacyConditions.keyConditions(criteria("KeyConditions"), schema)
                    : Expressions.keyCondition(expression, placeholders(), schema);
        } catch (DynamoException unfit) {
            return null;
        }
    }

    /** What is asked of one attribute, whatever else is asked; null for nothing, or nothing that is understood. */
    @Nullable
    AttributeValue equal(String attribute) {
        String expression = Json.text(body, "KeyConditionExpression");
        try {
            if (expression != null) {
                SortCondition test =
                        Expressions.keyTests(expression, placeholders()).get(attribute);
                return test == null ? null : test.operand();
            }
            Criterion criterion = criteria("KeyConditions").get(attribute);
            return criterion == null || criterion.values().isEmpty()
                    ? null
                    : criterion.values().get(0);
        } catch (DynamoException unfit) {
            // The origin says what is wrong with it.
            return null;
        }
    }

    private Placeholders placeholders() {
        Placeholders made = placeholders;
        if (made == null) {
            Map<String, String> names = new LinkedHashMap<>();
            body.path("ExpressionAttributeNames")
                    .properties()
                    .forEach(name -> names.put(name.getKey(), name.getValue().asText()));
            Map<String, AttributeValue> values = AttributeJson.readItem(body.path("ExpressionAttributeValues"));
            made = Placeholders.of(
                    body.has("ExpressionAttributeNames") ? names : null,
                    body.has("ExpressionAttributeValues") ? values : null);
            placeholders = made;
        }
        return made;
    }

    /**
     * The whole query.
     *
     * @throws DynamoException a ValidationException if the query is wrong, or has a member that is not known here
     */
    ShardSearch read(KeyCondition condition, ShardedKey key, String logical) {
        for (Map.Entry<String, JsonNode> member : body.properties()) {
            if (!MEMBERS.contains(member.getKey())) {
                throw invalid(member.getKey() + " is not supported in a Query of a sharded key");
            }
        }
        Condition filter = filter();
        Projection projection = projection();
        if (body.has("KeyConditionExpression")) {
            placeholders().requireAllUsed();
        }
        String select = Json.text(body, "Select");
        checkSelect(select, projection != null);
        KeySchema.Attribute sort = schema.sort();
        boolean judged = "ALL_ATTRIBUTES".equals(select) || "ALL_PROJECTED_ATTRIBUTES".equals(select);
        return new ShardSearch(
                body.path("TableName").asText(),
                Json.text(body, "IndexName"),
                key,
                schema.partition().name(),
                logical,
                sort == null ? "" : sort.name(),
                condition.sort(),
                filter,
                projection,
                judged ? select : null,
                "COUNT".equals(select),
                body.path("ConsistentRead").asBoolean(),
                body.path("ScanIndexForward").asBoolean(true),
                limit(),
                Json.text(body, "ReturnConsumedCapacity"),
                body.get("ExclusiveStartKey") instanceof ObjectNode start ? start : null);
    }

    private @Nullable Integer limit() {
        JsonNode limit = body.get("Limit");
        if (limit == null || limit.isNull()) {
            return null;
        }
        if (!limit.canConvertToInt() || limit.intValue() < 1) {
            throw invalid("1 validation error detected: Value '" + limit.asText()
                    + "' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1");
        }
        return limit.intValue();
    }

    private @Nullable Condition filter() {
        String expression = Json.text(body, "FilterExpression");
        if (expression == null && !body.hasNonNull("QueryFilter")) {
            return null;
        }
        Condition filter = expression != null
                ? Expressions.condition("FilterExpression", expression, placeholders())
                : LegacyConditions.filter(criteria("QueryFilter"), either());
        for (DocumentPath path : filter.paths()) {
            KeySchema.Attribute sort = schema.sort();
            if (path.head().equals(schema.partition().name())
                    || (sort != null && path.head().equals(sort.name()))) {
                throw invalid((expression == null ? "QueryFilter" : "Filter Expression")
                        + " can only contain non-primary key attributes: Primary key attribute: " + path.head());
            }
        }
        return filter;
    }

    private @Nullable Boolean either() {
        String operator = Json.text(body, "ConditionalOperator");
        return operator == null ? null : operator.equals("OR");
    }

    private Map<String, Criterion> criteria(String member) {
        Map<String, Criterion> criteria = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> each : body.path(member).properties()) {
            String operator = Json.text(each.getValue(), "ComparisonOperator");
            LegacyConditions.Operator known = null;
            for (LegacyConditions.Operator one : LegacyConditions.Operator.values()) {
                known = one.name().equals(operator) ? one : known;
            }
            if (known == null) {
                throw invalid("Unsupported operator on " + member);
            }
            List<AttributeValue> values = new ArrayList<>();
            each.getValue().path("AttributeValueList").forEach(value -> values.add(AttributeJson.read(value)));
            criteria.put(each.getKey(), new Criterion(known, values));
        }
        return criteria;
    }

    private @Nullable Projection projection() {
        String expression = Json.text(body, "ProjectionExpression");
        if (expression != null) {
            return Expressions.projection(expression, placeholders());
        }
        if (!body.hasNonNull("AttributesToGet")) {
            return null;
        }
        List<String> names = new ArrayList<>();
        body.path("AttributesToGet").forEach(name -> names.add(name.asText()));
        return LegacyUpdates.attributesToGet(names);
    }

    private void checkSelect(@Nullable String select, boolean projected) {
        if ("ALL_PROJECTED_ATTRIBUTES".equals(select) && !body.hasNonNull("IndexName")) {
            throw invalid("One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when"
                    + " Querying using an IndexName");
        }
        if ("SPECIFIC_ATTRIBUTES".equals(select) && !projected) {
            throw invalid("One or more parameter values were invalid: Must specify the AttributesToGet or"
                    + " ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
        }
        if (projected && select != null && !select.equals("SPECIFIC_ATTRIBUTES")) {
            String member = body.has("ProjectionExpression") ? "ProjectionExpression" : "AttributesToGet";
            throw invalid("One or more parameter values were invalid: Cannot specify the " + member
                    + " when choosing to get " + (select.equals("COUNT") ? "only the Count" : select));
        }
    }

    private static DynamoException invalid(String message) {
        return DynamoError.validation(message).exception();
    }
}
