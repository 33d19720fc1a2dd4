package io.heatshield;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

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
        Path module = NodeModules.installed("dynalite", "dynalite@" + VERSION).resolve("dynalite");
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
}
