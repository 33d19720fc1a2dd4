package io.heatshield.origin;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the origin said of its tables when it was asked with DescribeTable. Descriptions in use are read again every
 * minute in the background; while the origin is down, the last ones stay. When a table turns out to be gone, or to be
 * another one under the old name, a listener hears of it.
 */
public final class DescribedTables implements TableCatalog {
    /*
     * Entries are kept by what a request calls the table (a name or an ARN), so that the hit path is one hash look-up.
     * What the last answer said of a table is kept by its identity besides: whichever of its names is asked for next,
     * and though it was forgotten meanwhile, another incarnation is noticed once.
     *
     * A flight is one question under way. Forgetting a name detaches its flight: those who wait for it get its answer,
     * as they would have had they come a little earlier, but the answer is not kept, and who comes later asks anew.
     */
    private static final Duration REFRESH = Duration.ofSeconds(60);
    private static final Duration REFUSAL = Duration.ofSeconds(1);
    private static final Duration UNUSED = Duration.ofHours(1);
    private static final int MOST_TABLES = 10_000;
    /** An ARN has no more characters; longer names are nobody's, and not worth memory. */
    private static final int LONGEST_NAME = 1024;

    private static final Logger log = LoggerFactory.getLogger(DescribedTables.class);

    private sealed interface Entry {}

    private record Described(TableDescription description, long refreshAt) implements Entry {}

    private record Refused(long until) implements Entry {}

    private static final class Flight {
        final String name;
        final Promise<@Nullable TableDescription> promise = Promise.promise();
        volatile boolean detached;

        Flight(String name) {
            this.name = name;
        }
    }

    private final Vertx vertx;
    private final Origin origin;
    private final Consumer<TableId> changed;
    private final LongSupplier nanos;
    private final TableDescriptionReader reader = new TableDescriptionReader();
    private final Cache<String, Entry> entries;
    private final Cache<TableId, TableDescription> latest;
    private final ConcurrentMap<String, Flight> flights = new ConcurrentHashMap<>();

