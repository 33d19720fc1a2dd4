package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.Operation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GetItem, PutItem, UpdateItem, DeleteItem. */
final class ItemOperations {
    private static final List<String> CONDITION = List.of("ConditionExpression");
    private static final List<String> EXPECTED = List.of("Expected", "ConditionalOperator");

    private final Tables tables;

    ItemOperations(Tables tables) {
        this.tables = tables;
    }

    List<Route> routes() {
        return List.of(
                Route.light(Operation.GET_ITEM, ItemInputs.GET, this::get).in(Layer.BARE),
                Route.light(Operation.PUT_ITEM, ItemInputs.PUT, this::put).in(Layer.ENVELOPED),
                Route.light(Operation.UPDATE_ITEM, ItemInputs.UPDATE, this::update)
                        .in(Layer.ENVELOPED),
                Route.light(Operation.DELETE_ITEM, ItemInputs.DELETE, this::delete)
                        .in(Layer.ENVELOPED));
    }

    private Answer get(Input request) {
        Criteria.requireOneStyle(request, List.of("ProjectionExpression"), List.of("AttributesToGet"));
        Map<String, AttributeValue> key = request.neededAttributes("Key");
        Criteria criteria = Criteria.ofRead(request);
        Table table = tables.require(request.needed("TableName"));
        StoreKey place = KeyRules.place(table, key);
        criteria.checkAgainst(table);
        StoredItem item = table.items().get(place);
        Consumption consumption = new Consumption(request.needed("TableName"));
        consumption.read(Units.read(item == null ? 0 : item.size(), request.flag("ConsistentRead")));
        return out -> {
            if (item != null) {
                out.writeFieldName("Item");
                AttributeJson.writeItem(criteria.projection().apply(item.attributes()), out);
            }
            consumption.writeMember(request, out);
        };
    }

    /** What a request says, read before its table is looked at. */
    private record Write(Map<String, AttributeValue> attributes, Criteria criteria) {}

    private Answer put(Input request) {
        Write write = request.early(() -> {
            Criteria.requireOneStyle(request, CONDITION, EXPECTED);
            Map<String, AttributeValue> item = request.neededAttributes("Item");
            requireOldOrNone(request);
            ItemSize.check(item);
            return new Write(item, Criteria.ofWrite(request));
        });
        StoredItem item = StoredItem.of(write.attributes());
        Table table = tables.require(request.needed("TableName"));
        StoreKey place = KeyRules.placeOfItem(table, item.attributes());
        write.criteria().checkAgainst(table);
        return write(request, mutation(request, table, place, write.criteria(), before -> item));
    }

    private Answer delete(Input request) {
        Write write = request.early(() -> {
            Criteria.requireOneStyle(request, CONDITION, EXPECTED);
            Map<String, AttributeValue> key = request.neededAttributes("Key");
            requireOldOrNone(request);
            return new Write(key, Criteria.ofWrite(request));
        });
        Table table = tables.require(request.needed("TableName"));
        StoreKey place = KeyRules.place(table, write.attributes());
        write.criteria().checkAgainst(table);
        return write(request, mutation(request, table, place, write.criteria(), before -> null));
    }

    private static void requireOldOrNone(Input request) {
        String returned = request.text("ReturnValues", "NONE");
        if (!returned.equals("ALL_OLD") && !returned.equals("NONE")) {
            throw DynamoError.validation("ReturnValues can only be ALL_OLD or NONE")
                    .exception();
        }
    }

    private static Mutation mutation(
            Input request, Table table, StoreKey place, Criteria criteria, Mutation.Change change) {
        return new Mutation(
                table,
                place,
                criteria.test(),
                "ALL_OLD".equals(request.text("ReturnValuesOnConditionCheckFailure")),
                change);
    }

    private static Answer write(Input request, Mutation mutation) {
        Consumption consumption = new Consumption(request.needed("TableName"));
        Mutation.Result result = mutation.run(consumption);
        StoredItem returned = "ALL_OLD".equals(request.text("ReturnValues")) ? result.before() : null;
        return out -> {
            if (returned != null) {
                writeAttributes(returned.attributes(), out);
            }
            consumption.writeMember(request, out);
        };
    }

    private static void writeAttributes(Map<String, AttributeValue> attributes, JsonGenerator out) throws IOException {
        out.writeFieldName("Attributes");
        AttributeJson.writeItem(attributes, out);
    }

    private Answer update(Input request) {
        Write write = request.early(() -> {
            Criteria.requireOneStyle(
                    request,
                    List.of("UpdateExpression", "ConditionExpression"),
                    List.of("AttributeUpdates", "Expected", "ConditionalOperator"));
            Map<String, AttributeValue> key = request.neededAttributes("Key");
            return new Write(key, Criteria.ofWrite(request));
        });
        Criteria criteria = write.criteria();
        Table table = tables.require(request.needed("TableName"));
        StoreKey place = KeyRules.place(table, write.attributes());
        ItemUpdate update = new ItemUpdate(table, write.attributes(), criteria.update());
        update.checkTargets();
        criteria.checkAgainst(table);
        Consumption consumption = new Consumption(request.needed("TableName"));
        Mutation.Result result =
                mutation(request, table, place, criteria, update).run(consumption);
        Map<String, AttributeValue> returned = returned(request, result, update);
        return out -> {
            if (returned != null) {
                writeAttributes(returned, out);
            }
            consumption.writeMember(request, out);
        };
    }

    private static @Nullable Map<String, AttributeValue> returned(
            Input request, Mutation.Result result, ItemUpdate update) {
        StoredItem before = result.before();
        StoredItem after = result.after();
        return switch (request.text("ReturnValues", "NONE")) {
            case "ALL_OLD" -> before == null ? null : before.attributes();
            case "ALL_NEW" -> after == null ? null : after.attributes();
            case "UPDATED_OLD" -> update.updatedOld();
            case "UPDATED_NEW" -> update.updatedNew();
            default -> null;
        };
    }
}
