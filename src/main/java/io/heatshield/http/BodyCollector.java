package io.heatshield.http;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Puts a request body together, within the cap on one body and the budget of all. A body that comes in one piece is
 * handed on as it is. One that exceeds a bound is counted on, not kept. Used by one event loop.
 */
final class BodyCollector {
    /** What can be said of the body so far. */
    enum Verdict {
        FITS,
        /** Longer than one body may be. */
        TOO_LARGE,
        /** No longer than it may be, but the others leave no room for it. */
        NO_ROOM
    }

    private static final int FIRST_ALLOCATION = 64 << 10;

    private final int cap;
    private final BodyBudget budget;
    private Verdict verdict = Verdict.FITS;
    private long seen;
    private @Nullable Buffer only;
    private byte @Nullable [] joined;
    private long taken;

    BodyCollector(int cap, BodyBudget budget) {
        this.cap = cap;
        this.budget = budget;
    }

    void add(Buffer chunk) {
        long before = seen;
        seen += chunk.length();
        if (verdict != Verdict.FITS) {
            return;
        }
        if (seen > cap) {
            drop(Verdict.TOO_LARGE);
        } else if (before == 0) {
            only = chunk;
        } else if (reserve((int) before, (int) seen)) {
            append(chunk, (int) before);
        } else {
            drop(Verdict.NO_ROOM);
        }
    }

    /** Whether one piece has come, and the next is the first that will take memory. */
    boolean aboutToJoin() {
        return only != null;
    }

    /** Declares the body too large before all of it was seen. */
    void refuse() {
        drop(Verdict.TOO_LARGE);
    }

    Verdict verdict() {
        return verdict;
    }

    /** How many bytes came, kept or not. */
    long seen() {
        return seen;
    }

    /** The whole body, which must fit. */
    Buffer body() {
        if (joined != null) {
            return BufferInternal.buffer(Unpooled.wrappedBuffer(joined, 0, (int) seen));
        }
        return only != null ? only : Buffer.buffer(0);
    }

    /** Gives back what the budget lent. The body must no longer be used. */
    void release() {
        only = null;
        joined = null;
        if (taken > 0) {
            budget.giveBack(taken);
            taken = 0;
        }
    }

    private void drop(Verdict why) {
        release();
        verdict = why;
    }

    /**
     * Doubles the room as needed. The declared length is not trusted with an allocation: a thousand connections that
     * each announce 16 MiB and send nothing would otherwise take 16 GiB.
     */
    private boolean reserve(int before, int needed) {
        byte[] old = joined;
        if (old != null && needed <= old.length) {
            return true;
        }
        int wanted = (int) Math.min(cap, Math.max(FIRST_ALLOCATION, Math.max(needed, 2L * before)));
        if (!budget.take(wanted - taken)) {
            return false;
        }
        taken = wanted;
        joined = old == null ? new byte[wanted] : Arrays.copyOf(old, wanted);
        return true;
    }

    private void append(Buffer chunk, int at) {
        byte[] into = joined;
        if (into == null) {
            throw new IllegalStateException("nothing reserved");
        }
        Buffer first = only;
        if (first != null) {
            first.getBytes(into, 0);
            only = null;
        }
        chunk.getBytes(into, at);
    }
}
