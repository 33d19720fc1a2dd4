package io.heatshield.cache.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The scripts, each of which is one atomic step on one group's keys. All may run late or twice without harm. */
enum Script {
    LEASE("lease", ""),
    FILL("fill", ""),
    RELEASE("release", ""),
    LOOK("look", ""),
    // The rest runs although Redis is full: fences, which free memory, and without which a full Redis would serve old
    // values; what the bus needs, without which the local tier would not answer; and who reads which shard of a stream.
    FENCE("fence", Script.ALLOW_OOM),
    BARRIER("barrier", Script.ALLOW_OOM),
    JOIN("join", Script.ALLOW_OOM),
    DROP("drop", Script.ALLOW_OOM),
    SHARD("shard", Script.ALLOW_OOM);

    private static final String ALLOW_OOM = "#!lua flags=allow-oom\n";

    private final String text;
    private final String sha;

    Script(String name, String head) {
        this.text = head + read("prelude") + read(name);
        try {
            this.sha = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    String text() {
        return text;
    }

    /** By what Redis knows it once it has seen it. */
    String sha() {
        return sha;
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name + ".lua");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
