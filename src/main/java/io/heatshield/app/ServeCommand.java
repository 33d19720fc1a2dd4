package io.heatshield.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves until a signal ends it. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = HeatshieldCommand.Versions.class,
        description = "Serve until SIGTERM or SIGINT (the default command). Without any setting: an in-memory origin"
                + " with sample tables behind the cache.")
final class ServeCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final ConfigOptions options;

    private final Server server;

    ServeCommand(Console console, ConfigOptions before, Server server) {
        this.console = console;
        this.options = new ConfigOptions(before);
        this.server = server;
    }

    @Override
    public Integer call() {
        server.serve(options.read(console.environment()), console);
        return ExitCode.OK;
    }
}
