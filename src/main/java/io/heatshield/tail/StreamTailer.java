package io.heatshield.tail;

import io.heatshield.cache.Scope;
import io.heatshield.cache.ShardLeases;
import io.heatshield.origin.Origin;
import io.heatshield.origin.TableCatalog;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Follows the streams of tables: whatever changes an item, by whichever way, its entry goes within about a second. Each
 * shard is read by one node of the fleet, and by another soon after that one is gone. Records are dealt with at least
 * once.
 *
 * <p>Every record drops its key, writes of this fleet's own too. To know for certain that what is cached is what the
 * record tells, one would have to know as well that no load of something older is under way on any node, and that
 * costs more than the load that the drop brings about.
 */
public final class StreamTailer {
    /** For how long a node that is gone keeps its shards: what its end adds to the lag. */
    public static final Duration LEASE = Duration.ofSeconds(5);

    private static final int MOST_CALLS = 16;
    private static final long PARTING_MILLIS = 2_000;

    /**
     * What the tailer works with.
     *
     * @param origin where the streams are
     * @param catalog the tables' keys
     * @param purge drops what is cached, on every node; fails if not all could be told
     * @param leases who reads which shard
     * @param alarm timers on the tailer's context
     * @param nanos monotonic nanoseconds
     * @param clock the wall clock, which lag is measured by
     * @param random spreads what would fall together
     * @param observer counts
     */
    public record Parts(
            Origin origin,
            TableCatalog catalog,
            Function<Scope, Future<Void>> purge,
            ShardLeases leases,
            Alarm alarm,
            LongSupplier nanos,
            InstantSource clock,
            RandomGenerator random,
            TailObserver observer) {}

    private final List<TableTail> tables;

    /**
     * A tailer that has not begun.
     *
     * @param tables the bare names of the tables
     */
    public StreamTailer(Parts parts, Collection<String> tables) {
        StreamCalls calls = new StreamCalls(parts.origin());
        Turns turns = new Turns(MOST_CALLS);
        this.tables = tables.stream()
                .map(table -> new TableTail(table, parts, turns, calls))
                .toList();
    }

    /** Begins, and goes on until it is stopped. All of it runs on the caller's context. */
    public void start() {
        tables.forEach(TableTail::start);
    }

    /**
     * Ends on the context that it was started on: notes how far it came, and gives its shards back.
     *
     * @return never fails; completes in bounded time
     */
    public Future<Void> stop() {
        return Future.join(tables.stream().map(TableTail::stop).toList())
                .<Void>mapEmpty()
                .timeout(PARTING_MILLIS, TimeUnit.MILLISECONDS)
                // Leases that could not be given back end by themselves.
                .otherwiseEmpty();
    }

    /** What the gauges of a table read, from any thread. */
    public interface Gauges {
        /** How far the shards that are read here are behind, in seconds. */
        double lagSeconds();

        /** How many shards are read here. */
        int shards();

        /** Whether the stream can be found. */
        boolean isFound();
    }

    /** The gauges of each table. */
    public void watch(BiConsumer<String, Gauges> each) {
        tables.forEach(table -> each.accept(table.table(), new Gauges() {
            @Override
            public double lagSeconds() {
                return table.lagMillis() / 1e3;
            }

            @Override
            public int shards() {
                return table.shards();
            }

            @Override
            public boolean isFound() {
                return table.isFound();
            }
        }));
    }
}
