package io.heatshield.embedded;

import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.Operation;
import java.util.List;
import java.util.Map;

/** GetItem, PutItem, UpdateItem, DeleteItem. */
final class ItemOperations {
    private final Tables tables;

    ItemOperations(Tables tables) {
        this.tables = tables;
    }

    List<Route> routes() {
        return List.of(
                Route.light(Operation.GET_ITEM, ItemInputs.GET, this::get),
                Route.light(Operation.PUT_ITEM, ItemInputs.PUT, this::put));
    }

    private Answer get(Input request) {
        Map<String, AttributeValue> key = request.neededAttributes("Key");
        Table table = tables.require(request.needed("TableName"));
        StoreKey place = KeyRules.place(table, key);
        StoredItem item = table.items().get(place);
        Consumption consumption = new Consumption(table.name());
        consumption.read(Units.read(item == null ? 0 : item.size(), request.flag("ConsistentRead")));
        return out -> {
            if (item != null) {
                out.writeFieldName("Item");
                AttributeJson.writeItem(item.attributes(), out);
            }
            consumption.writeMember(request, out);
        };
    }

    private Answer put(Input request) {
        StoredItem item = StoredItem.of(request.neededAttributes("Item"));
        if (item.size() > ItemSize.MAX) {
            throw DynamoError.validation("Item size has exceeded the maximum allowed size")
                    .exception();
        }
        Table table = tables.require(request.needed("TableName"));
        StoreKey place = KeyRules.placeOfItem(table, item.attributes());
        Consumption consumption = new Consumption(table.name());
        StoredItem old;
        table.lock().lock();
        try {
            old = table.items().get(place);
            table.write(place, old, item, consumption);
        } finally {
            table.lock().unlock();
        }
        StoredItem returned = "ALL_OLD".equals(request.text("ReturnValues")) ? old : null;
        return out -> {
            if (returned != null) {
                out.writeFieldName("Attributes");
                AttributeJson.writeItem(returned.attributes(), out);
            }
            consumption.writeMember(request, out);
        };
    }
}
