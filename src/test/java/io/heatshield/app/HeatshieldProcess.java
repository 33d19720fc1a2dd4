package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The jar as a process of its own, run as users run it, with what it prints. */
public final class HeatshieldProcess implements AutoCloseable {
    public static final String JAR = System.getProperty("heatshield.jar", "target/heatshield.jar");

    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final Queue<String> out = new ConcurrentLinkedQueue<>();
    private final Queue<String> err = new ConcurrentLinkedQueue<>();
    private final List<Thread> readers = new ArrayList<>();

    private HeatshieldProcess(Process process) {
        this.process = process;
        readers.add(reader(process.inputReader(), out));
        readers.add(reader(process.errorReader(), err));
    }

    /** Runs the jar with these arguments. */
    static HeatshieldProcess run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(java(), "-jar", JAR));
        command.addAll(List.of(arguments));
        return start(command, Map.of());
    }

    /** Runs a command that runs the jar, with these variables over an environment that says nothing of AWS. */
    public static HeatshieldProcess start(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("HEATSHIELD_"));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new HeatshieldProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command that runs Java here. */
    public static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    /** Waits until the start-up block is out; fails if the process ends instead. */
    public HeatshieldProcess awaitStarted() {
        Awaitility.await()
                .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .failFast("the process ended: " + err, () -> !process.isAlive())
                .until(() -> out.stream().anyMatch(line -> line.startsWith("  auth ")));
        return this;
    }

    /** Where the DynamoDB endpoint is, as the start-up block says. */
    public URI dynamoDb() {
        return face("DynamoDB");
    }

    /** Where the admin face is, as the start-up block says. */
    public URI admin() {
        return face("admin");
    }

    private URI face(String name) {
        return out.stream()
                .filter(line -> line.startsWith("  " + name + " "))
                .map(line -> URI.create(line.substring(name.length() + 2).strip()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line '" + name + "' in " + out));
    }

    /** Sends SIGTERM. */
    void terminate() {
        // Not of the process itself, which would close its output before the last lines came.
        process.toHandle().destroy();
    }

    /** Ends the process at once, as kill -9 does, and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("killed")
                .isTrue();
    }

    /** Its process, for signals. */
    public long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end, and for all that was printed until then. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("ended")
                .isTrue();
        for (Thread reader : readers) {
            reader.join();
        }
        return process.exitValue();
    }

    /** The lines that it wrote to its output. */
    public List<String> out() {
        return List.copyOf(out);
    }

    /** The lines that it wrote to its error output. */
    public List<String> err() {
        return List.copyOf(err);
    }

    private static Thread reader(BufferedReader from, Queue<String> to) {
        Thread thread = new Thread(() -> from.lines().forEach(to::add), "output of Heatshield");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Ends the process by force if it still runs: what a test wants of its end, it asserted before. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
