package io.heatshield.cache;

import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One flight a key at a time, whoever asks and on whatever thread. Flights and finished entries are separate maps: a
 * flight that was detached by a write still answers those aboard, and newcomers open another.
 */
final class Coalescer {
    private final ConcurrentHashMap<CacheKey, Flight> flights = new ConcurrentHashMap<>();
    private final int maxFlights;
    private final int maxWaiters;
    private final Consumer<Flight> pilot;
    private final long joinNanos;
    private final LongSupplier clock;
    private final CacheObserver observer;

    /**
     * @param maxFlights loads under way at most; beyond, readers are turned away
     * @param maxWaiters readers of one flight at most
     * @param joinNanos how old a flight may be to be joined
     * @param clock monotonic nanoseconds
     * @param pilot starts a flight; must see to it that {@link #land} is called
     */
    Coalescer(
            int maxFlights,
            int maxWaiters,
            long joinNanos,
            LongSupplier clock,
            Consumer<Flight> pilot,
            CacheObserver observer) {
        this.maxFlights = maxFlights;
        this.maxWaiters = maxWaiters;
        this.joinNanos = joinNanos;
        this.clock = clock;
        this.pilot = pilot;
        this.observer = observer;
    }

    /** Joins the key's flight, or opens one with this loader. */
    Future<Outcome> join(CacheKey key, Lifetimes lifetimes, Loader loader) {
        while (true) {
            Flight current = flights.get(key);
            if (current == null) {
                if (flights.mappingCount() >= maxFlights) {
                    return turnedAway(key, "Too many loads are in progress; try again.");
                }
                Flight opened = new Flight(key, lifetimes, loader, false, clock.getAsLong());
                if (flights.putIfAbsent(key, opened) == null) {
                    pilot.accept(opened);
                    return opened.future();
                }
                continue;
            }
            if (current.outdated()) {
                detach(current);
                continue;
            }
            Flight.Seat seat = current.board(lifetimes, loader, maxWaiters, clock.getAsLong(), joinNanos);
            Flight boarded = seat.flight();
            if (boarded != null) {
                loader.spared();
                if (seat.boarded() == Flight.Boarded.LEADS_NEXT) {
                    return boarded.future();
                }
                observer.joined(key.table().name());
                return boarded.future().map(Flight::joined);
            }
            if (seat.boarded() == Flight.Boarded.FULL) {
                return turnedAway(key, "Too many requests wait for this item; try again.");
            }
            // Closed: whoever closed it is about to take it out of the map, or has.
            Thread.onSpinWait();
        }
    }

    /** Opens a flight that refreshes the key ahead of time, unless one is under way. */
    void openAhead(CacheKey key, Lifetimes lifetimes, Loader loader) {
        Flight opened = new Flight(key, lifetimes, loader, true, clock.getAsLong());
        if (flights.mappingCount() < maxFlights && flights.putIfAbsent(key, opened) == null) {
            observer.refreshBegun(key.table().name());
            pilot.accept(opened);
        } else {
            loader.spared();
        }
    }

    /** The flight has its outcome: takes it out, starts the one behind it, and tells those aboard. */
    void land(Flight flight, Outcome outcome) {
        flight.loader().spared();
        Flight next = flight.close();
        boolean started = false;
        if (next == null) {
            flights.remove(flight.key(), flight);
        } else {
            started = flights.replace(flight.key(), flight, next);
        }
        flight.complete(outcome);
        if (next != null) {
            startAlone(next, started);
        }
    }

    /** The key was invalidated: the flight under way answers those aboard, and nobody boards it any more. */
    void detach(CacheKey key) {
        Flight flight = flights.remove(key);
        if (flight != null) {
            leave(flight);
        }
    }

    private void detach(Flight flight) {
        if (flights.remove(flight.key(), flight)) {
            leave(flight);
        }
    }

    private void leave(Flight flight) {
        Flight next = flight.close();
        if (next != null) {
            startAlone(next, flights.putIfAbsent(flight.key(), next) == null);
        }
    }

    /** Detaches every flight: what was missed cannot be told. */
    void detachAll() {
        flights.values().forEach(this::detach);
    }

    /** Starts a flight that waited behind another; if its key has a newer one by now, it flies beside that. */
    private void startAlone(Flight next, boolean listed) {
        if (!listed && next.close() != null) {
            throw new IllegalStateException("a flight that never started cannot have one behind it");
        }
        pilot.accept(next);
    }

    long size() {
        return flights.mappingCount();
    }

    private Future<Outcome> turnedAway(CacheKey key, String why) {
        observer.shed(key.table().name());
        return Future.succeededFuture(
                new Outcome.Refused(Reply.error(DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, why))));
    }
}
