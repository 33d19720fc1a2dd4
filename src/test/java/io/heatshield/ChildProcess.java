package io.heatshield;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server that a test starts as a process of its own, and ends by its handle. Its output is read all the time, so
 * that a full pipe cannot stop it; the last lines are shown if it does not start.
 */
final class ChildProcess implements AutoCloseable {
    private static final int LINES_KEPT = 50;

    private final Process process;
    private final Deque<String> lines = new ArrayDeque<>();

    private ChildProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a command and waits for the line that says that it listens.
     *
     * @param ready gives what the line tells, or null for any other line
     */
    static <T> Started<T> start(List<String> command, Function<String, @Nullable T> ready) {
        ChildProcess child = new ChildProcess(begin(command));
        try {
            CompletableFuture<T> told = new CompletableFuture<>();
            Thread reader = new Thread(() -> child.read(ready, told), "output of " + command.get(0));
            reader.setDaemon(true);
            reader.start();
            return new Started<>(child, told.get(60, TimeUnit.SECONDS));
        } catch (Exception e) {
            child.close();
            throw new IllegalStateException("did not start: " + command.get(0), e);
        }
    }

    private static Process begin(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process that listens, and what it said of it. */
    record Started<T>(ChildProcess process, T told) {}

    private <T> void read(Function<String, @Nullable T> ready, CompletableFuture<T> told) {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                if (lines.size() > LINES_KEPT) {
                    lines.remove();
                }
                T value = told.isDone() ? null : ready.apply(line);
                if (value != null) {
                    told.complete(value);
                }
            }
            told.completeExceptionally(new IllegalStateException("ended: " + String.join("\n", lines)));
        } catch (IOException e) {
            told.completeExceptionally(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Ends it at once, as a crash does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
