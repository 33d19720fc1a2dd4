package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Query of a sharded key: every shard is asked the same, and the answers are merged as if it had been one. Used
 * once.
 */
final class Gather {
    /*
     * Each shard is read a page at a time, and a page is asked for when the one before is used up. The merge goes on
     * while every shard has an item at hand or has ended, so that what it takes is surely the next.
     *
     * While items are being moved between layouts, the shards that they move away from are read first, and those that
     * they move to after them, strongly, and anew after every further page of the former: an item that was not here yet
     * is then still there, and one that has left there is here.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Gather.class);

    private final Asking asking;
    private final OriginRequest request;
    private final ShardSearch search;
    private final TableKeys keys;
    private final Deadline deadline;
    private final List<ShardPages> leaving;
    private final List<ShardPages> staying;
    private final List<ShardPages> all;
    private final GatherAnswer answer;
    private final Promise<OriginReply> promise = Promise.promise();

    private Gather(Asking asking, OriginRequest request, ShardSearch search, TableKeys keys, Positions positions) {
        this.asking = asking;
        this.request = request;
        this.search = search;
        this.keys = keys;
        this.deadline = asking.deadline(search.key().gather());
        this.staying = pages(search.key().shards(search.logical()), 0, positions);
        this.leaving = pages(search.key().otherShards(search.logical()), 1, positions);
        this.all = new ArrayList<>(leaving);
        all.addAll(staying);
        this.answer = new GatherAnswer(search, keys, positions, all);
    }

    private static List<ShardPages> pages(List<String> shards, int rank, Positions positions) {
        List<ShardPages> pages = new ArrayList<>(shards.size());
        shards.forEach(shard -> pages.add(new ShardPages(shard, rank, positions.start(shard))));
        return pages;
    }

    /** Asks and merges. The future never fails. */
    static Future<OriginReply> of(
            Asking asking, OriginRequest request, ShardSearch search, TableKeys keys, Positions positions) {
        Gather gather = new Gather(asking, request, search, keys, positions);
        gather.run();
        return gather.promise.future();
    }

    private void run() {
        try {
            while (!answer.full()) {
                List<ShardPages> wanting = wanting();
                if (!wanting.isEmpty()) {
                    fetch(wanting);
                    return;
                }
                if (!answer.takeNext()) {
                    break;
                }
            }
            end(answer.reply());
        } catch (RuntimeException defect) {
            LOG.error("a gather failed", defect);
            end(Asking.defect());
        }
    }

    private List<ShardPages> wanting() {
        List<ShardPages> wanting = new ArrayList<>();
        leaving.forEach(shard -> addIf(shard.wants(), wanting, shard));
        if (wanting.isEmpty()) {
            staying.forEach(shard -> addIf(shard.wants(), wanting, shard));
        }
        return wanting;
    }

    private static void addIf(boolean wants, List<ShardPages> wanting, ShardPages shard) {
        if (wants) {
            wanting.add(shard);
        }
    }

    private void fetch(List<ShardPages> wanting) {
        int limit = search.pageSize(all.size());
        FanOut.of(wanting.size(), search.key().gather().parallelism(), deadline, at -> {
                    ShardPages shard = wanting.get(at);
                    ObjectNode body = ShardRequest.of(search, keys, shard.physical(), shard.start(), limit);
                    return asking.origin().send(Json.with(request, Operation.QUERY.target(), body));
                })
                .onComplete(answers -> fetched(wanting, answers.result()));
    }

    private void fetched(List<ShardPages> wanting, @Nullable OriginReply[] answers) {
        OriginReply failure = Asking.failure(answers);
        if (failure != null && (!search.key().gather().partial() || (!failure.down() && !throttles(failure)))) {
            asking.observer().gathered(keys.table().name(), ShardObserver.GatherEnd.FAILED, all.size());
            end(failure);
            return;
        }
        for (int at = 0; at < answers.length; at++) {
            OriginReply page = answers[at];
            ObjectNode body = page == null || !page.ok()
                    ? null
                    : Json.object(page.payload().body());
            if (page == null || body == null) {
                wanting.get(at).lose();
            } else {
                answer.consumed(body.get("ConsumedCapacity"));
                wanting.get(at).take(body, page.payload().body().length(), search.sort());
            }
        }
        if (leaving.contains(wanting.get(0))) {
            staying.forEach(shard -> shard.restart(answer.resume(shard.physical())));
        }
        if (all.stream().allMatch(ShardPages::lost)) {
            asking.observer().gathered(keys.table().name(), ShardObserver.GatherEnd.FAILED, all.size());
            end(failure == null ? Asking.late() : failure);
        } else {
            run();
        }
    }

    /** An error of the request itself is answered as it is, whatever is partial: every shard would say the same. */
    private static boolean throttles(OriginReply failure) {
        String body = failure.payload().body().toString();
        return body.contains("ThroughputExceeded") || body.contains("Throttling") || body.contains("RequestLimit");
    }

    private void end(OriginReply reply) {
        if (reply.ok()) {
            asking.observer()
                    .gathered(
                            keys.table().name(),
                            reply.partial() == null
                                    ? ShardObserver.GatherEnd.COMPLETE
                                    : ShardObserver.GatherEnd.PARTIAL,
                            all.size());
        }
        promise.complete(reply);
    }
}