    /**
     * A catalog that knows nothing yet.
     *
     * @param changed told, on any thread and after the catalog itself knows, of a table that is gone or was made again
     *     or has another key: whatever is cached of it is void
     * @param nanos a clock in nanoseconds from any starting point
     */
    public DescribedTables(Vertx vertx, Origin origin, Consumer<TableId> changed, LongSupplier nanos) {
        this.vertx = vertx;
        this.origin = origin;
        this.changed = changed;
        this.nanos = nanos;
        this.entries = Caffeine.newBuilder()
                .maximumSize(MOST_TABLES)
                .expireAfterAccess(UNUSED)
                .ticker(nanos::getAsLong)
                .executor(Runnable::run)
                .build();
        this.latest = Caffeine.newBuilder()
                .maximumSize(MOST_TABLES)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public @Nullable TableDescription known(String nameOrArn) {
        if (entries.getIfPresent(nameOrArn) instanceof Described described) {
            if (nanos.getAsLong() - described.refreshAt >= 0) {
                refresh(nameOrArn);
            }
            return described.description;
        }
        return null;
    }

    @Override
    public Future<@Nullable TableDescription> describe(String nameOrArn) {
        TableDescription known = known(nameOrArn);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        Entry entry = entries.getIfPresent(nameOrArn);
        if (nameOrArn.length() > LONGEST_NAME
                || (entry instanceof Refused refused && nanos.getAsLong() - refused.until < 0)) {
            return Future.succeededFuture(null);
        }
        Promise<@Nullable TableDescription> answer = ((ContextInternal) vertx.getOrCreateContext()).promise();
        ask(nameOrArn).promise.future().onComplete(answer);
        return answer.future();
    }

    @Override
    public void forget(String nameOrArn) {
        String name = TableId.bareName(nameOrArn);
        for (Flight flight : flights.values()) {
            if (TableId.bareName(flight.name).equals(name)) {
                flight.detached = true;
                flights.remove(flight.name, flight);
                // By compute, which a landing goes through too: it either comes first, or sees that it is detached.
                entries.asMap().compute(flight.name, (key, entry) -> null);
            }
        }
        entries.asMap().keySet().removeIf(key -> TableId.bareName(key).equals(name));
    }

    private void refresh(String nameOrArn) {
        if (!flights.containsKey(nameOrArn)) {
            ask(nameOrArn);
        }
    }

    private Flight ask(String nameOrArn) {
        Flight mine = new Flight(nameOrArn);
        Flight running = flights.putIfAbsent(nameOrArn, mine);
        if (running != null) {
            return running;
        }
        StringBuilder body = new StringBuilder("{\"TableName\":\"");
        JsonStringEncoder.getInstance().quoteAsString(nameOrArn, body);
        // No table, so that the question does not wait behind the very table that is throttled or hangs.
        OriginRequest request = new OriginRequest(
                Operation.DESCRIBE_TABLE.target(),
                Reply.JSON_1_0,
                Buffer.buffer(body.append("\"}").toString()),
                null,
                true,
                null);
        origin.send(request).onComplete(reply -> land(mine, reply), cause -> land(mine, null));
        return mine;
    }

    private void land(Flight flight, @Nullable OriginReply reply) {
        TableDescription seen = null;
        try {
            seen = judge(flight, reply);
        } catch (RuntimeException e) {
            log.error("what a table's change should bring about failed", e);
        } finally {
            flights.remove(flight.name, flight);
            flight.promise.complete(seen);
        }
    }

    private @Nullable TableDescription judge(Flight flight, @Nullable OriginReply reply) {
        if (reply == null || !reply.ok()) {
            boolean unknown = reply != null && "ResourceNotFoundException".equals(ErrorShape.of(reply));
            return unknown ? gone(flight) : refused(flight);
        }
        TableDescription description;
        try {
            description = reader.read(reply.payload().body().getBytes(), flight.name);
        } catch (IOException e) {
            log.warn(
                    "the origin's description of a table cannot be read: {}",
                    e.getClass().getSimpleName());
            return refused(flight);
        }
        return description == null ? gone(flight) : described(flight, description);
    }

    private TableDescription described(Flight flight, TableDescription description) {
        Described now = new Described(description, nanos.getAsLong() + REFRESH.toNanos());
        if (!replace(flight, before -> now)) {
            return description;
        }
        TableDescription before = latest.asMap().put(description.id(), description);
        if (before != null && differ(before, description)) {
            tell(description.id(), description);
        }
        return description;
    }

    /** No such table, or none that can be read: what was known of it is void. */
    private @Nullable TableDescription gone(Flight flight) {
        AtomicReference<@Nullable Entry> last = new AtomicReference<>();
        replace(flight, before -> {
            last.set(before);
            return refusal();
        });
        if (last.get() instanceof Described described) {
            latest.invalidate(described.description.id());
            tell(described.description.id(), null);
        }
        return null;
    }

    /** The origin will not say just now: what is known stays. */
    private @Nullable TableDescription refused(Flight flight) {
        replace(
                flight,
                before -> before instanceof Described described
                        ? new Described(described.description, nanos.getAsLong() + REFUSAL.toNanos())
                        : refusal());
        return entries.getIfPresent(flight.name) instanceof Described described ? described.description : null;
    }

    /** Puts an entry in the place of the one before, unless the flight is detached. */
    private boolean replace(Flight flight, Function<@Nullable Entry, Entry> entry) {
        boolean[] replaced = new boolean[1];
        entries.asMap().compute(flight.name, (name, before) -> {
            boolean attached = !flight.detached;
            replaced[0] = attached;
            return attached ? entry.apply(before) : before;
        });
        return replaced[0];
    }

    private Refused refusal() {
        return new Refused(nanos.getAsLong() + REFUSAL.toNanos());
    }

    /** Drops what other names say of an earlier incarnation, then tells the listener. */
    private void tell(TableId id, @Nullable TableDescription now) {
        entries.asMap()
                .values()
                .removeIf(entry -> entry instanceof Described described
                        && described.description.id().equals(id)
                        && (now == null || differ(described.description, now)));
        changed.accept(id);
    }

    private static boolean differ(TableDescription one, TableDescription other) {
        return !one.keys().equals(other.keys()) || !Objects.equals(one.incarnation(), other.incarnation());
    }
}
