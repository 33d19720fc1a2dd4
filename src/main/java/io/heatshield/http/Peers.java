package io.heatshield.http;

import io.heatshield.metrics.ListenerMeters;
import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop. Those that are idle too long are closed at the next sweep, which come often
 * enough that "too long" is never more than an eighth longer. Used by one event loop, but for the count.
 */
final class Peers {
    private static final int SWEEPS_PER_TIMEOUT = 8;

    private final Set<Peer> open = new HashSet<>();
    private final AtomicInteger everywhere;
    private final int most;
    private final long idleNanos;
    private final LongSupplier nanoTime;
    private final ListenerMeters meters;

    /**
     * @param everywhere the connections of all the listener's loops
     */
    Peers(ListenerSettings settings, AtomicInteger everywhere, LongSupplier nanoTime, ListenerMeters meters) {
        this.everywhere = everywhere;
        this.most = settings.listen().maxConnections();
        this.idleNanos = settings.listen().idleTimeout().toNanos();
        this.nanoTime = nanoTime;
        this.meters = meters;
    }

    /** Takes a new connection, or closes it because there are too many, and answers null. */
    @Nullable
    Peer admit(FrontDoor door, HttpConnection connection) {
        if (everywhere.incrementAndGet() > most) {
            everywhere.decrementAndGet();
            meters.connectionRefused();
            Parting.shut(connection);
            return null;
        }
        Peer peer = new Peer(door, connection, nanoTime.getAsLong());
        open.add(peer);
        meters.connectionOpened();
        connection.closeHandler(closed -> leave(peer));
        return peer;
    }

    private void leave(Peer peer) {
        open.remove(peer);
        everywhere.decrementAndGet();
        meters.connectionClosed();
    }

    long sweepIntervalMillis() {
        return Math.max(1, idleNanos / SWEEPS_PER_TIMEOUT / 1_000_000);
    }

    /** Closes what has been idle too long. */
    void sweep() {
        long now = nanoTime.getAsLong();
        List<Peer> idle = new ArrayList<>();
        for (Peer peer : open) {
            if (peer.idle(now, idleNanos)) {
                idle.add(peer);
            }
        }
        // Closing takes a peer out of the set, perhaps at once.
        for (Peer peer : idle) {
            Parting.shut(peer.connection());
        }
    }
}
