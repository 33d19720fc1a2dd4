package io.heatshield.config;

/**
 * The admin face: section {@code admin}.
 *
 * @param host the address to bind
 * @param port the port, 0 for any free one
 */
public record AdminConfig(String host, int port) {
    /** Checks every value. */
    public AdminConfig {
        new Checks().host("host", host).port("port", port).done();
    }

    /** Whether only this machine can reach the port. */
    public boolean onLoopback() {
        return Hosts.isLoopback(host);
    }

    static AdminConfig defaults() {
        return new AdminConfig("127.0.0.1", 8101);
    }
}
