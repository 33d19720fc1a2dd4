package io.heatshield.history;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A connection of one's own that is opened anew when it failed. It never sends a request twice: a client that did so
 * would add twice.
 */
final class HttpDoor implements Door {
    private static final int PATIENCE_MILLIS = 3_000;

    private final URI endpoint;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    HttpDoor(URI endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public Answer ask(String operation, String json) throws IOException {
        Socket open = socket;
        if (open == null) {
            open = connect();
        }
        try {
            open.getOutputStream().write(request(operation, json));
            return answer();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private Socket connect() throws NotSentException {
        Socket opened = new Socket();
        try {
            opened.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()), PATIENCE_MILLIS);
            opened.setTcpNoDelay(true);
            opened.setSoTimeout(PATIENCE_MILLIS);
            in = new BufferedInputStream(opened.getInputStream());
            socket = opened;
            return opened;
        } catch (IOException e) {
            throw new NotSentException(e);
        }
    }

    private byte[] request(String operation, String json) {
        String text = "POST / HTTP/1.1\r\nHost: " + endpoint.getAuthority()
                + "\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810." + operation
                + "\r\nX-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256 "
                + "Credential=any/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target,"
                + " Signature=00\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private Answer answer() throws IOException {
        String status = line();
        int length = 0;
        String cache = "";
        for (String line = line(); !line.isEmpty(); line = line()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            } else if (lower.startsWith("x-heatshield-cache:")) {
                cache = lower.substring(19).strip();
            }
        }
        InputStream from = in;
        byte[] body = from == null ? new byte[0] : from.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer ended early");
        }
        return new Answer(Integer.parseInt(status.substring(9, 12)), new String(body, StandardCharsets.UTF_8), cache);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        InputStream from = in;
        if (from == null) {
            throw new EOFException("not connected");
        }
        for (int next = from.read(); next != '\n'; next = from.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        in = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
