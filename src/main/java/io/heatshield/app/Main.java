package io.heatshield.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Entry point of the runnable jar. */
public final class Main {
    private Main() {}

    /** Runs the command that the arguments name, and ends the process with its status. */
    public static void main(String[] args) {
        Console console = new Console(
                System.getenv(),
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        System.exit(HeatshieldCommand.commandLine(
                        console, new Serving(Heatshield::build), new Serving(Heatshield::buildOriginAlone))
                .execute(args));
    }
}
