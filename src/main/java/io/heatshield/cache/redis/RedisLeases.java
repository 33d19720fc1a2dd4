package io.heatshield.cache.redis;

import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Lease;
import io.heatshield.cache.SharedItem;
import io.heatshield.cache.SharedTier.Standing;
import io.heatshield.cache.redis.RedisTierObserver.LeaseEnd;
import io.heatshield.protocol.CacheKey;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The readers' side: values, leases and fills. A value that is there costs one round trip without a script; whoever finds
 * none asks for the lease, and waits a little for another node that has it.
 */
final class RedisLeases {
    /** Below this a value is not taken for younger than the asker's own: the times were read at different moments. */
    private static final long YOUNGER_NANOS = 50_000_000L;

    /** Less than the scripts keep the epoch of a collection after the last lease that saw it. */
    private static final long RESULT_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final byte[] LEASE = RedisFences.text("0");
    private static final byte[] REFRESH = RedisFences.text("1");
    private static final String NEVER = "0".repeat(16);

    private final Vertx vertx;
    private final RedisSettings settings;
    private final Commands commands;
    private final Layout layout;
    private final InProcessTier here;
    private final Repairs repairs;
    private final RedisTierObserver observer;
    private final ValueFormat format;

    RedisLeases(
            Vertx vertx,
            RedisSettings settings,
            Commands commands,
            Layout layout,
            InProcessTier here,
            Repairs repairs,
            RedisTierObserver observer) {
        this.vertx = vertx;
        this.settings = settings;
        this.commands = commands;
        this.layout = layout;
        this.here = here;
        this.repairs = repairs;
        this.observer = observer;
        this.format = new ValueFormat(settings.compressAbove());
    }

    /**
     * Asks for a value or a lease.
     *
     * @param refresh whether the asker has a value, and wants a younger one or the right to load it
     * @param softLeft what is left of the soft age of the asker's own, in nanoseconds
     */
    Future<Lease> ask(CacheKey key, long token, boolean refresh, long softLeft) {
        InProcessTier.Standing standing = here.standing(key);
        if (standing.pending()) {
            observer.leased(LeaseEnd.PENDING);
            return Future.succeededFuture(new Lease.Pending());
        }
        int group = Layout.group(key);
        Asking asking = new Asking(group, layout.keys(key), token, refresh, standing.strong(), softLeft);
        if (repairs.pending(group)) {
            return Future.succeededFuture(alone(asking));
        }
        return look(asking)
                .recover(cause -> Future.succeededFuture(alone(asking)))
                .map(lease -> {
                    observer.leased(endOf(lease));
                    return lease;
                });
    }

    /** What is there of the key: no lease is taken, and nothing changes. */
    Future<Standing> standing(CacheKey key) {
        int group = Layout.group(key);
        if (here.standing(key).pending()) {
            return Future.succeededFuture(Standing.PENDING);
        }
        List<String> keys = layout.keys(key);
        return commands.<List<Object>>script(group, "look", Script.LOOK, ScriptOutputType.MULTI, keys)
                .map(answer -> {
                    byte[] value = (byte[]) answer.get(0);
                    // What Redis has yet to learn of makes its values of the group nothing that a reader would get.
                    SharedItem found = value == null || repairs.pending(group)
                            ? null
                            : ValueFormat.read(value, keys.size() / 2 - 1, (Long) answer.get(1));
                    return new Standing(
                            found == null || found.left().hard() <= 0 ? null : found.item(),
                            (Long) answer.get(2) == 1,
                            (Long) answer.get(3));
                });
    }

    /** One question for a value or a lease. */
    private record Asking(
            int group, List<String> keys, long token, boolean refresh, boolean strongHere, long softLeft) {}

    private Lease alone(Asking asking) {
        return new Lease.Alone(asking.strongHere);
    }

    private static LeaseEnd endOf(Lease lease) {
        if (lease instanceof Lease.Value) {
            return LeaseEnd.VALUE;
        }
        if (lease instanceof Lease.Granted) {
            return LeaseEnd.GRANTED;
        }
        if (lease instanceof Lease.Wait) {
            return LeaseEnd.WAITED;
        }
        return lease instanceof Lease.Pending ? LeaseEnd.PENDING : LeaseEnd.ALONE;
    }

