package io.heatshield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A Redis Cluster of a test's own: three primaries, a replica each, on loopback, in memory. */
public final class RedisCluster implements AutoCloseable {
    private static final int PRIMARIES = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final List<Integer> ports = new ArrayList<>();
    private final List<ChildProcess> servers = new ArrayList<>();

    private RedisCluster(Path directory) {
        this.directory = directory;
    }

    /** Starts one and waits until it serves every slot. */
    public static RedisCluster start() {
        try {
            RedisCluster cluster = new RedisCluster(Files.createTempDirectory("redis-cluster"));
            for (int i = 0; i < 2 * PRIMARIES; i++) {
                cluster.addServer();
            }
            List<String> create = new ArrayList<>(List.of("--cluster", "create"));
            cluster.ports.forEach(port -> create.add("127.0.0.1:" + port));
            create.addAll(List.of("--cluster-replicas", "1", "--cluster-yes"));
            cluster.cli(create.toArray(String[]::new));
            cluster.awaitOk();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> cluster.nodes()
                                    .filter(line -> line.contains("slave"))
                                    .count()
                            == PRIMARIES);
            return cluster;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void addServer() throws IOException {
        int port = freePort();
        Path own = Files.createDirectory(directory.resolve(Integer.toString(port)));
        servers.add(ChildProcess.start(
                        List.of(
                                "redis-server",
                                "--port",
                                Integer.toString(port),
                                "--bind",
                                "127.0.0.1",
                                "--cluster-enabled",
                                "yes",
                                "--cluster-port",
                                Integer.toString(freePort()),
                                "--cluster-node-timeout",
                                "1500",
                                "--save",
                                "",
                                "--appendonly",
                                "no",
                                "--dir",
                                own.toString()),
                        line -> line.contains("Ready to accept connections") ? true : null)
                .process());
        ports.add(port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** As the configuration wants it. */
    public String uri() {
        return "redis-cluster://"
                + ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** Kills a primary; its replica is to take over. */
    public void killPrimary() {
        int port = primaryPorts().get(0);
        int index = ports.indexOf(port);
        ports.remove(index);
        servers.remove(index).close();
    }

    /** Waits until every server that lives knows every slot to be served. */
    public void awaitOk() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> ports.stream()
                        .allMatch(port -> cli("-p", Integer.toString(port), "cluster", "info")
                                .contains("cluster_state:ok")));
    }

    /** Moves some slots from one primary to another, as an operator would. */
    public void moveSlots(int count) {
        List<String> ids = nodes().filter(line -> line.contains("master") && !line.contains("fail"))
                .map(line -> line.split(" ", -1)[0])
                .toList();
        cli(
                "--cluster",
                "reshard",
                "127.0.0.1:" + ports.get(0),
                "--cluster-from",
                ids.get(0),
                "--cluster-to",
                ids.get(1),
                "--cluster-slots",
                Integer.toString(count),
                "--cluster-yes");
    }

    /** Runs a command on every server, and gives what each said. */
    public List<String> everywhere(String... command) {
        return ports.stream()
                .map(port -> cli(Stream.concat(Stream.of("-p", Integer.toString(port)), Arrays.stream(command))
                        .toArray(String[]::new)))
                .toList();
    }

    private List<Integer> primaryPorts() {
        return nodes().filter(line -> line.contains("master") && !line.contains("fail"))
                .map(line -> line.split(" ", -1)[1])
                .map(address -> Integer.parseInt(address.replaceAll(".*:(\\d+)@.*", "$1")))
                .toList();
    }

    private Stream<String> nodes() {
        return Arrays.stream(cli("-p", Integer.toString(ports.get(0)), "cluster", "nodes")
                        .split("\n", -1))
                .filter(line -> !line.isBlank());
    }

    private String cli(String... arguments) {
        try {
            List<String> command = new ArrayList<>(List.of("redis-cli"));
            command.addAll(Arrays.asList(arguments));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        servers.forEach(ChildProcess::close);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
