package io.heatshield.tail;

import io.heatshield.cache.Keys;
import io.heatshield.cache.Scope;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.TableDescription;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A scripted stream, nodes that tail it, and what they did. */
final class Bench {
    /** A node, and what it counted. */
    record Node(VirtualTime.Node life, Counts counts, StreamTailer tailer, StreamTailer.Gauges gauges) {
        int count(String what) {
            return counts.of(what);
        }
    }

    /** Counts by the names of what is counted. */
    static final class Counts implements TailObserver {
        private final Map<String, Integer> counts = new HashMap<>();

        int of(String what) {
            return counts.getOrDefault(what, 0);
        }

        @Override
        public void read(String table, int records, int purges) {
            counts.merge("records", records, Integer::sum);
            counts.merge("purges", purges, Integer::sum);
        }

        @Override
        public void gap(String table, Gap why) {
            counts.merge(why.name(), 1, Integer::sum);
        }

        @Override
        public void failed(String table, Trouble why) {
            counts.merge(why.name(), 1, Integer::sum);
        }
    }

    private static final TableDescription TABLE =
            new TableDescription(Keys.TABLE, new KeySchema(new KeySchema.Attribute("id", KeySchema.Type.S), null), "1");

    final VirtualTime time = new VirtualTime();
    final ScriptedStreams streams = new ScriptedStreams(time);
    final ScriptedLeases leases = new ScriptedLeases(time);
    /** What was dropped, by key, {@code *} for the table. */
    final List<String> dropped = new ArrayList<>();

    private boolean purgesFail;

    void purgesFail(boolean now) {
        purgesFail = now;
    }

    private Future<Void> purge(Scope scope) {
        if (purgesFail) {
            return Future.failedFuture("the shared tier was not told");
        }
        dropped.add(scope instanceof Scope.Item item ? name(item) : "*");
        return Future.succeededFuture();
    }

    private static String name(Scope.Item item) {
        byte[] key = item.key().toBytes();
        return new String(key, 5, key.length - 5, StandardCharsets.UTF_8);
    }

    /** What was dropped since this was asked for last. */
    List<String> dropped() {
        List<String> since = List.copyOf(dropped);
        dropped.clear();
        return since;
    }

    Node start(String name) {
        VirtualTime.Node life = time.node();
        Counts counts = new Counts();
        StreamTailer tailer = new StreamTailer(
                new StreamTailer.Parts(
                        streams,
                        new Catalog(),
                        this::purge,
                        leases.of(name),
                        life,
                        time,
                        time,
                        new SplittableRandom(1),
                        counts),
                List.of("T"));
        List<StreamTailer.Gauges> gauges = new ArrayList<>();
        tailer.watch((table, each) -> gauges.add(each));
        tailer.start();
        return new Node(life, counts, tailer, gauges.get(0));
    }

    private static final class Catalog implements TableCatalog {
        @Override
        public TableDescription known(String nameOrArn) {
            return TABLE;
        }

        @Override
        public Future<TableDescription> describe(String nameOrArn) {
            return Future.succeededFuture(TABLE);
        }

        @Override
        public void forget(String nameOrArn) {
            throw new AssertionError("nobody asks for this");
        }
    }
}
