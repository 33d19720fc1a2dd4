package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** BatchGetItem, BatchWriteItem. */
final class BatchOperations {
    private static final int MOST_KEYS = 100;
    private static final int MOST_WRITES = 25;
    /** What one BatchGetItem answers at most, in bytes of items; the rest is left unprocessed. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private final Tables tables;

    BatchOperations(Tables tables) {
        this.tables = tables;
    }

    List<Route> routes() {
        return List.of(
                Route.heavy(Operation.BATCH_GET_ITEM, BatchInputs.GET, this::get)
                        .in(Layer.BARE),
                Route.heavy(Operation.BATCH_WRITE_ITEM, BatchInputs.WRITE, this::write));
    }

    /** The keys of one table, and what is read by them. */
    private static final class Gets {
        private final Table table;
        private final Input request;
        private final List<JsonNode> keys = new ArrayList<>();
        private final List<StoreKey> places = new ArrayList<>();
        private final UnaryOperator<Map<String, AttributeValue>> projection;
        private final Consumption consumption;
        private final List<Map<String, AttributeValue>> items = new ArrayList<>();
        private final List<JsonNode> unprocessed = new ArrayList<>();
        private @Nullable DynamoException throttled;

        private Gets(Table table, String name, Input request, UnaryOperator<Map<String, AttributeValue>> projection) {
            this.table = table;
            this.request = request;
            this.projection = projection;
            this.consumption = new Consumption(name);
        }

        private boolean isThrottled(StoreKey place, double units) {
            try {
                table.gate().read(table, null, place, units);
                return false;
            } catch (DynamoException e) {
                throttled = e;
                return true;
            }
        }

        /** Reads what there is room for. */
        private int run(int room) {
            boolean consistent = request.flag("ConsistentRead");
            int left = room;
            for (int i = 0; i < places.size(); i++) {
                StoreKey place = places.get(i);
                StoredItem item = table.items().get(place, table.lag().view(consistent));
                int size = item == null ? 0 : item.size();
                if (size > left || isThrottled(place, Units.read(size, consistent))) {
                    unprocessed.add(keys.get(i));
                    continue;
                }
                left -= size;
                consumption.read(Units.read(size, consistent));
                if (item != null) {
                    items.add(projection.apply(item.attributes()));
                }
            }
            return left;
        }
    }

    private Answer get(Input request) {
        Map<String, Input> byTable = request.structureMap("RequestItems");
        Map<String, Criteria> criteria = new LinkedHashMap<>();
        Map<String, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
        requireOneStyle(byTable);
        int count = 0;
        for (Map.Entry<String, Input> each : byTable.entrySet()) {
            criteria.put(each.getKey(), Criteria.ofRead(each.getValue()));
            List<Map<String, AttributeValue>> ofTable = new ArrayList<>();
            for (JsonNode key : nodes(each.getValue(), "Keys")) {
                ofTable.add(AttributeJson.readItem(key, request.layer().wording()));
            }
            keys.put(each.getKey(), ofTable);
            count += ofTable.size();
        }
        if (count > MOST_KEYS) {
            throw DynamoError.validation("Too many items requested for the BatchGetItem call")
                    .exception();
        }
        Map<String, Gets> all = new LinkedHashMap<>();
        byTable.forEach((name, ofTable) ->
                all.put(name, gets(name, ofTable, keys.getOrDefault(name, List.of()), criteria.get(name))));
        int room = MOST_BYTES;
        for (Gets gets : all.values()) {
            room = gets.run(room);
        }
        rethrowIfNothingRead(all.values());
        return out -> {
            out.writeObjectFieldStart("Responses");
            for (Map.Entry<String, Gets> gets : all.entrySet()) {
                out.writeArrayFieldStart(gets.getKey());
                for (Map<String, AttributeValue> item : gets.getValue().items) {
                    AttributeJson.writeItem(item, out);
                }
                out.writeEndArray();
            }
            out.writeEndObject();
            writeUnprocessed(all, out);
            Consumption.writeMembers(
                    request, all.values().stream().map(gets -> gets.consumption).toList(), out);
        };
    }

    /** All tables of a batch must be asked in the same style. */
    private static void requireOneStyle(Map<String, Input> byTable) {
        boolean expression = byTable.values().stream().anyMatch(each -> each.has("ProjectionExpression"));
        boolean legacy = byTable.values().stream().anyMatch(each -> each.has("AttributesToGet"));
        if (expression && legacy) {
            throw Criteria.mixed(List.of("AttributesToGet"), List.of("ProjectionExpression"));
        }
    }

    /** A batch of which everything was throttled fails like a single read. */
    private static void rethrowIfNothingRead(Collection<Gets> all) {
        DynamoException throttled = null;
        for (Gets gets : all) {
            if (gets.unprocessed.size() < gets.keys.size()) {
                return;
            }
            throttled = gets.throttled == null ? throttled : gets.throttled;
        }
        if (throttled != null) {
            throw throttled;
        }
    }

    private static Iterable<JsonNode> nodes(Input structure, String list) {
        JsonNode node = structure.node(list);
        return node == null ? List.of() : node;
    }

    private Gets gets(String name, Input ofTable, List<Map<String, AttributeValue>> keys, @Nullable Criteria criteria) {
        Table table = tables.require(name);
        if (criteria == null) {
            throw new IllegalStateException("a table without criteria");
        }
        criteria.checkAgainst(table);
        Gets gets = new Gets(table, name, ofTable, criteria.projection());
        for (Map<String, AttributeValue> key : keys) {
            gets.places.add(KeyRules.place(table, key));
        }
        // By how they are written, as the service does here: 1000 and 1e3 pass for two keys.
        Set<JsonNode> seen = new HashSet<>();
        for (JsonNode key : nodes(ofTable, "Keys")) {
            gets.keys.add(key);
            if (!seen.add(key)) {
                throw DynamoError.validation("Provided list of item keys contains duplicates")
                        .exception();
            }
        }
        return gets;
    }

