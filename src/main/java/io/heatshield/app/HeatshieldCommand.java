package io.heatshield.app;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The command line as a whole; alone it is {@link ServeCommand}. */
@Command(
        name = "heatshield",
        mixinStandardHelpOptions = true,
        versionProvider = HeatshieldCommand.Versions.class,
        description = "A read-through caching proxy in front of hot DynamoDB items.",
        synopsisHeading = "Usage: java -jar ",
        footerHeading = "%nExit status:%n",
        footer = {
            "  0  done; serve: ended by SIGTERM or SIGINT",
            "  1  the start failed, for example since a port is taken",
            "  2  the command line or the configuration is wrong"
        })
final class HeatshieldCommand implements Callable<Integer> {
    private final ServeCommand serve;

    private HeatshieldCommand(ServeCommand serve) {
        this.serve = serve;
    }

    /**
     * The command line, ready to execute.
     *
     * @param server runs the proxy
     * @param originAlone runs the embedded origin with nothing before it
     */
    static CommandLine commandLine(Console console, Server server, Server originAlone) {
        ConfigOptions options = new ConfigOptions(null);
        ServeCommand serve = new ServeCommand(console, options, server);
        return new CommandLine(new HeatshieldCommand(serve))
                .addMixin("options", options)
                .addSubcommand(serve)
                .addSubcommand(new ServeOriginCommand(console, options, originAlone))
                .addSubcommand(new CheckConfigCommand(console, options))
                .addSubcommand(new InvalidateCommand(console, options))
                .addSubcommand(new AdviseCommand(console))
                .addSubcommand(new ReshardCommand(console, options))
                .setOut(console.out())
                .setErr(console.err())
                .setExecutionExceptionHandler(new Complaints(console))
                .setUsageHelpWidth(100);
    }

    @Override
    public Integer call() {
        return serve.call();
    }

    /** What {@code --version} prints. */
    static final class Versions implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"heatshield " + Version.current()};
        }
    }
}
