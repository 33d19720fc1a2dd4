package io.heatshield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Packages from npm that tests run, each set in a directory of its own in the build directory. */
public final class NodeModules {
    private NodeModules() {}

    /**
     * Installs the packages when they are first wanted.
     *
     * @param directory where, in the build directory
     * @param packages each with its version, as {@code name@1.2.3}
     * @return the {@code node_modules} that has them
     */
    public static synchronized Path installed(String directory, String... packages) {
        Path home = Path.of(System.getProperty("heatshield.build", "target"), directory)
                .toAbsolutePath();
        String versions = String.join(
                "+",
                Arrays.stream(packages)
                        .map(each -> each.substring(each.lastIndexOf('@') + 1))
                        .toList());
        Path done = home.resolve("installed-" + versions);
        try {
            Files.createDirectories(home);
            // Test JVMs may run side by side, and npm must not install into one directory twice at once.
            try (FileChannel channel = FileChannel.open(
                            home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(done)) {
                    install(home, packages);
                    Files.createFile(done);
                }
            }
            return home.resolve("node_modules");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void install(Path home, String... packages) throws IOException {
        Path output = home.resolve("npm.log");
        List<String> command =
                new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", home.toString()));
        command.addAll(List.of(packages));
        Process npm = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!npm.waitFor(5, TimeUnit.MINUTES) || npm.exitValue() != 0) {
                throw new IOException("npm could not install " + command + ": " + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            npm.destroyForcibly();
        }
    }
}
