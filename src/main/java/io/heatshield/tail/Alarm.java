package io.heatshield.tail;

/** Calls back later, on the context of whoever asks. */
public interface Alarm {
    /**
     * Runs a task once.
     *
     * @param millis after how long; at least 1
     */
    void after(long millis, Runnable task);
}