    private static void writeUnprocessed(Map<String, Gets> all, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("UnprocessedKeys");
        for (Map.Entry<String, Gets> each : all.entrySet()) {
            Gets gets = each.getValue();
            if (gets.unprocessed.isEmpty()) {
                continue;
            }
            out.writeObjectFieldStart(each.getKey());
            for (Map.Entry<String, JsonNode> member : gets.request.json().properties()) {
                if (!member.getKey().equals("Keys")) {
                    out.writeFieldName(member.getKey());
                    out.writeTree(member.getValue());
                }
            }
            out.writeArrayFieldStart("Keys");
            for (JsonNode key : gets.unprocessed) {
                out.writeTree(key);
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private Answer write(Input request) {
        JsonNode byTable = request.neededStructure("RequestItems").json();
        Violations violations = new Violations(WriteRequestEcho::of);
        BatchInputs.WRITE_LIMITS.checkConstraints("requestItems", byTable, violations);
        violations.throwIfAny();
        Map<String, List<Write>> writes = new LinkedHashMap<>();
        int count = 0;
        for (Map.Entry<String, JsonNode> each : byTable.properties()) {
            List<Write> ofTable = new ArrayList<>();
            for (JsonNode node : each.getValue()) {
                ofTable.add(Write.read(new Input(node, request.layer())));
            }
            writes.put(each.getKey(), ofTable);
            count += ofTable.size();
        }
        if (count > MOST_WRITES) {
            throw DynamoError.validation("Too many items requested for the BatchWriteItem call")
                    .exception();
        }
        Map<String, List<Mutation>> mutations = new LinkedHashMap<>();
        writes.forEach((name, ofTable) -> mutations.put(name, mutations(tables.require(name), ofTable)));
        boolean measured = "SIZE".equals(request.text("ReturnItemCollectionMetrics"));
        return answer(request, byTable, run(mutations, measured));
    }

    /** What became of a batch of writes: what it took, and which of each table's writes were throttled. */
    private record Done(
            List<Consumption> consumed,
            Map<String, List<Integer>> unprocessed,
            Map<String, List<CollectionMetrics>> metrics) {}

    private static Done run(Map<String, List<Mutation>> mutations, boolean measured) {
        Done done = new Done(new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        boolean any = false;
        DynamoException throttled = null;
        for (Map.Entry<String, List<Mutation>> ofTable : mutations.entrySet()) {
            Consumption consumption = new Consumption(ofTable.getKey());
            List<Mutation> all = ofTable.getValue();
            for (int i = 0; i < all.size(); i++) {
                try {
                    all.get(i).run(consumption);
                    any = true;
                    if (measured && all.get(i).table().hasLocalIndexes()) {
                        done.metrics()
                                .computeIfAbsent(ofTable.getKey(), table -> new ArrayList<>())
                                .add(CollectionMetrics.measure(all.get(i)));
                    }
                } catch (DynamoException e) {
                    if (!Throttle.is(e)) {
                        throw e;
                    }
                    throttled = e;
                    done.unprocessed()
                            .computeIfAbsent(ofTable.getKey(), table -> new ArrayList<>())
                            .add(i);
                }
            }
            done.consumed().add(consumption);
        }
        if (throttled != null && !any) {
            throw throttled;
        }
        return done;
    }

    private static Answer answer(Input request, JsonNode byTable, Done done) {
        return out -> {
            out.writeObjectFieldStart("UnprocessedItems");
            for (Map.Entry<String, List<Integer>> each : done.unprocessed().entrySet()) {
                out.writeArrayFieldStart(each.getKey());
                for (int position : each.getValue()) {
                    out.writeTree(byTable.get(each.getKey()).get(position));
                }
                out.writeEndArray();
            }
            out.writeEndObject();
            Consumption.writeMembers(request, done.consumed(), out);
            CollectionMetrics.writeMembers(request, done.metrics(), out);
        };
    }

    /** A put, with the item, or a delete, with the key. */
    private record Write(boolean put, Map<String, AttributeValue> attributes) {
        static Write read(Input request) {
            Input put = request.structure("PutRequest");
            Input delete = request.structure("DeleteRequest");
            if (put == null && delete == null) {
                throw DynamoError.validation("Supplied AttributeValue has more than one datatypes set, must contain"
                                + " exactly one of the supported datatypes")
                        .exception();
            }
            if (put != null && delete != null) {
                throw DynamoError.validation("Supplied AttributeValue has more than one datatypes set, must contain"
                                + " exactly one of the supported datatypes")
                        .exception();
            }
            if (put == null) {
                return new Write(false, request.neededStructure("DeleteRequest").neededAttributes("Key"));
            }
            Map<String, AttributeValue> item = put.neededAttributes("Item");
            ItemSize.check(item);
            return new Write(true, item);
        }
    }

    private static List<Mutation> mutations(Table table, List<Write> writes) {
        List<Mutation> all = new ArrayList<>();
        Set<StoreKey> seen = new HashSet<>();
        for (Write write : writes) {
            if (write.put()) {
                KeyRules.requireKey(table, write.attributes());
            }
            StoreKey place = write.put()
                    ? KeyRules.placeOfItem(table, write.attributes())
                    : KeyRules.place(table, write.attributes());
            if (!seen.add(place)) {
                throw DynamoError.validation("Provided list of item keys contains duplicates")
                        .exception();
            }
            StoredItem item = write.put() ? StoredItem.of(write.attributes()) : null;
            all.add(new Mutation(table, write.attributes(), place, Mutation.Guard.NONE, old -> item));
        }
        return all;
    }
}
