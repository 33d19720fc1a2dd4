package io.heatshield.shard;

/** Items cannot be moved between layouts; the message says why, for whoever asked for it. */
public final class ReshardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReshardException(String message) {
        super(message);
    }
}
