package io.heatshield.app;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one owner of start and stop. Parts start one after the other in the given order and stop in the reverse order;
 * when one cannot start, those that did are stopped again. Methods may be called from any thread.
 *
 * <p>A stop that comes during the start waits for the part that is starting, and the parts after it do not start.
 */
final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /**
     * Something that is started and stopped.
     *
     * @param name what the log calls it
     * @param start called once; a failed future, or a throw, ends the start of all
     * @param stop called once, and only after {@code start} succeeded
     */
    record Part(String name, Supplier<Future<Void>> start, Supplier<Future<Void>> stop) {
        /** A part that is there already and only wants to be stopped. */
        static Part stopping(String name, Supplier<Future<Void>> stop) {
            return new Part(name, Future::succeededFuture, stop);
        }
    }

    /** Where the whole is in its life; it moves forward only. */
    enum State {
        NEW,
        STARTING,
        RUNNING,
        STOPPING,
        STOPPED
    }

    private final List<Part> parts;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private final Promise<Void> started = Promise.promise();
    private final Promise<Void> stopped = Promise.promise();

    /** Touched by one future chain at a time: the start's, and when that has ended, the stop's. */
    private final Deque<Part> running = new ArrayDeque<>();

    Lifecycle(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    State state() {
        return Objects.requireNonNull(state.get());
    }

    /**
     * Starts the parts.
     *
     * @throws IllegalStateException in the future, if this was called before or after a stop
     */
    Future<Void> start() {
        if (!state.compareAndSet(State.NEW, State.STARTING)) {
            return Future.failedFuture(new IllegalStateException("cannot start when " + state.get()));
        }
        startFrom(0).onComplete(outcome -> {
            boolean runs = outcome.succeeded() && state.compareAndSet(State.STARTING, State.RUNNING);
            if (runs) {
                started.complete();
            } else {
                Throwable cause = outcome.succeeded() ? new StartException("Stopped while starting") : outcome.cause();
                state.set(State.STOPPING);
                stopRunning().onComplete(done -> {
                    started.fail(cause);
                    finish();
                });
            }
        });
        return started.future();
    }

    /** Stops what runs. Every call gives the same future, which never fails: what does not stop in order is logged. */
    Future<Void> stop() {
        if (state.compareAndSet(State.NEW, State.STOPPED)) {
            stopped.complete();
        } else if (state.compareAndSet(State.RUNNING, State.STOPPING)) {
            stopRunning().onComplete(done -> finish());
        } else {
            // The chain of the start sees this after the part that it is at.
            state.compareAndSet(State.STARTING, State.STOPPING);
        }
        return stopped.future();
    }

    /** Completes when everything is stopped, whoever stopped it. */
    Future<Void> stopped() {
        return stopped.future();
    }

    private Future<Void> startFrom(int index) {
        if (index == parts.size() || state.get() != State.STARTING) {
            return Future.succeededFuture();
        }
        Part part = parts.get(index);
        return call(part.start()).compose(done -> {
            running.push(part);
            return startFrom(index + 1);
        });
    }

    private Future<Void> stopRunning() {
        Part part = running.poll();
        if (part == null) {
            return Future.succeededFuture();
        }
        return call(part.stop()).transform(outcome -> {
            if (outcome.failed()) {
                LOG.atError()
                        .addKeyValue("part", part.name())
                        .setCause(outcome.cause())
                        .log("did not stop in order");
            }
            return stopRunning();
        });
    }

    private void finish() {
        state.set(State.STOPPED);
        stopped.complete();
    }

    private static Future<Void> call(Supplier<Future<Void>> step) {
        return Future.<Void>succeededFuture().compose(nothing -> step.get());
    }
}
