package io.heatshield.app;

import io.heatshield.config.HeatshieldConfig;

/** What {@code serve} runs. */
@FunctionalInterface
interface Server {
    /**
     * Starts to serve, prints the start-up block, and returns when the end came and everything is stopped.
     *
     * @throws StartException if it cannot start; nothing is left running then
     */
    void serve(HeatshieldConfig config, Console console);
}
