package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;

/** An HTTP answer read off a socket byte by byte, so that nothing repairs it on the way. */
record RawAnswer(String statusLine, List<String> headerLines, Buffer body) {

    /** Reads one answer and no byte more. */
    static RawAnswer read(InputStream in, boolean toHead) throws IOException {
        String statusLine = line(in);
        List<String> lines = new ArrayList<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            lines.add(line);
        }
        RawAnswer head = new RawAnswer(statusLine, lines, Buffer.buffer());
        if (head.status() == 100 || toHead) {
            return head;
        }
        int length = Integer.parseInt(head.header("content-length"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("body cut at " + body.length + " of " + length);
        }
        return new RawAnswer(statusLine, lines, Buffer.buffer(body));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("connection closed after '" + line + "'");
            }
            if (c == '\n') {
                assertThat(line).endsWith("\r");
                return line.substring(0, line.length() - 1);
            }
            line.append((char) c);
        }
    }

    int status() {
        assertThat(statusLine).startsWith("HTTP/1.");
        return Integer.parseInt(statusLine.substring(9, 12));
    }

    List<String> headers(String name) {
        String prefix = name.toLowerCase(Locale.ROOT) + ":";
        return headerLines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                .map(line -> line.substring(prefix.length()).trim())
                .toList();
    }

    /** The header's one value. */
    String header(String name) {
        List<String> values = headers(name);
        assertThat(values).as("values of " + name).hasSize(1);
        return values.get(0);
    }

    String text() {
        return body.toString();
    }

    /** Asserts what must be true of every answer, and returns it. */
    RawAnswer wellFormed() {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes());
        assertThat(header("x-amz-crc32")).isEqualTo(Long.toString(crc.getValue()));
        assertThat(header("x-amzn-requestid")).matches("[0-9A-Z]{52}");
        assertThat(header("content-length")).isEqualTo(Integer.toString(body.length()));
        assertThat(header("date")).matches("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        assertThat(header("server")).isEqualTo("Heatshield");
        assertThat(header("x-heatshield-cache")).matches("local|shared|joined|miss|stale|bypass");
        assertThat(text()).doesNotContainIgnoringCase("<html");
        if (status() >= 400) {
            assertThat(body.length()).as("the body of an error").isPositive();
        }
        return this;
    }

    /** Asserts an error in DynamoDB's form. */
    RawAnswer error(int status, String type) {
        wellFormed();
        assertThat(text()).startsWith("{\"__type\":\"" + type + "\"");
        assertThat(status()).isEqualTo(status);
        assertThat(header("content-type")).isEqualTo("application/x-amz-json-1.0");
        return this;
    }
}
