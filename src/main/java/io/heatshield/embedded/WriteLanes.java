package io.heatshield.embedded;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on other threads that stays in order: of each lane one piece at a time, in the order given. A lane is a table, so
 * that writes that wait for the disk keep the order in which they came in, and tables do not wait for each other.
 * Bounded over all lanes. Safe for use from any thread.
 */
final class WriteLanes {
    /** What may wait at one time; a client that is answered waits for nothing, so this is many clients. */
    private static final int MOST_WAITING = 4_096;
    /** After this many pieces a lane lets others have the thread. */
    private static final int TURN = 32;

    private static final Logger LOG = LoggerFactory.getLogger(WriteLanes.class);

    private final Executor executor;
    /** The lanes that have work or do it; the rest is forgotten. */
    private final Map<String, Queue<Runnable>> lanes = new HashMap<>();

    private int waiting;

    WriteLanes(Executor executor) {
        this.executor = executor;
    }

    /**
     * Has something done after what was given for this lane before.
     *
     * @throws RejectedExecutionException if too much waits already
     */
    synchronized void execute(String lane, Runnable work) {
        if (waiting >= MOST_WAITING) {
            throw new RejectedExecutionException("too many writes wait");
        }
        Queue<Runnable> running = lanes.get(lane);
        if (running == null) {
            // Under the lock, so that nobody queues up behind work that is then rejected.
            lanes.put(lane, new ArrayDeque<>());
            start(lane, work);
        } else {
            running.add(work);
            waiting++;
        }
    }

    private void start(String lane, Runnable work) {
        try {
            executor.execute(() -> run(lane, work));
        } catch (RejectedExecutionException e) {
            lanes.remove(lane);
            throw e;
        }
    }

    private void run(String lane, Runnable first) {
        Runnable work = first;
        for (int done = 1; work != null; done++) {
            try {
                work.run();
            } catch (RuntimeException e) {
                // Work answers its own errors; whatever else it is, the lane must not stand still for good.
                LOG.error("A write failed in the embedded origin", e);
            }
            work = next(lane);
            if (work != null && done >= TURN && handedOn(lane, work)) {
                return;
            }
        }
    }

    private synchronized @Nullable Runnable next(String lane) {
        Queue<Runnable> queue = lanes.get(lane);
        Runnable work = queue == null ? null : queue.poll();
        if (work == null) {
            lanes.remove(lane);
        } else {
            waiting--;
        }
        return work;
    }

    /** Whether another turn was given to the lane; if not, for want of room, this turn goes on. */
    private boolean handedOn(String lane, Runnable work) {
        try {
            executor.execute(() -> run(lane, work));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }
}
