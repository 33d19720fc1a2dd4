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
    static final class Node implements TailObserver {
        final VirtualTime.Node life;
        final Map<String, Integer> counts = new HashMap<>();
        StreamTailer tailer;
        StreamTailer.Gauges gauges;

        Node(VirtualTime.Node life) {
            this.life = life;
        }

        int count(String what) {
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
        Node node = new Node(time.node());
        node.tailer = new StreamTailer(
                new StreamTailer.Parts(
                        streams,
                        new Catalog(),
                        this::purge,
                        leases.of(name),
                        node.life,
                        time,
                        time,
                        new SplittableRandom(1),
                        node),
                List.of("T"));
        node.tailer.watch((table, gauges) -> node.gauges = gauges);
        node.tailer.start();
        return node;
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
