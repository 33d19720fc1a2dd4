package io.heatshield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** A Redis of a test's own: apt's {@code redis-server}, on loopback, in memory, persisting nothing. */
public final class RedisServer implements AutoCloseable {
    private static final int ATTEMPTS = 5;

    private final ChildProcess process;
    private final int port;

    private RedisServer(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one on a free port. */
    public static RedisServer start() {
        return start(new String[0]);
    }

    /** Starts one that follows this one, and waits until it has caught up. */
    public RedisServer startReplica() {
        return start("--replicaof", "127.0.0.1 " + port);
    }

    /** Starts one with further options of the command line. */
    public static RedisServer start(String... options) {
        IllegalStateException last = new IllegalStateException("no Redis");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            // Redis cannot choose a port by itself; one that was free a moment ago may be taken by then.
            try {
                return startOn(freePort(), options);
            } catch (IllegalStateException e) {
                last = e;
            }
        }
        throw last;
    }

    /** Starts one on this port, as after {@link #close()} to let it come back. */
    public static RedisServer startOn(int port, String... options) {
        List<String> command = new ArrayList<>(List.of(
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
                "--daemonize",
                "no",
                "--dir",
                System.getProperty("java.io.tmpdir"),
                // A replica is to be in step at once, and to write no file.
                "--repl-diskless-sync-delay",
                "0",
                "--repl-diskless-load",
                "on-empty-db"));
        command.addAll(List.of(options));
        ChildProcess.Started<Boolean> started =
                ChildProcess.start(command, line -> line.contains("Ready to accept connections") ? true : null);
        return new RedisServer(started.process(), port);
    }

    /** A port that was free a moment ago. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return port;
    }

    /**
     * Starts one that speaks TLS as well.
     *
     * @return what closes it, and where TLS is spoken
     */
    public static Secured startSecured(Certificates.Pair shown) {
        int port = freePort();
        RedisServer server = start(
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                shown.certificate().toString(),
                "--tls-key-file",
                shown.key().toString(),
                "--tls-ca-cert-file",
                shown.authority().toString(),
                "--tls-auth-clients",
                "no");
        return new Secured(server, "rediss://127.0.0.1:" + port);
    }

    /** A server, and its URL of TLS. */
    public record Secured(RedisServer server, String uri) implements AutoCloseable {
        @Override
        public void close() {
            server.close();
        }
    }

    /** As the configuration wants it. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Its process, for signals. */
    public long pid() {
        return process.pid();
    }

    /** Ends it at once, as a crash does: what it held is gone. */
    public void kill() {
        process.kill();
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}
