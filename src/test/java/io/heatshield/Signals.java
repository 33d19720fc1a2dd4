package io.heatshield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** Signals to processes that this one started. */
public final class Signals {
    private Signals() {}

    /** The process stands still; its connections stay open. */
    public static void stop(long pid) {
        send("-STOP", pid);
    }

    /** It goes on. */
    public static void goOn(long pid) {
        send("-CONT", pid);
    }

    private static void send(String signal, long pid) {
        try {
            Process kill = new ProcessBuilder("bash", "-c", "kill " + signal + " " + pid).start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("no signal to " + pid);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
