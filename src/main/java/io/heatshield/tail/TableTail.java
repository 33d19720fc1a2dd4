package io.heatshield.tail;

import io.heatshield.cache.Scope;
import io.heatshield.tail.TailObserver.Gap;
import io.heatshield.tail.TailObserver.Trouble;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the stream of a table, and takes those of its shards that nobody reads. Looks again for ever: a stream may be
 * enabled, replaced or disabled, shards split, and other nodes come and go.
 *
 * <p>Confined to the tailer's context, but for what the gauges read.
 */
final class TableTail implements ShardTail.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(TableTail.class);

    /** How often leases that others have are asked for. */
    private static final long SWEEP_MILLIS = 1_500;
    /** How often the shards are listed; DescribeStream is limited to ten calls a second and account. */
    private static final long LIST_NANOS = 30_000_000_000L;
    /** A shard that ended has successors, which may not be listed at once. */
    private static final long SUCCESSION_NANOS = 10_000_000_000L;
    /** Shards that begin together drop the table together. */
    private static final long GATHER_MILLIS = 50;

    /** What shards have to complain of is logged no more often. */
    private static final long WORD_NANOS = 60_000_000_000L;

    private static final int CLAIMS_AT_ONCE = 32;

    private final String table;
    private final StreamTailer.Parts parts;
    private final Turns turns;
    private final StreamCalls calls;
    private final Backoff backoff;
    private final Map<String, ShardTail> reading = new ConcurrentHashMap<>();
    private @Nullable String stream;
    private List<Shard> shards = List.of();
    /** What is at its end stays there, and need not be asked for again. */
    private final Set<String> ended = new HashSet<>();

    private long listAt;
    private long successionUntil;
    private long wordAt;
    private int rounds;
    private boolean closed;
    private @Nullable Promise<Void> dropping;
    private @Nullable Trouble told;
    private volatile boolean found;

    TableTail(String table, StreamTailer.Parts parts, Turns turns, StreamCalls calls) {
        this.table = table;
        this.parts = parts;
        this.turns = turns;
        this.calls = calls;
        this.backoff = new Backoff(parts.random());
        this.listAt = parts.nanos().getAsLong();
        this.successionUntil = listAt;
        this.wordAt = listAt;
    }

    void start() {
        sweep(rounds);
    }

    /** Lets go of every shard. */
    Future<Void> stop() {
        closed = true;
        List<Future<Void>> stopped = new ArrayList<>();
        reading.values().forEach(tail -> stopped.add(tail.stop()));
        reading.clear();
        return Future.join(stopped).mapEmpty();
    }

    String table() {
        return table;
    }

    /** Whether the table has a stream that can be listed. Any thread. */
    boolean isFound() {
        return found;
    }

    /** How many shards are read here. Any thread. */
    int shards() {
        return reading.size();
    }

    /** How far the shards read here are behind, in milliseconds; 0 if there are none. Any thread. */
    long lagMillis() {
        long now = parts.clock().millis();
        long most = 0;
        for (ShardTail tail : reading.values()) {
            most = Math.max(most, now - tail.freshAt());
        }
        return most;
    }

    private void sweepAfter(long millis) {
        int round = ++rounds;
        parts.alarm().after(millis, () -> sweep(round));
    }

    /** One look, unless another was called for meanwhile; the next follows by itself. */
    private void sweep(int round) {
        if (closed || round != rounds) {
            return;
        }
        int mine = ++rounds;
        long now = parts.nanos().getAsLong();
        boolean list = stream == null || now - listAt >= 0 || now - successionUntil < 0;
        Future<Void> listed = list ? list() : Future.succeededFuture();
        listed.compose(done -> claim())
                .onComplete(
                        done -> {
                            backoff.reset();
                            if (mine == rounds) {
                                sweepAfter(jittered(SWEEP_MILLIS));
                            }
                        },
                        cause -> {
                            if (mine == rounds) {
                                sweepAfter(backoff.next());
                            }
                            missing(cause);
                        });
    }

    private long jittered(long millis) {
        return millis - millis / 10 + parts.random().nextLong(millis / 5);
    }

    private Future<Void> list() {
        return calls.stream(table).compose(arn -> {
            if (arn == null) {
                return Future.failedFuture(new NoStreamException());
            }
            return calls.shards(arn).map(listing -> {
                if (!arn.equals(stream)) {
                    // Of the one before nothing is worth reading: to begin with another drops all that is cached.
                    reading.values()
                            .forEach(tail ->
                                    tail.stop().onFailure(cause -> LOG.debug("a lease was not given back", cause)));
                    reading.clear();
                    stream = arn;
                }
                shards = listing;
                listAt = parts.nanos().getAsLong() + jittered(LIST_NANOS);
                ended.retainAll(withParents(listing));
                listed();
                return null;
            });
        });
    }

    /** The table is there, and nobody has enabled its stream. */
    private static final class NoStreamException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoStreamException() {
            super("it has no stream that is enabled; enable one, of any view type", null, false, false);
        }
    }

    private Future<Void> claim() {
        String of = stream;
        List<Shard> all = shards;
        if (of == null) {
            return Future.succeededFuture();
        }
        return positions(of, withParents(all)).compose(positions -> {
            ShardPlan plan = new ShardPlan(all, positions);
            List<Shard> free = all.stream()
                    .filter(shard -> !reading.containsKey(shard.id()) && plan.start(shard) != null)
                    .toList();
            return claimFrom(new Claims(of, all, positions), free, 0);
        });
    }

    /** What a look at the stream found, by which its free shards are taken. */
    private record Claims(String stream, List<Shard> all, Map<String, String> positions) {
        /** Where to begin, now that something newer is known of some shards. */
        @Nullable
        Position start(Shard shard, Map<String, String> newer) {
            Map<String, String> now = new HashMap<>(positions);
            now.putAll(newer);
            return new ShardPlan(all, now).start(shard);
        }
    }

    private Future<Map<String, String>> positions(String of, Set<String> names) {
        Set<String> open = new HashSet<>(names);
        open.removeAll(ended);
        return parts.leases().positions(of, open).recover(TableTail::notShared).map(found -> {
            Map<String, String> all = new HashMap<>(found);
            found.forEach((name, position) -> {
                if (position.equals(Position.END.text()) && ended.add(name)) {
                    awaitSuccessors();
                }
            });
            names.forEach(name -> {
                if (ended.contains(name)) {
                    all.put(name, Position.END.text());
                }
            });
            return all;
        });
    }

    private Future<Void> claimFrom(Claims claims, List<Shard> free, int from) {
        int to = Math.min(free.size(), from + CLAIMS_AT_ONCE);
        List<Future<Void>> some = free.subList(from, to).stream()
                .map(shard -> claim(claims, shard))
                .toList();
        Future<Void> claimed = Future.join(some).mapEmpty();
        return to == free.size() ? claimed : claimed.compose(done -> claimFrom(claims, free, to));
    }

    private Future<Void> claim(Claims claims, Shard shard) {
        return parts.leases()
                .hold(claims.stream(), shard.id(), null)
                .recover(TableTail::notShared)
                .compose(mine -> mine ? begin(claims, shard) : Future.succeededFuture());
    }

    /** Looks at the positions once more, as who had the lease until now may have moved them on. */
    private Future<Void> begin(Claims claims, Shard shard) {
        String of = claims.stream();
        return positions(of, withParents(List.of(shard))).compose(newer -> {
            if (reading.containsKey(shard.id()) && of.equals(stream)) {
                return Future.succeededFuture();
            }
            Position from = claims.start(shard, newer);
            if (closed || from == null || !of.equals(stream)) {
                return parts.leases().release(of, shard.id());
            }
            ShardTail tail = new ShardTail(parts, turns, calls, this, table, of, shard.id(), from);
            reading.put(shard.id(), tail);
            LOG.atInfo()
                    .addKeyValue("table", table)
                    .addKeyValue("shard", shard.id())
                    .addKeyValue("from", from.kind())
                    .log("reads a shard of the stream");
            tail.start();
            return Future.succeededFuture();
        });
    }

    private static Set<String> withParents(List<Shard> all) {
        Set<String> names = new HashSet<>();
        for (Shard shard : all) {
            names.add(shard.id());
            if (shard.parent() != null) {
                names.add(shard.parent());
            }
        }
        return names;
    }

    /** The shared tier did not answer. */
    private static final class NotSharedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotSharedException(Throwable cause) {
            super("the shared tier cannot be asked for its leases", cause, false, false);
        }
    }

    private static <T> Future<T> notShared(Throwable cause) {
        return Future.failedFuture(new NotSharedException(cause));
    }

    private void listed() {
        found = true;
        if (told != null) {
            told = null;
            LOG.atInfo().addKeyValue("table", table).log("the table's stream can be read");
        }
    }

    private void missing(Throwable cause) {
        Trouble why = cause instanceof NoStreamException
                ? Trouble.NO_STREAM
                : cause instanceof NotSharedException ? Trouble.SHARED_TIER : trouble(Refusal.kindOf(cause));
        if (why != Trouble.SHARED_TIER) {
            found = false;
        }
        if (closed) {
            return;
        }
        parts.observer().failed(table, why);
        // Each kind of trouble once, until all is well: what is tried again every few seconds fails as often.
        if (why != told) {
            told = why;
            warn(cause.getMessage());
        }
    }

    private void warn(@Nullable String words) {
        LOG.atWarn()
                .addKeyValue("table", table)
                .addKeyValue("error", words)
                .log("the table's stream cannot be read, so that what is written past Heatshield shows after the TTL;"
                        + " trying again");
    }

    private static Trouble trouble(Refusal.Kind kind) {
        return switch (kind) {
            case NOT_FOUND -> Trouble.NO_TABLE;
            case DENIED -> Trouble.DENIED;
            case THROTTLED -> Trouble.THROTTLED;
            case DOWN -> Trouble.DOWN;
            default -> Trouble.OTHER;
        };
    }

    @Override
    public void troubled(Trouble why, String words, boolean tell) {
        if (closed) {
            return;
        }
        parts.observer().failed(table, why);
        long now = parts.nanos().getAsLong();
        if (tell && now - wordAt >= 0) {
            wordAt = now + WORD_NANOS;
            warn(words);
        }
    }

    /** A shard is at its end, whoever read it: others take its place, which a node must know to take them over. */
    private void awaitSuccessors() {
        successionUntil = parts.nanos().getAsLong() + SUCCESSION_NANOS;
    }

    @Override
    public void left(ShardTail tail, boolean ended) {
        reading.remove(tail.shard(), tail);
        if (!closed) {
            awaitSuccessors();
            sweepAfter(ended ? 1 : jittered(SWEEP_MILLIS));
        }
    }

    @Override
    public Future<Void> dropTable(Gap why) {
        parts.observer().gap(table, why);
        LOG.atInfo()
                .addKeyValue("table", table)
                .addKeyValue("why", why)
                .log("drops all that is cached of the table, as changes may have been missed");
        Promise<Void> gathering = dropping;
        if (gathering != null) {
            return gathering.future();
        }
        Promise<Void> begun = Promise.promise();
        dropping = begun;
        parts.alarm().after(GATHER_MILLIS, () -> {
            dropping = null;
            parts.purge().apply(new Scope.Table(table)).onComplete(begun);
        });
        return begun.future();
    }
}
