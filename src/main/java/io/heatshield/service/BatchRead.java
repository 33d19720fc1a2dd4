package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Lifetimes;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.WireRequest;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One BatchGetItem in the making: what was asked, and what is known of it by now. Used on one thread at a time. */
final class BatchRead {
    private final Call.BatchGet call;
    private final WireRequest request;
    private final List<Part> parts;
    private final Map<String, Double> consumed = new HashMap<>();
    private CacheStatus furthest = CacheStatus.LOCAL;
    private @Nullable Reply refusal;
    private @Nullable Reply throttle;
    private boolean unreadable;

    BatchRead(Call.BatchGet call, WireRequest request, List<Part> parts) {
        this.call = call;
        this.request = request;
        this.parts = parts;
    }

    /** A table's part. */
    static final class Part {
        final Call.TableRead read;
        final TableDescription table;
        final List<Wanted> wanted;
        /** How the cached items are projected, or null. */
        final @Nullable Projector projector;
        /** How long its items are kept; null for a part that is the origin's to answer. */
        final @Nullable Lifetimes lifetimes;
        /** Items as the origin itself projected them. */
        final List<ByteBuf> asTheyAre = new ArrayList<>();

        Part(
                Call.TableRead read,
                TableDescription table,
                List<Wanted> wanted,
                @Nullable Projector projector,
                @Nullable Lifetimes lifetimes) {
            this.read = read;
            this.table = table;
            this.wanted = wanted;
            this.projector = projector;
            this.lifetimes = lifetimes;
        }
    }

    /** What is known of a key. */
    enum State {
        /** Nothing. */
        OPEN,
        /** Its item, or its absence. */
        KNOWN,
        /** It must be asked of the origin for this reader alone. */
        DIRECT,
        /** The origin answered for this reader alone: the item, if there is one, is among the part's. */
        ANSWERED,
        /** The origin did not get to it. */
        UNPROCESSED
    }

    /** A key that is asked for. */
    static final class Wanted {
        final KeyParts spelt;
        final ItemKey key;
        State state = State.OPEN;

        @Nullable
        CachedItem item;

        Wanted(KeyParts spelt, ItemKey key) {
            this.spelt = spelt;
            this.key = key;
        }
    }

    Call.BatchGet call() {
        return call;
    }

    WireRequest request() {
        return request;
    }

    List<Part> parts() {
        return parts;
    }

    /** The item of a key, or its absence, was found. */
    void found(Wanted wanted, CachedItem item, CacheStatus status) {
        wanted.item = item;
        wanted.state = State.KNOWN;
        saw(status);
    }

    /** How far one of the keys had to be fetched. */
    void saw(CacheStatus status) {
        boolean further = status == CacheStatus.STALE || status.compareTo(furthest) > 0;
        if (furthest != CacheStatus.STALE && further) {
            furthest = status;
        }
    }

    /** The status of the whole: that of the key that came from furthest, and {@code stale} if any value may be old. */
    CacheStatus status() {
        return furthest;
    }

    /** The origin did not process this key. */
    void unprocessed(Wanted wanted, @Nullable Reply why) {
        wanted.state = State.UNPROCESSED;
        if (throttle == null) {
            throttle = why;
        }
    }

    /** The origin refuses, and not because it is asked too much or down. */
    void refuse(Reply why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    /** The origin says something that this code cannot take apart: the request is to be passed on whole. */
    void unreadable() {
        unreadable = true;
    }

    boolean isUnreadable() {
        return unreadable;
    }

    /** The error that is the answer to the whole, or null: a refusal, or that not one key was processed. */
    @Nullable
    Reply error() {
        if (refusal != null) {
            return refusal;
        }
        return throttle != null && !any(State.KNOWN) && !any(State.ANSWERED) ? throttle : null;
    }

    boolean any(State state) {
        for (int i = 0; i < parts.size(); i++) {
            List<Wanted> wanted = parts.get(i).wanted;
            for (int j = 0; j < wanted.size(); j++) {
                if (wanted.get(j).state == state) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The keys of a part that are in a state. */
    static List<Wanted> in(State state, Part part) {
        return part.wanted.stream().filter(wanted -> wanted.state == state).toList();
    }

    /** The origin's answer to a request of this reader's own told of this consumption. */
    void consumed(Map<String, Double> units) {
        units.forEach((table, one) -> consumed.merge(table, one, Double::sum));
    }

    /** What was really consumed of this table. */
    double consumed(TableDescription table) {
        return consumed.getOrDefault(table.id().name(), 0.0);
    }
}
