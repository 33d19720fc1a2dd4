package io.heatshield.config;

/**
 * Who may ask: section {@code auth}.
 *
 * @param mode how a request is checked
 * @param allowUnauthenticated consent to serve anyone beyond this machine without a check
 */
public record AuthConfig(Mode mode, boolean allowUnauthenticated) {
    /** How a request is checked. */
    public enum Mode {
        /** Not at all: signatures are ignored. */
        NONE
    }

    static AuthConfig defaults() {
        return new AuthConfig(Mode.NONE, false);
    }
}
