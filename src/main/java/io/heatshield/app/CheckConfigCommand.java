package io.heatshield.app;

import io.heatshield.config.ConfigText;
import io.heatshield.config.HeatshieldConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says whether a configuration will do, and what it amounts to. */
@Command(
        name = "check-config",
        mixinStandardHelpOptions = true,
        versionProvider = HeatshieldCommand.Versions.class,
        description = "Check the configuration and print what it amounts to, secrets hidden. Opens no socket.")
final class CheckConfigCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final ConfigOptions options;

    CheckConfigCommand(Console console, ConfigOptions before) {
        this.console = console;
        this.options = new ConfigOptions(before);
    }

    @Override
    public Integer call() {
        HeatshieldConfig config = options.read(console.environment());
        console.out().print(ConfigText.of(config));
        console.out().flush();
        Warnings.of(config, console.environment(), Runtime.getRuntime().maxMemory())
                .forEach(warning -> console.err().println("warning: " + warning));
        console.err().flush();
        return ExitCode.OK;
    }
}
