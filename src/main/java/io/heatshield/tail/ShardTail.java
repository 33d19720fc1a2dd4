package io.heatshield.tail;

import io.heatshield.cache.Scope;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.TableDescription;
import io.heatshield.tail.TailObserver.Gap;
import io.heatshield.tail.TailObserver.Trouble;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one shard while its lease is held here. One call at a time: an iterator, then page after page. The position
 * moves on only when all that a page named has been dropped on every node, so whoever goes on from it misses nothing.
 *
 * <p>Confined to the tailer's context, but for {@link #freshAt}.
 */
final class ShardTail {
    /** DynamoDB allows five GetRecords a second and shard; what is left is for one more reader now and then. */
    private static final long IDLE_MILLIS = 250;

    private static final long BUSY_MILLIS = 205;
    /** A position is noted, and the lease held on to, as often. */
    private static final long BEAT_MILLIS = 1_000;
    /** Drops that are under way together; the connection to the shared tier holds a bounded number of commands. */
    private static final int PURGES_AT_ONCE = 64;
    /** One failure is nothing to speak of. */
    private static final int WORTH_A_WORD = 3;

    /** The table that the shard is of. */
    interface Owner {
        /** Drops all that is cached of the table. */
        Future<Void> dropTable(Gap why);

        /** What went wrong and will be tried again. */
        void troubled(Trouble why, String words, boolean tell);

        /** Nothing more is read of the shard here: it is at its end, or else gone, or another node's. */
        void left(ShardTail tail, boolean ended);
    }

    private final StreamTailer.Parts parts;
    private final Turns turns;
    private final StreamCalls calls;
    private final Owner owner;
    private final String table;
    private final String stream;
    private final String shard;
    private final Backoff backoff;
    private Position position;
    private @Nullable String noted;
    private @Nullable Gap gap;
    private String iterator = "";
    private boolean over;
    private volatile long freshAt;

    ShardTail(
            StreamTailer.Parts parts,
            Turns turns,
            StreamCalls calls,
            Owner owner,
            String table,
            String stream,
            String shard,
            Position from) {
        this.parts = parts;
        this.turns = turns;
        this.calls = calls;
        this.owner = owner;
        this.table = table;
        this.stream = stream;
        this.shard = shard;
        this.position = from;
        this.backoff = new Backoff(parts.random());
        this.freshAt = parts.clock().millis();
    }

    /** Begins. */
    void start() {
        acquire();
        parts.alarm().after(BEAT_MILLIS, this::beat);
    }

    String shard() {
        return shard;
    }

    /** All changes until then have been dropped from the cache, by the wall clock in milliseconds. Any thread. */
    long freshAt() {
        return freshAt;
    }

    /** Stops, and lets another node go on at once. */
    Future<Void> stop() {
        if (over) {
            return Future.succeededFuture();
        }
        over = true;
        return parts.leases()
                .hold(stream, shard, gap == null ? position.text() : null)
                .compose(mine -> parts.leases().release(stream, shard));
    }

    private void acquire() {
        if (over) {
            return;
        }
        if (position.kind() == Position.Kind.LATEST) {
            gap = gap == null ? Gap.BEGUN : gap;
        }
        calls.iterator(stream, shard, position).onComplete(this::acquired, this::notAcquired);
    }

    /*
     * Whatever was written before the iterator was given will not be seen by it, if reading begins here or records were
     * lost: so the table is dropped after that, and before anything is read.
     */
    private void acquired(String given) {
        if (over) {
            return;
        }
        iterator = given;
        Gap why = gap;
        if (why == null) {
            poll();
            return;
        }
        owner.dropTable(why)
                .onComplete(
                        dropped -> {
                            gap = null;
                            note();
                            poll();
                        },
                        cause -> again(Trouble.SHARED_TIER, cause, this::acquire));
    }

    private void notAcquired(Throwable cause) {
        Refusal.Kind kind = Refusal.kindOf(cause);
        if (kind == Refusal.Kind.TRIMMED || (kind == Refusal.Kind.INVALID && position.kind() == Position.Kind.AFTER)) {
            trimmed();
        } else {
            failed(kind, cause, this::acquire);
        }
    }

    private void trimmed() {
        gap = Gap.TRIMMED;
        position = Position.HORIZON;
        acquire();
    }

    private void poll() {
        if (over) {
            return;
        }
        long asked = parts.clock().millis();
        turns.take(() -> calls.records(iterator)).onComplete(page -> digest(page, asked), this::notRead);
    }

