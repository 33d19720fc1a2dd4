package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.TableDescription;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves the items of one logical key from one layout to another, beside live traffic. Reads each place of the former
 * layout page by page, moves what does not belong there, and begins anew until nothing is left. Blocks its thread, which
 * must be no event loop. May be stopped at any moment and run again, from its checkpoint or from the beginning.
 */
public final class Reshard {
    private static final int PAGE = 25;
    private static final int PASSES = 5;
    private static final int ATTEMPTS = 40;
    private static final long BUSY_MILLIS = 50;
    private static final int KILOBYTE = 1024;
    /** A transaction costs twice, and a move is a put and a delete. */
    private static final int WRITES_OF_A_MOVE = 4;

    private final Origin origin;
    private final TableKeys keys;
    private final Task task;
    private final Pace pace;
    private final Mover mover;

    /**
     * What to do.
     *
     * @param logical the logical key
     * @param key its declaration
     * @param from the layout to empty
     * @param to the layout to fill, which is the one that is written
     */
    public record Task(String logical, ShardedKey key, Layout from, Layout to) {
        /** A task between two versions. */
        public static Task of(String logical, ShardedKey key, int from, int to) {
            return new Task(logical, key, version(key, from), version(key, to));
        }

        private static Layout version(ShardedKey key, int version) {
            return version == 0
                    ? Layout.NONE
                    : key.layouts().stream()
                            .filter(layout -> layout.version() == version)
                            .findFirst()
                            .orElseThrow(() -> new ReshardException(
                                    "--from and --to: " + version + " is no version of the key's layouts"));
        }
    }

    /** How fast to go. */
    @FunctionalInterface
    public interface Pace {
        /**
         * Blocks until so much may be written.
         *
         * @param units write units
         */
        void take(double units);

        /** Waits a while, since others are at an item. */
        default void rest(long millis) {
            take(0);
        }
    }

    /**
     * How far it has come.
     *
     * @param place which place of the former layout is being read, from 0
     * @param after the last sort key there that was dealt with, as JSON; null for none
     * @param seen items that were dealt with
     * @param moved those that were moved
     */
    public record Checkpoint(int place, @Nullable String after, long seen, long moved) {
        /** The beginning. */
        public static final Checkpoint BEGINNING = new Checkpoint(0, null, 0, 0);
    }

    /**
     * What there is to do.
     *
     * @param items in all places of the former layout
     * @param misplaced those that are to be moved
     * @param units write units that this takes
     */
    public record Estimate(long items, long misplaced, double units) {}

    /**
     * What was done.
     *
     * @param moved items that were moved
     * @param left items that still are where they do not belong; 0 if all went well
     * @param there items in all places of the new layout
     */
    public record Report(long moved, long left, long there) {}

    /**
     * @param table the table, from the origin
     * @throws ReshardException if the task cannot be done
     */
    public Reshard(Origin origin, ShardedTable declared, TableDescription table, Task task, Pace pace) {
        this.origin = origin;
        this.keys = new TableKeys(declared, table);
        this.task = task;
        this.pace = pace;
        this.mover = new Mover(origin);
        if (task.key().choice() instanceof Choice.Counter) {
            throw new ReshardException("the key is a counter: leave the former layout in read-layouts, its shards are"
                    + " part of the sum");
        }
    }

    /** Counts, and changes nothing. */
    public Estimate estimate() {
        long items = 0;
        long misplaced = 0;
        double units = 0;
        for (String place : places()) {
            String after = null;
            do {
                ObjectNode page = page(place, after);
                for (JsonNode item : page.path("Items")) {
                    items++;
                    if (!belongs(place, item)) {
                        misplaced++;
                        units += units(item);
                    }
                }
                after = after(page);
            } while (after != null);
        }
        return new Estimate(items, misplaced, units);
    }

    /**
     * Moves everything.
     *
     * @param start where an earlier run has come
     * @param progress is told after every page; what it was told last is where to begin again
     * @throws ReshardException if the origin will not
     */
    public Report run(Checkpoint start, Consumer<Checkpoint> progress) {
        Checkpoint at = start;
        long left = 1;
        for (int pass = 0; pass < PASSES && left > 0; pass++) {
            at = pass(at, progress);
            left = misplaced();
            at = new Checkpoint(0, null, at.seen(), at.moved());
        }
        long there = 0;
        for (String place : task.key().shards(task.logical())) {
            there += count(place);
        }
        return new Report(at.moved(), left, there);
    }

