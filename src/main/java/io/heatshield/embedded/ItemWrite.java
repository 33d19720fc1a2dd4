package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import java.util.List;
import java.util.Map;

/**
 * What a request says of one item to be written, read before its table is looked at: PutItem, UpdateItem, DeleteItem,
 * and the actions of a transaction.
 *
 * @param kind what to do
 * @param request the request, or the action
 * @param attributes the whole item of a put, else the key
 * @param criteria its expressions
 */
record ItemWrite(Kind kind, Input request, Map<String, AttributeValue> attributes, Criteria criteria) {

    /** What is done with an item. */
    enum Kind {
        PUT,
        UPDATE,
        DELETE,
        /** Only the condition is checked. */
        CHECK
    }

    private static final List<String> CONDITION = List.of("ConditionExpression");
    private static final List<String> EXPECTED = List.of("Expected", "ConditionalOperator");

    /** Reads and validates what can be without the table. */
    static ItemWrite read(Kind kind, Input request) {
        if (kind == Kind.UPDATE) {
            Criteria.requireOneStyle(
                    request,
                    List.of("UpdateExpression", "ConditionExpression"),
                    List.of("AttributeUpdates", "Expected", "ConditionalOperator"));
        } else {
            Criteria.requireOneStyle(request, CONDITION, EXPECTED);
        }
        Map<String, AttributeValue> attributes = request.neededAttributes(kind == Kind.PUT ? "Item" : "Key");
        if (kind == Kind.PUT || kind == Kind.DELETE) {
            requireOldOrNone(request);
        }
        if (kind == Kind.PUT) {
            ItemSize.check(attributes);
        }
        return new ItemWrite(kind, request, attributes, Criteria.ofWrite(request));
    }

    private static void requireOldOrNone(Input request) {
        String returned = request.text("ReturnValues", "NONE");
        if (!returned.equals("ALL_OLD") && !returned.equals("NONE")) {
            throw DynamoError.validation("ReturnValues can only be ALL_OLD or NONE")
                    .exception();
        }
    }

    /** The mutation that this comes to in its table, validated against the schema. */
    Mutation bind(Table table) {
        StoreKey place = kind == Kind.PUT ? KeyRules.placeOfItem(table, attributes) : KeyRules.place(table, attributes);
        Mutation.Change change = change(table);
        criteria.checkAgainst(table);
        boolean showsItem = "ALL_OLD".equals(request.text("ReturnValuesOnConditionCheckFailure"));
        return new Mutation(table, attributes, place, Mutation.Guard.of(criteria.test(), showsItem), change);
    }

    private Mutation.Change change(Table table) {
        return switch (kind) {
            case PUT -> {
                StoredItem item = StoredItem.of(attributes);
                yield before -> item;
            }
            case DELETE -> before -> null;
            case CHECK -> Mutation.NONE;
            case UPDATE -> {
                ItemUpdate update = new ItemUpdate(table, attributes, criteria.update());
                update.checkTargets();
                yield update;
            }
        };
    }
}