    private void notRead(Throwable cause) {
        switch (Refusal.kindOf(cause)) {
            case EXPIRED -> acquire();
            case TRIMMED -> trimmed();
            default -> failed(Refusal.kindOf(cause), cause, this::poll);
        }
    }

    private void digest(Page page, long asked) {
        if (over) {
            return;
        }
        if (page.keys().isEmpty()) {
            advance(page, asked, 0);
            return;
        }
        parts.catalog()
                .describe(table)
                .compose(description -> drop(page, description))
                .onComplete(
                        purges -> advance(page, asked, purges),
                        cause -> again(
                                cause instanceof Refusal ? Trouble.DOWN : Trouble.SHARED_TIER,
                                cause,
                                () -> digest(page, asked)));
    }

    /** Drops what a page names. Gives the number of items. */
    private Future<Integer> drop(Page page, @Nullable TableDescription description) {
        if (description == null) {
            return Future.failedFuture(new Refusal(Refusal.Kind.DOWN, "the table is not described"));
        }
        Set<ItemKey> keys = new LinkedHashSet<>();
        for (KeyParts named : page.keys()) {
            ItemKey key = named.asKey(description);
            if (key == null) {
                return owner.dropTable(Gap.UNREADABLE).map(0);
            }
            keys.add(key);
        }
        List<ItemKey> distinct = List.copyOf(keys);
        return dropFrom(distinct, 0).map(distinct.size());
    }

    private Future<Void> dropFrom(List<ItemKey> keys, int from) {
        int to = Math.min(keys.size(), from + PURGES_AT_ONCE);
        List<Future<Void>> some = keys.subList(from, to).stream()
                .map(key -> parts.purge().apply(new Scope.Item(key)))
                .toList();
        Future<Void> dropped = Future.join(some).mapEmpty();
        return to == keys.size() ? dropped : dropped.compose(done -> dropFrom(keys, to));
    }

    private void advance(Page page, long asked, int purges) {
        if (over) {
            return;
        }
        backoff.reset();
        int records = page.keys().size();
        freshAt = records == 0 || page.lastMade() == null
                ? asked
                : Math.min(asked, page.lastMade().toEpochMilli());
        if (records > 0) {
            parts.observer().read(table, records, purges);
        }
        if (page.lastSequence() != null) {
            position = Position.after(page.lastSequence());
        }
        String next = page.next();
        if (next == null) {
            position = Position.END;
            end();
        } else {
            iterator = next;
            parts.alarm().after(records > 0 ? BUSY_MILLIS : IDLE_MILLIS, this::poll);
        }
    }

    private void end() {
        if (over) {
            return;
        }
        parts.leases()
                .hold(stream, shard, position.text())
                .onComplete(mine -> leave(true, true), cause -> again(Trouble.SHARED_TIER, cause, this::end));
    }

    private void leave(boolean release, boolean ended) {
        if (over) {
            return;
        }
        over = true;
        if (release) {
            parts.leases()
                    .release(stream, shard)
                    .onFailure(cause -> owner.troubled(Trouble.SHARED_TIER, String.valueOf(cause.getMessage()), false));
        }
        owner.left(this, ended);
    }

    private void beat() {
        if (over) {
            return;
        }
        note();
        parts.alarm().after(BEAT_MILLIS, this::beat);
    }

    /*
     * A shared tier that cannot be asked takes no shard away from anybody: to read on does no harm, and what is read is
     * not dropped from it, so the position stays.
     */
    private void note() {
        String text = position.text();
        boolean known = text.equals(noted) || gap != null;
        parts.leases()
                .hold(stream, shard, known ? null : text)
                .onComplete(
                        mine -> {
                            if (!mine) {
                                leave(false, false);
                            } else if (!known) {
                                noted = text;
                            }
                        },
                        cause -> owner.troubled(Trouble.SHARED_TIER, String.valueOf(cause.getMessage()), false));
    }

    private void failed(Refusal.Kind kind, Throwable cause, Runnable retry) {
        switch (kind) {
            // The stream or the shard is not there any more: the table's next look at its stream tells why.
            case NOT_FOUND -> leave(true, false);
            case DENIED -> again(Trouble.DENIED, cause, retry);
            case THROTTLED -> again(Trouble.THROTTLED, cause, retry);
            case DOWN -> again(Trouble.DOWN, cause, retry);
            default -> again(Trouble.OTHER, cause, retry);
        }
    }

    private void again(Trouble why, Throwable cause, Runnable retry) {
        if (over) {
            return;
        }
        parts.alarm().after(backoff.next(), retry);
        owner.troubled(why, String.valueOf(cause.getMessage()), backoff.failures() == WORTH_A_WORD);
    }
}
