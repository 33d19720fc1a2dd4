package io.heatshield.app;

import io.heatshield.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in plain words why a command failed, and chooses the exit status. */
final class Complaints implements IExecutionExceptionHandler {
    private final Console console;

    Complaints(Console console) {
        this.console = console;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult parsed)
            throws Exception {
        if (failure instanceof ConfigException || failure instanceof StartException) {
            console.err().println("heatshield: " + failure.getMessage());
            console.err().flush();
            return failure instanceof ConfigException ? ExitCode.MISUSED : ExitCode.FAILED;
        }
        throw failure;
    }
}
