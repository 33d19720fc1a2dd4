package io.heatshield.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Requests that no client should send: each is to be refused with a 4xx (but {@link #UNDECODABLE}), or its connection
 * closed.
 */
final class MalformedRequests {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    private static final String TYPE = "Content-Type: application/x-amz-json-1.0\r\n";
    private static final String TARGET = "X-Amz-Target: DynamoDB_20120810.GetItem\r\n";

    /** Which one says that its body is gzip and is not: DynamoDB answers that with 500, and so does Heatshield. */
    static final int UNDECODABLE = 16;

    private MalformedRequests() {}

    /** One of each kind. */
    static List<byte[]> all() {
        List<byte[]> requests = new ArrayList<>();
        requests.add(bytes("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n"));
        requests.add(bytes("GIBBERISH\r\n\r\n"));
        requests.add(bytes(HEAD + TYPE + TARGET + "X-Big: " + "x".repeat(40_000) + "\r\nContent-Length: 0\r\n\r\n"));
        requests.add(bytes(HEAD + TYPE + TARGET + "Content-Length: -7\r\n\r\n"));
        requests.add(bytes(HEAD + TYPE + TARGET + "Content-Length: 99999999999\r\n\r\n"));
        requests.add(bytes(HEAD + TYPE + TARGET + "Transfer-Encoding: chunked\r\n\r\nZZ\r\nnot a chunk\r\n"));
        requests.add(post("", "{}"));
        requests.add(post("X-Amz-Target: DynamoDB_20120810.Nonsense\r\n", "{}"));
        requests.add(post(TARGET, ""));
        requests.add(post(TARGET, "{\"TableName\":\"Products\",\"Key\":{\"id\":{\"S\":\"p-"));
        requests.add(post(TARGET, "null"));
        requests.add(post(TARGET, "[".repeat(100_000)));
        requests.add(post(TARGET, "{\"TableName\":\"Products\",\"Key\":{\"id\":{\"S\":7}}}"));
        requests.add(post(TARGET, "{\"TableName\":\"Products\",\"Key\":{\"wrong\":{\"S\":\"p-1\"}}}"));
        requests.add(post(TARGET, "{\"TableName\":\"No such table\",\"Key\":{\"id\":{\"S\":\"p-1\"}}}"));
        requests.add(post(TARGET, "x".repeat(2_000_000)));
        requests.add(post(TARGET + "Content-Encoding: gzip\r\n", "not gzip"));
        requests.add(inflating(18 << 20));
        return requests;
    }

    private static byte[] post(String lines, String body) {
        return bytes(HEAD + TYPE + lines + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** A short body that inflates beyond the largest that is accepted. */
    private static byte[] inflating(int size) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(body)) {
            gzip.write(new byte[size]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(
                bytes(HEAD + TYPE + TARGET + "Content-Encoding: gzip\r\nContent-Length: " + body.size() + "\r\n\r\n"));
        request.writeBytes(body.toByteArray());
        return request.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
