package io.heatshield.app;

/** What the process's exit status says. */
final class ExitCode {
    /** Done; for {@code serve}: ended by a signal, and in order. */
    static final int OK = 0;

    /** The start failed: a port is taken, say. */
    static final int FAILED = 1;

    /** The command line or the configuration is wrong. */
    static final int MISUSED = 2;

    private ExitCode() {}
}
