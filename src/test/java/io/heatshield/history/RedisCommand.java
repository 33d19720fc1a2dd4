package io.heatshield.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Commands of plain words to a Redis on this machine. */
final class RedisCommand {
    private static final int PATIENCE_MILLIS = 5_000;

    private RedisCommand() {}

    /** Sends one, and waits for the first line of its answer, which must be no error. */
    static void send(int port, String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            StringBuilder line = new StringBuilder();
            for (int next = socket.getInputStream().read(); next > 0 && next != '\r'; ) {
                line.append((char) next);
                next = socket.getInputStream().read();
            }
            if (line.length() == 0 || line.charAt(0) == '-') {
                throw new IllegalStateException(command + ": " + line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
