package io.heatshield.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the embedded origin by itself, for any client, until a signal ends it. */
@Command(
        name = "serve-origin",
        mixinStandardHelpOptions = true,
        versionProvider = HeatshieldCommand.Versions.class,
        description = "Serve the embedded origin alone, with no cache before it, until SIGTERM or SIGINT. Section"
                + " 'embedded' of the configuration holds; section 'origin' does not.")
final class ServeOriginCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final ConfigOptions options;

    @Option(
            names = {"-p", "--port"},
            defaultValue = "8000",
            description = "Where to listen, on listen.host; 0 for any free port. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--admin-port",
            defaultValue = "8001",
            description = "Where health, metrics and the laboratory are, on admin.host. Default: ${DEFAULT-VALUE}.")
    private int adminPort;

    private final Server server;

    ServeOriginCommand(Console console, ConfigOptions before, Server server) {
        this.console = console;
        this.options = new ConfigOptions(before);
        this.server = server;
    }

    @Override
    public Integer call() {
        server.serve(options.read(console.environment()).originAlone(port, adminPort), console);
        return ExitCode.OK;
    }
}