    private Future<Lease> look(Asking asking) {
        List<String> keys = asking.keys;
        String[] read = new String[keys.size() / 2];
        for (int i = 0; i < read.length; i++) {
            read[i] = keys.get(2 * i);
        }
        Future<List<KeyValue<String, byte[]>>> values = commands.send(asking.group, "get", redis -> redis.mget(read));
        Future<Long> left = commands.send(asking.group, "pttl", redis -> redis.pttl(keys.get(0)));
        return Future.all(values, left).compose(both -> {
            SharedItem found = found(values.result(), left.result());
            if (found != null && found.left().hard() > 0 && isNews(asking, found)) {
                return Future.succeededFuture(new Lease.Value(found));
            }
            return found == null
                    ? request(asking, asking.refresh, null, 0)
                    : request(asking, true, found.left().hard() > 0 ? null : found, 0);
        });
    }

    private static boolean isNews(Asking asking, SharedItem found) {
        return !asking.refresh || found.left().soft() > asking.softLeft + YOUNGER_NANOS;
    }

    private static @Nullable SharedItem found(List<KeyValue<String, byte[]>> answer, long leftMillis) {
        byte[] value = answer.get(0).getValueOrElse(null);
        if (value == null) {
            return null;
        }
        StringBuilder epochs = new StringBuilder(64);
        for (int i = 1; i < answer.size(); i++) {
            epochs.append(epoch(answer.get(i)));
        }
        return ValueFormat.read(value, epochs.toString(), leftMillis);
    }

    private static String epoch(KeyValue<String, byte[]> answer) {
        byte[] text = answer.getValueOrElse(null);
        return text == null ? NEVER : new String(text, StandardCharsets.US_ASCII);
    }

    private Future<Lease> request(Asking asking, boolean refresh, @Nullable SharedItem stale, long waitedMillis) {
        byte[] lease = text(Long.toString(settings.lease().toMillis()));
        return commands.<List<Object>>script(
                        asking.group,
                        "lease",
                        Script.LEASE,
                        ScriptOutputType.MULTI,
                        asking.keys,
                        token(asking.token),
                        lease,
                        refresh ? REFRESH : LEASE)
                .compose(answer -> granted(asking, answer, stale, waitedMillis));
    }

    private Future<Lease> granted(Asking asking, List<Object> answer, @Nullable SharedItem stale, long waitedMillis) {
        int kind = ((Long) answer.get(0)).intValue();
        if (kind == 1) {
            SharedItem found =
                    ValueFormat.read((byte[]) answer.get(1), asking.keys.size() / 2 - 1, (Long) answer.get(2));
            return found != null && found.left().hard() > 0
                    ? Future.succeededFuture(new Lease.Value(found))
                    : request(asking, true, found, waitedMillis);
        }
        if (kind == 2) {
            return Future.succeededFuture(new Lease.Pending());
        }
        boolean strong = asking.strongHere || (Long) answer.get(1) == 1;
        if (kind == 0) {
            return Future.succeededFuture(new Lease.Granted(strong, stale));
        }
        // A refresh is left to whoever is at it.
        long pause = Math.max(4, waitedMillis);
        if (asking.refresh || waitedMillis + pause > settings.leaseWait().toMillis()) {
            return Future.succeededFuture(new Lease.Wait(strong));
        }
        return after(pause).compose(passed -> request(asking, false, stale, waitedMillis + pause));
    }

    private Future<Void> after(long millis) {
        Promise<Void> promise = Promise.promise();
        vertx.setTimer(millis, due -> promise.complete());
        return promise.future();
    }

    Future<Boolean> fill(CacheKey key, long token, SharedItem loaded) {
        SharedItem shared = key.within() == null ? loaded : loaded.within(RESULT_NANOS);
        long dead = ValueFormat.deadMillis(shared);
        if (dead <= 0) {
            return release(key, token).map(true);
        }
        return commands.<Long>script(
                        Layout.group(key),
                        "fill",
                        Script.FILL,
                        ScriptOutputType.INTEGER,
                        layout.keys(key),
                        token(token),
                        text(Long.toString(dead)),
                        format.write(shared))
                .map(accepted -> accepted == 1);
    }

    Future<Void> release(CacheKey key, long token) {
        return commands.<Long>script(
                        Layout.group(key),
                        "release",
                        Script.RELEASE,
                        ScriptOutputType.INTEGER,
                        List.of(layout.keys(key).get(1)),
                        token(token))
                .mapEmpty();
    }

    private byte[] token(long token) {
        return RedisFences.token(settings.node(), token);
    }

    private static byte[] text(String text) {
        return RedisFences.text(text);
    }
}
