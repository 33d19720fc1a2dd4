package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client that writes what it is told, well-formed or not. */
final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawClient(int port) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        // A guard against a test that hangs, no part of what is tested.
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** A whole {@code POST /} as SDKs send it. */
    static String post(String target, String body) {
        return head(target, "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n") + body;
    }

    /** The head of a {@code POST /} with these header lines more. */
    static String head(String target, String lines) {
        return "POST / HTTP/1.1\r\nHost: localhost:8100\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: "
                + target + "\r\n" + lines + "\r\n";
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    RawClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    RawAnswer read() throws IOException {
        return RawAnswer.read(in, false);
    }

    RawAnswer readToHead() throws IOException {
        return RawAnswer.read(in, true);
    }

    /** Sends and reads. */
    RawAnswer ask(String text) throws IOException {
        return send(text).read();
    }

    void closeOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes in the way that sends a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Asserts that the server ends the connection, without a byte more. */
    void expectClosed() throws IOException {
        try {
            assertThat(in.read()).isEqualTo(-1);
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    boolean isOpenAndQuiet() throws IOException {
        return in.available() == 0 && !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
