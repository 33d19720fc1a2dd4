package io.heatshield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A primary, its replica, and a Sentinel that watches them: a test's own, on loopback, in memory. */
public final class RedisSentinels implements AutoCloseable {
    private final Path directory;
    private final RedisServer primary;
    private final RedisServer replica;
    private final ChildProcess sentinel;
    private final int port;

    private RedisSentinels(Path directory, RedisServer primary, RedisServer replica, ChildProcess sentinel, int port) {
        this.directory = directory;
        this.primary = primary;
        this.replica = replica;
        this.sentinel = sentinel;
        this.port = port;
    }

    /** Starts them, and waits until the Sentinel knows both. */
    public static RedisSentinels start() {
        try {
            RedisServer primary = RedisServer.start();
            RedisServer replica = primary.startReplica();
            int port = RedisServer.freePort();
            Path directory = Files.createTempDirectory("redis-sentinel");
            Path settings = Files.writeString(
                    directory.resolve("sentinel.conf"),
                    String.join(
                            "\n",
                            "bind 127.0.0.1",
                            "port " + port,
                            "dir " + directory,
                            "sentinel monitor main 127.0.0.1 " + primary.port() + " 1",
                            "sentinel down-after-milliseconds main 1000",
                            "sentinel failover-timeout main 5000",
                            ""));
            ChildProcess sentinel = ChildProcess.start(
                            List.of("redis-server", settings.toString(), "--sentinel"),
                            line -> line.contains("+slave slave") ? true : null)
                    .process();
            return new RedisSentinels(directory, primary, replica, sentinel, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the configuration wants it. */
    public String uri() {
        return "redis-sentinel://127.0.0.1:" + port + "#main";
    }

    /** Ends the primary as a crash does. */
    public void killPrimary() {
        primary.kill();
    }

    @Override
    public void close() {
        sentinel.close();
        replica.close();
        primary.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
