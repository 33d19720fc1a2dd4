package io.heatshield.app;

/** Entry point of the runnable jar. */
public final class Main {
    private Main() {}

    /** Starts the command named by the arguments. */
    public static void main(String[] args) {
        System.exit(0);
    }
}
