package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Loader;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads the keys that one BatchGetItem found in no tier: whole items, in one request to the origin for those that may
 * be eventually consistent and one for those that may not.
 *
 * <p>Each key has a loader of its own, since each may be granted, found or joined by itself. The request leaves when
 * the last of them knows whether it is its turn: it waits for the shared tier's answers, which are bounded, and never
 * for another reader's load, since two batches could then wait for each other. A load that follows later, behind
 * somebody else's, makes a request of its own.
 *
 * <p>Safe for any thread: leases are answered on the shared tier's. The lock is held for nothing but the lists.
 */
final class BatchLoad {
    private static final String NOT_PROCESSED =
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your"
                    + " provisioning level with the UpdateTable API.";

    private final OriginGate origin;
    private final BatchRead read;
    private final Call.Capacity capacity;
    private final Map<String, Double> consumed = new HashMap<>();
    private List<KeyLoad> weak = new ArrayList<>();
    private List<KeyLoad> strong = new ArrayList<>();
    private int undecided;

    /**
     * @param capacity whether the origin is to say what the loads take
     * @param keys how many loaders there will be; nothing leaves before each was asked for, and has loaded or was spared
     */
    BatchLoad(OriginGate origin, BatchRead read, Call.Capacity capacity, int keys) {
        this.origin = origin;
        this.read = read;
        this.capacity = capacity;
        this.undecided = keys;
    }

    KeyLoad loader(BatchRead.Part part, BatchRead.Wanted wanted) {
        return new KeyLoad(part, wanted);
    }

    /** What the origin said that these loads took, by bare table name. */
    synchronized Map<String, Double> consumed() {
        return Map.copyOf(consumed);
    }

    /** The loader of one key. */
    final class KeyLoad implements Loader {
        private final BatchRead.Part part;
        private final BatchRead.Wanted wanted;
        private final Promise<Loaded> promise = Promise.promise();
        private boolean decided;
        private boolean loads;

        private KeyLoad(BatchRead.Part part, BatchRead.Wanted wanted) {
            this.part = part;
            this.wanted = wanted;
        }

        /** Whether the load was this one. */
        boolean loads() {
            synchronized (BatchLoad.this) {
                return loads;
            }
        }

        @Override
        public Future<Loaded> load(boolean isStrong) {
            decide(isStrong ? 1 : 0);
            return promise.future();
        }

        @Override
        public void spared() {
            decide(-1);
        }

        /** One for a strong load, none for a weak one, less for no load. */
        private void decide(int how) {
            List<KeyLoad> weakOnes;
            List<KeyLoad> strongOnes;
            synchronized (BatchLoad.this) {
                if (how >= 0) {
                    loads = true;
                    (how == 1 ? strong : weak).add(this);
                }
                if (!decided) {
                    decided = true;
                    undecided--;
                }
                if (undecided > 0) {
                    return;
                }
                weakOnes = weak;
                strongOnes = strong;
                weak = new ArrayList<>();
                strong = new ArrayList<>();
            }
            send(weakOnes, false);
            send(strongOnes, true);
        }
    }

    private void send(List<KeyLoad> loads, boolean consistent) {
        if (loads.isEmpty()) {
            return;
        }
        BatchRequest request = new BatchRequest(capacity, read.request().hops());
        for (BatchRead.Part part : read.parts()) {
            List<KeyParts> keys = loads.stream()
                    .filter(load -> load.part == part)
                    .map(load -> load.wanted.spelt)
                    .toList();
            if (!keys.isEmpty()) {
                request.add(part.read, keys, consistent, null);
            }
        }
        origin.send(request.build()).onComplete(answer -> {
            if (answer.succeeded()) {
                settle(loads, answer.result());
            } else {
                loads.forEach(load -> load.promise.fail(answer.cause()));
            }
        });
    }

    private void settle(List<KeyLoad> loads, OriginReply answer) {
        Reply reply = OriginGate.reply(answer, CacheStatus.MISS);
        if (!answer.ok()) {
            boolean excused = answer.down() || ErrorShapes.throttles(reply);
            loads.forEach(load -> load.promise.complete(new Loaded.Refused(reply, excused, !excused)));
            return;
        }
        BatchBody body = BatchBody.scan(answer.payload().body());
        Map<ItemKey, CachedItem> items = body == null ? null : items(body);
        Set<ItemKey> unprocessed = body == null ? null : unprocessed(body);
        if (body == null || items == null || unprocessed == null) {
            loads.forEach(load -> load.promise.complete(new Loaded.Refused(reply, false, true)));
            return;
        }
        synchronized (this) {
            body.capacity().forEach((table, units) -> consumed.merge(table, units, Double::sum));
        }
        Reply throttled = Reply.error(DynamoError.of(ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED, NOT_PROCESSED));
        for (KeyLoad load : loads) {
            CachedItem item = items.get(load.wanted.key);
            if (item != null) {
                load.promise.complete(new Loaded.Found(item));
            } else if (unprocessed.contains(load.wanted.key)) {
                load.promise.complete(new Loaded.Refused(throttled, true));
            } else {
                load.promise.complete(new Loaded.Found(ItemBody.ABSENT));
            }
        }
    }

    private @Nullable Map<ItemKey, CachedItem> items(BatchBody body) {
        Map<ItemKey, CachedItem> items = new HashMap<>();
        for (BatchRead.Part part : read.parts()) {
            for (ItemBody.Slice slice : body.items(part.table)) {
                ItemKey key = body.keyOf(slice, part.table);
                if (key == null) {
                    return null;
                }
                items.put(key, ItemBody.alone(body.bytes(), slice));
            }
        }
        return items;
    }

    private @Nullable Set<ItemKey> unprocessed(BatchBody body) {
        Set<ItemKey> unprocessed = new HashSet<>();
        for (BatchRead.Part part : read.parts()) {
            List<ItemKey> ofTable = body.unprocessed(part.table);
            if (ofTable == null) {
                return null;
            }
            unprocessed.addAll(ofTable);
        }
        return unprocessed;
    }
}
