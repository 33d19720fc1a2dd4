package io.heatshield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The fixture itself: it answers, ends when told, and comes back on its port. */
final class RedisServerIT {
    @Test
    void startCloseAndStartAgain() throws IOException {
        RedisServer first = RedisServer.start();
        try (first) {
            assertThat(ping(first.port())).isEqualTo("+PONG\r\n");
        }
        assertThat(first.isAlive()).isFalse();
        try (RedisServer again = RedisServer.startOn(first.port())) {
            assertThat(ping(again.port())).isEqualTo("+PONG\r\n");
        }
    }

    private static String ping(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII);
        }
    }
}
