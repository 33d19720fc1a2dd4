package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.expression.Condition;
import io.heatshield.expression.LegacyConditions;
import io.heatshield.expression.LegacyConditions.Criterion;
import io.heatshield.expression.LegacyConditions.Expected;
import io.heatshield.expression.LegacyUpdates;
import io.heatshield.expression.Update;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the members of a request that came before expressions. */
final class LegacyMembers {
    private LegacyMembers() {}

    /** {@code Expected} with its {@code ConditionalOperator}, or null if the request has neither. */
    static @Nullable Condition expected(Input request) {
        Boolean or = or(request);
        if (!request.has("Expected") && or == null) {
            return null;
        }
        Map<String, Expected> expected = new LinkedHashMap<>();
        request.structureMap("Expected").forEach((attribute, each) -> {
            requireName(attribute);
            String operator = each.text("ComparisonOperator");
            expected.put(
                    attribute,
                    new Expected(
                            value(each, "Value"),
                            each.has("Exists") ? each.flag("Exists") : null,
                            operator == null ? null : LegacyConditions.Operator.valueOf(operator),
                            each.has("AttributeValueList") ? values(each) : null));
        });
        return LegacyConditions.expected(expected, or);
    }

    /** {@code QueryFilter} or {@code ScanFilter} with its {@code ConditionalOperator}, or null. */
    static @Nullable Condition filter(Input request, String member) {
        Boolean or = or(request);
        if (!request.has(member) && or == null) {
            return null;
        }
        return LegacyConditions.filter(criteria(request, member), or);
    }

    /** {@code KeyConditions}, checked but for the schema. */
    static Map<String, KeyTest> keyTests(Input request) {
        Map<String, Criterion> criteria = criteria(request, "KeyConditions");
        // For its checks: a key condition is a condition like any other until the schema is known.
        LegacyConditions.filter(criteria, null);
        Map<String, KeyTest> tests = new LinkedHashMap<>();
        criteria.forEach((attribute, criterion) ->
                tests.put(attribute, new KeyTest(criterion.operator().name(), criterion.values())));
        return tests;
    }

    /** {@code AttributeUpdates}, or null. */
    static @Nullable Update updates(Input request) {
        if (!request.has("AttributeUpdates")) {
            return null;
        }
        Map<String, LegacyUpdates.Change> changes = new LinkedHashMap<>();
        request.structureMap("AttributeUpdates").forEach((attribute, each) -> {
            requireName(attribute);
            String action = each.text("Action");
            changes.put(attribute, new LegacyUpdates.Change(action(action), value(each, "Value")));
        });
        return LegacyUpdates.attributeUpdates(changes);
    }

    private static LegacyUpdates.@Nullable Action action(@Nullable String name) {
        if (name == null) {
            return null;
        }
        for (LegacyUpdates.Action action : LegacyUpdates.Action.values()) {
            if (action.name().equals(name)) {
                return action;
            }
        }
        throw DynamoError.validation("Unknown Action: " + name).exception();
    }

    private static void requireName(String attribute) {
        if (attribute.isEmpty()) {
            throw DynamoError.validation("Empty attribute name").exception();
        }
    }

    private static @Nullable Boolean or(Input request) {
        String operator = request.text("ConditionalOperator");
        return operator == null ? null : operator.equals("OR");
    }

    private static Map<String, Criterion> criteria(Input request, String member) {
        Map<String, Criterion> criteria = new LinkedHashMap<>();
        request.structureMap(member).forEach((attribute, each) -> {
            requireName(attribute);
            criteria.put(
                    attribute,
                    new Criterion(LegacyConditions.Operator.valueOf(each.needed("ComparisonOperator")), values(each)));
        });
        return criteria;
    }

    private static List<AttributeValue> values(Input structure) {
        List<AttributeValue> values = new ArrayList<>();
        JsonNode list = structure.node("AttributeValueList");
        if (list != null) {
            for (JsonNode each : list) {
                values.add(AttributeJson.read(each, structure.layer().wording()));
            }
        }
        return values;
    }

    private static @Nullable AttributeValue value(Input structure, String member) {
        JsonNode node = structure.node(member);
        return node == null ? null : AttributeJson.read(node, structure.layer().wording());
    }
}
