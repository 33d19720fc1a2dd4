package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Entry;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.Outcome;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * BatchGetItem: each key by itself from the tiers, as a GetItem's would be and from the same entries and flights, and
 * what is in none of them in as few requests to the origin as can be. A batch of hits is answered before
 * {@link #batchGet} returns. Whatever is odd about a request sends it to the origin as it is.
 */
final class BatchPath {
    /** What one answer may hold, in bytes of items: the service's own bound. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private final OriginGate origin;
    private final TableCatalog catalog;
    private final TieredCache cache;
    private final TablePolicies policies;
    private final Projections projections;

    BatchPath(
            OriginGate origin,
            TableCatalog catalog,
            TieredCache cache,
            TablePolicies policies,
            Projections projections) {
        this.origin = origin;
        this.catalog = catalog;
        this.cache = cache;
        this.policies = policies;
        this.projections = projections;
    }

    void batchGet(Call.BatchGet call, WireRequest request, ReplySink sink) {
        if (!call.cacheable()) {
            bypass(call, request, sink);
            return;
        }
        List<Future<?>> unknown = new ArrayList<>(0);
        for (Call.TableRead table : call.tables()) {
            if (catalog.known(table.table()) == null) {
                unknown.add(catalog.describe(table.table()));
            }
        }
        if (unknown.isEmpty()) {
            plan(call, request, sink);
        } else {
            Loops.deliver(Future.join(unknown), described -> plan(call, request, sink));
        }
    }

    private void plan(Call.BatchGet call, WireRequest request, ReplySink sink) {
        List<BatchRead.Part> parts = new ArrayList<>(call.tables().size());
        Set<ItemKey> keys = new HashSet<>();
        Set<TableId> tables = new HashSet<>();
        boolean accepted = true;
        boolean kept = false;
        for (Call.TableRead read : call.tables()) {
            TableDescription table = catalog.known(read.table());
            List<BatchRead.Wanted> wanted = table == null ? null : wanted(read, table, keys);
            if (table == null || wanted == null || !tables.add(table.id())) {
                // Unknown, twice by name and ARN, a key that is none, a duplicate: it is the origin that says so.
                bypass(call, request, sink);
                return;
            }
            Lifetimes lifetimes =
                    read.consistent() ? null : policies.lifetimes(table.id().name());
            Call.Projected projected = read.projection();
            Projector projector =
                    projected == null || lifetimes == null ? null : projections.known(table.id(), projected);
            accepted &= projected == null || lifetimes == null || projector != null;
            kept |= lifetimes != null;
            parts.add(new BatchRead.Part(read, table, wanted, projector, lifetimes));
        }
        if (!kept) {
            bypass(call, request, sink);
        } else if (!accepted) {
            askFirst(call, parts, request, sink);
        } else {
            look(new BatchRead(call, request, parts), sink);
        }
    }

    private static @Nullable List<BatchRead.Wanted> wanted(
            Call.TableRead read, TableDescription table, Set<ItemKey> seen) {
        List<BatchRead.Wanted> wanted = new ArrayList<>(read.keys().size());
        for (KeyParts parts : read.keys()) {
            ItemKey key = parts.asKey(table);
            if (key == null || !seen.add(key)) {
                return null;
            }
            wanted.add(new BatchRead.Wanted(parts, key));
        }
        return wanted;
    }

    private void look(BatchRead read, ReplySink sink) {
        int missing = 0;
        boolean direct = false;
        List<BatchRead.Wanted> ageing = new ArrayList<>(0);
        for (BatchRead.Part part : read.parts()) {
            for (BatchRead.Wanted wanted : part.wanted) {
                Entry entry = part.lifetimes == null ? null : cache.fresh(wanted.key);
                CachedItem item = entry == null ? null : entry.item();
                if (entry != null && item != null) {
                    read.found(wanted, item, CacheStatus.LOCAL);
                    if (cache.refreshDue(entry)) {
                        ageing.add(wanted);
                    }
                } else if (part.lifetimes == null || entry != null) {
                    wanted.state = BatchRead.State.DIRECT;
                    direct = true;
                } else {
                    missing++;
                }
            }
        }
        if (!ageing.isEmpty()) {
            refresh(read, ageing);
        }
        if (missing == 0 && !direct) {
            sink.send(BatchReply.of(read, MOST_BYTES));
            return;
        }
        Future<?> asked = direct ? askDirectly(read, false) : Future.succeededFuture();
        Loads loads = load(read, missing);
        Loops.deliver(Future.join(loads.all(), asked), all -> {
            loads.collect().run();
            askAgain(read, sink);
        });
    }

    private void refresh(BatchRead read, List<BatchRead.Wanted> ageing) {
        BatchLoad load = new BatchLoad(origin, read, Call.Capacity.NONE, ageing.size());
        for (BatchRead.Part part : read.parts()) {
            Lifetimes lifetimes = part.lifetimes;
            for (BatchRead.Wanted wanted : part.wanted) {
                if (lifetimes != null && ageing.contains(wanted)) {
                    cache.refresh(wanted.key, lifetimes, load.loader(part, wanted));
                }
            }
        }
    }

    /**
     * Loads under way.
     *
     * @param all done when each is; never fails
     * @param collect notes their outcomes, once they are done
     */
    private record Loads(Future<?> all, Runnable collect) {}

    /** Loads what is still open. */
    private Loads load(BatchRead read, int missing) {
        BatchLoad load = new BatchLoad(origin, read, read.call().capacity(), missing);
        List<Future<?>> loads = new ArrayList<>(missing);
        List<Runnable> outcomes = new ArrayList<>(missing);
        for (BatchRead.Part part : read.parts()) {
            Lifetimes lifetimes = part.lifetimes;
            for (BatchRead.Wanted wanted : part.wanted) {
                if (lifetimes == null || wanted.state != BatchRead.State.OPEN) {
                    continue;
                }
                BatchLoad.KeyLoad loader = load.loader(part, wanted);
                Future<Outcome> outcome = cache.load(wanted.key, lifetimes, loader);
                if (outcome.isComplete()) {
                    // Answered at once, perhaps without a flight that would have said so.
                    loader.spared();
                }
                loads.add(outcome);
                outcomes.add(() -> take(read, wanted, outcome, loader));
            }
        }
        return new Loads(Future.join(loads), () -> {
            outcomes.forEach(Runnable::run);
            read.consumed(load.consumed());
        });
    }

    private static void take(
            BatchRead read, BatchRead.Wanted wanted, Future<Outcome> outcome, BatchLoad.KeyLoad loader) {
        if (outcome.result() instanceof Outcome.Served served) {
            read.found(wanted, served.item(), served.status());
        } else if (outcome.result() instanceof Outcome.Refused refused) {
            Reply reply = refused.reply();
            if (reply.status() >= 500 || ErrorShapes.throttles(reply)) {
                read.unprocessed(wanted, reply);
            } else if (reply.status() >= 300 && loader.loads()) {
                read.refuse(reply);
            } else {
                wanted.state = BatchRead.State.DIRECT;
            }
        } else {
            wanted.state = BatchRead.State.DIRECT;
        }
    }

    /** What turned out to be the origin's to answer: too large to be held, or joined to a load that helps nobody else. */
    private void askAgain(BatchRead read, ReplySink sink) {
        if (read.error() == null && read.any(BatchRead.State.DIRECT)) {
            Loops.deliver(askDirectly(read, true), all -> answer(read, sink));
        } else {
            answer(read, sink);
        }
    }

    private void answer(BatchRead read, ReplySink sink) {
        Reply error = read.error();
        if (read.isUnreadable()) {
            bypass(read.call(), read.request(), sink);
        } else {
            sink.send(error != null ? error : BatchReply.of(read, MOST_BYTES));
        }
    }

    /**
     * Asks the origin for this reader alone, and stores nothing. The future never fails.
     *
     * @param strong whether keys of tables that are cached must be read strongly: they may just have been written
     */
    private Future<?> askDirectly(BatchRead read, boolean strong) {
        BatchRequest request =
                new BatchRequest(read.call().capacity(), read.request().hops());
        List<BatchRead.Wanted> asked = new ArrayList<>();
        for (BatchRead.Part part : read.parts()) {
            List<BatchRead.Wanted> ofPart = BatchRead.in(BatchRead.State.DIRECT, part);
            if (!ofPart.isEmpty()) {
                List<KeyParts> keys =
                        ofPart.stream().map(wanted -> wanted.spelt).toList();
                boolean consistent = part.read.consistent() || (strong && part.lifetimes != null);
                request.add(part.read, keys, consistent, part.read.projection());
                asked.addAll(ofPart);
            }
        }
        read.saw(CacheStatus.BYPASS);
        return origin.send(request.build()).onSuccess(answer -> direct(read, asked, answer));
    }

    private static void direct(BatchRead read, List<BatchRead.Wanted> asked, OriginReply answer) {
        Reply reply = OriginGate.reply(answer, CacheStatus.BYPASS);
        BatchBody body = answer.ok() ? BatchBody.scan(answer.payload().body()) : null;
        if (body == null) {
            if (answer.ok()) {
                read.unreadable();
            } else if (answer.down() || ErrorShapes.throttles(reply)) {
                asked.forEach(wanted -> read.unprocessed(wanted, reply));
            } else {
                read.refuse(reply);
            }
            return;
        }
        asked.forEach(wanted -> wanted.state = BatchRead.State.ANSWERED);
        read.consumed(body.capacity());
        for (BatchRead.Part part : read.parts()) {
            for (ItemBody.Slice slice : body.items(part.table)) {
                part.asTheyAre.add(Unpooled.wrappedBuffer(body.bytes(), slice.from(), slice.length()));
            }
            List<ItemKey> unprocessed = body.unprocessed(part.table);
            for (BatchRead.Wanted wanted : part.wanted) {
                if (unprocessed != null && unprocessed.contains(wanted.key)) {
                    read.unprocessed(wanted, null);
                }
            }
        }
    }

    /**
     * The first use of a projection on a table goes to the origin as it is. If the origin accepts it, the answer is
     * still the tiers': the origin's own may be older than a write that was answered a moment ago.
     */
    private void askFirst(Call.BatchGet call, List<BatchRead.Part> parts, WireRequest request, ReplySink sink) {
        String table = call.onlyTable();
        Loops.deliver(origin.forward(request, table == null ? null : TableId.bareName(table)), answer -> {
            boolean accepted = answer.result().ok();
            for (BatchRead.Part part : parts) {
                Call.Projected projected = part.read.projection();
                accepted = accepted && (projected == null || projections.accept(part.table.id(), projected));
            }
            if (accepted) {
                plan(call, request, sink);
            } else {
                sink.send(OriginGate.reply(answer.result(), CacheStatus.BYPASS));
            }
        });
    }

    private void bypass(Call.BatchGet call, WireRequest request, ReplySink sink) {
        String table = call.onlyTable();
        Loops.deliver(
                origin.forward(request, table == null ? null : TableId.bareName(table)),
                answer -> sink.send(OriginGate.reply(answer.result(), CacheStatus.BYPASS)));
    }
}
