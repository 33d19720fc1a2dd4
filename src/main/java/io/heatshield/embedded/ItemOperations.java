package io.heatshield.embedded;

import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Operation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GetItem, PutItem, UpdateItem, DeleteItem. */
final class ItemOperations {
    private final Tables tables;

    ItemOperations(Tables tables) {
        this.tables = tables;
    }

    List<Route> routes() {
        return List.of(
                Route.light(Operation.GET_ITEM, ItemInputs.GET, this::get).in(Layer.BARE),
                Route.kept(Operation.PUT_ITEM, ItemInputs.PUT, request -> write(ItemWrite.Kind.PUT, request))
                        .in(Layer.ENVELOPED),
                Route.kept(Operation.UPDATE_ITEM, ItemInputs.UPDATE, request -> write(ItemWrite.Kind.UPDATE, request))
                        .in(Layer.ENVELOPED),
                Route.kept(Operation.DELETE_ITEM, ItemInputs.DELETE, request -> write(ItemWrite.Kind.DELETE, request))
                        .in(Layer.ENVELOPED));
    }

    private Answer get(Input request) {
        Criteria.requireOneStyle(request, List.of("ProjectionExpression"), List.of("AttributesToGet"));
        Map<String, AttributeValue> key = request.neededAttributes("Key");
        Criteria criteria = Criteria.ofRead(request);
        Table table = tables.require(request.needed("TableName"));
        StoreKey place = KeyRules.place(table, key);
        criteria.checkAgainst(table);
        boolean consistent = request.flag("ConsistentRead");
        StoredItem item = table.items().get(place, table.lag().view(consistent));
        double units = Units.read(item == null ? 0 : item.size(), consistent);
        table.gate().read(table, null, place, units);
        Consumption consumption = new Consumption(request.needed("TableName"));
        consumption.read(units);
        return out -> {
            if (item != null) {
                out.writeFieldName("Item");
                AttributeJson.writeItem(criteria.projection().apply(item.attributes()), out);
            }
            consumption.writeMember(request, out);
        };
    }

    private Answer write(ItemWrite.Kind kind, Input request) {
        ItemWrite write = request.early(() -> ItemWrite.read(kind, request));
        Table table = tables.require(request.needed("TableName"));
        Mutation mutation = write.bind(table);
        Consumption consumption = new Consumption(request.needed("TableName"));
        Mutation.Result result = mutation.run(consumption);
        Map<String, AttributeValue> returned = returned(request, result, mutation.change());
        CollectionMetrics metrics = CollectionMetrics.of(request, mutation);
        return out -> {
            if (returned != null) {
                out.writeFieldName("Attributes");
                AttributeJson.writeItem(returned, out);
            }
            consumption.writeMember(request, out);
            metrics.writeMember(out);
        };
    }

    private static @Nullable Map<String, AttributeValue> returned(
            Input request, Mutation.Result result, Mutation.Change change) {
        StoredItem before = result.before();
        StoredItem after = result.after();
        return switch (request.text("ReturnValues", "NONE")) {
            case "ALL_OLD" -> before == null ? null : before.attributes();
            case "ALL_NEW" -> after == null ? null : after.attributes();
            case "UPDATED_OLD" -> change instanceof ItemUpdate update ? update.updatedOld() : null;
            case "UPDATED_NEW" -> change instanceof ItemUpdate update ? update.updatedNew() : null;
            default -> null;
        };
    }
}
