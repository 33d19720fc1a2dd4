package io.heatshield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Certificates of an authority of a test's own, in PEM files, made by {@code openssl}. */
public final class Certificates {
    private final Path directory;

    /** A certificate with its key, and the authority that issued it. */
    public record Pair(Path certificate, Path key, Path authority) {}

    private Certificates(Path directory) {
        this.directory = directory;
    }

    /** An authority whose files are kept in this directory. */
    public static Certificates in(Path directory) {
        Certificates made = new Certificates(directory);
        made.openssl("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.pem"
                + " -days 2 -subj /CN=authority");
        return made;
    }

    /** The authority's own certificate. */
    public Path authority() {
        return directory.resolve("ca.pem");
    }

    /** Issues one for such a name: {@code IP:127.0.0.1}, {@code DNS:localhost}. */
    public Pair issue(String name) {
        try {
            Files.writeString(directory.resolve("names"), "subjectAltName=" + name + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        openssl("req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout server.key -out server.csr"
                + " -subj /CN=server");
        openssl("x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2"
                + " -extfile names");
        return new Pair(directory.resolve("server.pem"), directory.resolve("server.key"), authority());
    }

    private void openssl(String arguments) {
        try {
            Process process = new ProcessBuilder(concat("openssl", arguments.split(" ", -1)))
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IllegalStateException("openssl " + arguments);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static List<String> concat(String first, String... rest) {
        String[] all = new String[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return Arrays.asList(all);
    }
}
