package io.heatshield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * dynalite, an origin that nobody here wrote: DynamoDB's main operations in JavaScript, in memory, on loopback. Taken
 * from npm into the build directory when it is first wanted. It accepts any signature but wants one, and it exits on a
 * request whose body is {@code null}.
 */
public final class Dynalite implements AutoCloseable {
    private static final String VERSION = "4.0.0";
    private static final String LISTENS = "listening on ";
    /** The server ends with its standard input too, so that it never outlives a test run that was killed. */
    private static final String PROGRAM = """
            const dynalite = require(process.argv[1]);
            const server = dynalite({createTableMs: 0, deleteTableMs: 0, updateTableMs: 0});
            server.listen(0, '127.0.0.1', () => console.log('%s' + server.address().port));
            process.stdin.on('end', () => process.exit(0)).resume();
            """.formatted(LISTENS);

    private final ChildProcess process;
    private final URI uri;

    private Dynalite(ChildProcess process, int port) {
        this.process = process;
        this.uri = URI.create("http://127.0.0.1:" + port);
    }

    /** Starts one on a free port, without tables. */
    public static Dynalite start() {
        Path module = installed();
        ChildProcess.Started<Integer> started = ChildProcess.start(
                List.of("node", "-e", PROGRAM, module.toString()),
                line -> line.startsWith(LISTENS) ? Integer.valueOf(line.substring(LISTENS.length())) : null);
        return new Dynalite(started.process(), started.told());
    }

    /** Where it listens. */
    public URI uri() {
        return uri;
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.close();
    }

    /** Test JVMs may run side by side, and npm must not install into one directory twice at once. */
    private static synchronized Path installed() {
        Path home = Path.of(System.getProperty("heatshield.build", "target"), "dynalite")
                .toAbsolutePath();
        Path module = home.resolve("node_modules/dynalite");
        Path done = home.resolve("installed-" + VERSION);
        try {
            Files.createDirectories(home);
            try (FileChannel channel = FileChannel.open(
                            home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(done)) {
                    install(home);
                    Files.createFile(done);
                }
            }
            return module;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void install(Path home) throws IOException {
        Path output = home.resolve("npm.log");
        Process npm = new ProcessBuilder(
                        "npm", "install", "--no-audit", "--no-fund", "--prefix", home.toString(), "dynalite@" + VERSION)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!npm.waitFor(5, TimeUnit.MINUTES) || npm.exitValue() != 0) {
                throw new IOException("npm could not install dynalite: " + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            npm.destroyForcibly();
        }
    }
}