    private Checkpoint pass(Checkpoint start, Consumer<Checkpoint> progress) {
        Checkpoint at = start;
        List<String> places = places();
        while (at.place() < places.size()) {
            String place = places.get(at.place());
            ObjectNode page = page(place, at.after());
            long moved = at.moved();
            for (JsonNode item : page.path("Items")) {
                if (!belongs(place, item) && item instanceof ObjectNode object) {
                    moved += move(object) ? 1 : 0;
                }
            }
            String after = after(page);
            long seen = at.seen() + page.path("Items").size();
            at = new Checkpoint(after == null ? at.place() + 1 : at.place(), after, seen, moved);
            progress.accept(at);
        }
        return at;
    }

    private List<String> places() {
        int shards = task.from().shards();
        return java.util.stream.IntStream.range(0, shards)
                .mapToObj(shard -> task.from().physical(task.logical(), shard))
                .toList();
    }

    /** Whether an item is where the new layout would have it. */
    private boolean belongs(String place, JsonNode item) {
        if (task.key().choice() instanceof Choice.HashOf) {
            return place.equals(target(item));
        }
        // Chosen by chance: any shard of the new layout will do.
        return Set.copyOf(task.key().shards(task.logical())).contains(place);
    }

    private String target(JsonNode item) {
        String named = task.key().choice() instanceof Choice.HashOf hash ? hash.attribute() : null;
        int shard = ShardHash.of(
                TableKeys.value(item, named == null ? keys.sort() : named),
                task.to().shards());
        if (shard < 0 && task.to().shards() > 1) {
            throw new ReshardException("an item has no " + named + ", whose hash tells its shard");
        }
        return task.to().physical(task.logical(), Math.max(0, shard));
    }

    private boolean move(ObjectNode item) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            pace.take(units(item));
            Mover.Result result = await(mover.move(keys.table().name(), keys, item, target(item), null));
            switch (result.end()) {
                case MOVED, SUPERSEDED -> {
                    return true;
                }
                case CHANGED -> {
                    // Whoever changed it has moved or deleted it; if not, the next pass finds it.
                    return false;
                }
                case BUSY -> pace.rest(BUSY_MILLIS);
                case FAILED -> throw new ReshardException("the origin refused a move: " + said(result.failure()));
            }
        }
        throw new ReshardException("an item is changed by others all the time");
    }

    private static double units(JsonNode item) {
        int bytes = Json.buffer(item).length();
        return WRITES_OF_A_MOVE * Math.max(1, (bytes + KILOBYTE - 1) / KILOBYTE);
    }

    private long misplaced() {
        return estimate().misplaced();
    }

    private long count(String place) {
        long count = 0;
        ObjectNode start = null;
        do {
            ObjectNode body = query(place).put("Select", "COUNT");
            if (start != null) {
                body.set("ExclusiveStartKey", start);
            }
            ObjectNode page = ask(body);
            count += page.path("Count").asLong();
            start = page.get("LastEvaluatedKey") instanceof ObjectNode last ? last : null;
        } while (start != null);
        return count;
    }

    private ObjectNode page(String place, @Nullable String after) {
        ObjectNode body = query(place).put("Limit", PAGE);
        if (after != null) {
            ObjectNode start = Json.object();
            keys.place(start, place);
            start.set(keys.sort(), Json.object(io.vertx.core.buffer.Buffer.buffer(after)));
            body.set("ExclusiveStartKey", start);
        }
        return ask(body);
    }

    private @Nullable String after(ObjectNode page) {
        JsonNode last = page.get("LastEvaluatedKey");
        return last == null ? null : Json.buffer(last.path(keys.sort())).toString();
    }

    private ObjectNode query(String place) {
        ObjectNode body = Json.object().put("TableName", keys.table().name()).put("ConsistentRead", true);
        body.put("KeyConditionExpression", "#p = :p");
        body.putObject("ExpressionAttributeNames").put("#p", keys.partition());
        body.putObject("ExpressionAttributeValues").putObject(":p").put("S", place);
        return body;
    }

    private ObjectNode ask(ObjectNode body) {
        for (int attempt = 0; ; attempt++) {
            OriginReply reply = await(origin.send(
                    Mover.request(Operation.QUERY, body, keys.table().name(), null)));
            ObjectNode answer = reply.ok() ? Json.object(reply.payload().body()) : null;
            if (answer != null) {
                return answer;
            }
            if (attempt == ATTEMPTS || !(reply.down() || Mover.busy(reply, Json.object()))) {
                throw new ReshardException("the origin refused a read: " + said(reply));
            }
            pace.rest(BUSY_MILLIS);
        }
    }

    private static String said(@Nullable OriginReply reply) {
        return reply == null ? "" : reply.payload().body().toString();
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
