package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.expression.Condition;
import io.heatshield.expression.DocumentPath;
import io.heatshield.expression.Expressions;
import io.heatshield.expression.LegacyUpdates;
import io.heatshield.expression.Placeholders;
import io.heatshield.expression.Projection;
import io.heatshield.expression.Update;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of one request, read: what to change, what must hold, what to keep. Members that a request lacks
 * stand for no change, no condition, the whole item.
 */
final class Criteria {
    private final @Nullable Update update;
    private final @Nullable Condition condition;
    private final @Nullable Projection projection;

    private Criteria(@Nullable Update update, @Nullable Condition condition, @Nullable Projection projection) {
        this.update = update;
        this.condition = condition;
        this.projection = projection;
    }

    /** Of GetItem, and of each table of BatchGetItem. */
    static Criteria ofRead(Input request) {
        requireOneStyle(request, List.of("ProjectionExpression"), List.of("AttributesToGet"));
        Projection named = attributesToGet(request);
        if (named != null) {
            return new Criteria(null, null, named);
        }
        return read(request, null);
    }

    /** Of PutItem and DeleteItem: {@link #requireOneStyle} was called before. */
    static Criteria ofWrite(Input request) {
        return read(request, "ConditionExpression");
    }

    /** Of Query and Scan, once the key condition has been read. */
    static Criteria ofSearch(Input request, Placeholders placeholders) {
        Condition filter = request.has("FilterExpression")
                ? condition(request, "FilterExpression", placeholders)
                : LegacyMembers.filter(request, request.has("QueryFilter") ? "QueryFilter" : "ScanFilter");
        Projection named = attributesToGet(request);
        Projection projection = named == null ? projection(request, placeholders) : named;
        placeholders.requireAllUsed();
        return new Criteria(null, filter, projection);
    }

    private static Criteria read(Input request, @Nullable String conditionMember) {
        Placeholders placeholders = placeholders(request);
        String text = request.text("UpdateExpression");
        Update update = text == null ? LegacyMembers.updates(request) : Expressions.update(text, placeholders);
        Condition condition = null;
        if (conditionMember != null) {
            condition = request.has(conditionMember)
                    ? condition(request, conditionMember, placeholders)
                    : LegacyMembers.expected(request);
        }
        Projection projection = projection(request, placeholders);
        placeholders.requireAllUsed();
        return new Criteria(update, condition, projection);
    }

    /** The placeholders of a request, their values checked. */
    static Placeholders placeholders(Input request) {
        if (!request.has("ExpressionAttributeNames") && !request.has("ExpressionAttributeValues")) {
            return Placeholders.none();
        }
        return Placeholders.of(
                request.textMap("ExpressionAttributeNames"),
                values(request),
                request.layer().wording());
    }

    /** The values behind placeholders; in the older layer, the error of a bad one names its placeholder. */
    private static @Nullable Map<String, AttributeValue> values(Input request) {
        Input given = request.structure("ExpressionAttributeValues");
        if (given == null) {
            return null;
        }
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> each : given.json().properties()) {
            try {
                values.put(
                        each.getKey(),
                        AttributeJson.read(each.getValue(), request.layer().wording()));
            } catch (DynamoException e) {
                if (e.error().kind() != ErrorKind.VALIDATION || request.layer() != Layer.OLDER) {
                    throw e;
                }
                throw DynamoError.validation("ExpressionAttributeValues contains invalid value: "
                                + e.error().message() + " for key " + each.getKey())
                        .exception();
            }
        }
        return values;
    }

    private static @Nullable Condition condition(Input request, String member, Placeholders placeholders) {
        String text = request.text(member);
        return text == null ? null : Expressions.condition(member, text, placeholders);
    }

    private static @Nullable Projection projection(Input request, Placeholders placeholders) {
        String text = request.text("ProjectionExpression");
        return text == null ? null : Expressions.projection(text, placeholders);
    }

    private static @Nullable Projection attributesToGet(Input request) {
        List<String> names = request.texts("AttributesToGet");
        if (names == null) {
            return null;
        }
        return LegacyUpdates.attributesToGet(names);
    }

    /** Refuses a request that mixes expressions with their legacy forms, or brings placeholders without expressions. */
    static void requireOneStyle(Input request, List<String> expressions, List<String> legacy) {
        List<String> used = expressions.stream().filter(request::has).toList();
        List<String> old = legacy.stream().filter(request::has).toList();
        if (!used.isEmpty() && !old.isEmpty()) {
            throw mixed(old, used);
        }
        if (used.isEmpty() && request.has("ExpressionAttributeNames")) {
            throw DynamoError.validation("ExpressionAttributeNames can only be specified when using expressions")
                    .exception();
        }
        List<String> valued = expressions.stream()
                .filter(expression -> !expression.equals("ProjectionExpression"))
                .toList();
        if (request.has("ExpressionAttributeValues") && valued.stream().noneMatch(request::has)) {
            throw DynamoError.validation("ExpressionAttributeValues can only be specified when using expressions"
                            + (request.layer() == Layer.OLDER
                                    ? ": " + String.join(" and ", valued) + (valued.size() > 1 ? " are" : " is")
                                            + " null"
                                    : ""))
                    .exception();
        }
    }

    /** The error of a request that mixes the two styles. */
    static DynamoException mixed(List<String> old, List<String> used) {
        return DynamoError.validation("Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {" + String.join(", ", old) + "} Expression parameters: {"
                        + String.join(", ", used) + "}")
                .exception();
    }

    /** Refuses paths that go into a key attribute, which is a scalar. */
    void checkAgainst(Table table) {
        List<DocumentPath> paths = new ArrayList<>();
        if (projection != null) {
            paths.addAll(projection.paths());
        }
        if (condition != null) {
            paths.addAll(condition.paths());
        }
        if (update != null) {
            paths.addAll(update.targets());
        }
        for (DocumentPath path : paths) {
            if (!path.isTopLevel()) {
                checkScalar(path.head(), table.keys(), "Key");
                table.indexes()
                        .forEach(
                                index -> checkScalar(path.head(), index.schema().keys(), "IndexKey"));
            }
        }
    }

    private static void checkScalar(String head, Keys keys, String role) {
        for (Attribute attribute : keys.all()) {
            if (attribute.name().equals(head)) {
                throw DynamoError.validation("Key attributes must be scalars; list random access '[]' and map lookup"
                                + " '.' are not allowed: " + role + ": " + head)
                        .exception();
            }
        }
    }

    @Nullable
    Update update() {
        return update;
    }

    @Nullable
    Condition condition() {
        return condition;
    }

    /** What must hold; everything holds if there is no condition. */
    Predicate<Map<String, AttributeValue>> test() {
        return condition == null ? item -> true : condition::test;
    }

    @Nullable
    Projection projectionOrNull() {
        return projection;
    }

    /** What is kept of an item; the whole if there is no projection. */
    UnaryOperator<Map<String, AttributeValue>> projection() {
        return projection == null ? item -> item : projection::apply;
    }
}
