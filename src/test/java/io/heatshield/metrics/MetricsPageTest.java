package io.heatshield.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of metrics names every meter, and none that is not there. */
final class MetricsPageTest {
    private static final Pattern METER = Pattern.compile("\"(heatshield(?:\\.[a-z]+)+)\"");
    private static final Pattern NAMED = Pattern.compile("`(heatshield_[a-z_]+)`");

    private static Set<String> meters() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/io/heatshield/metrics"))) {
            for (Path source : sources.toList()) {
                Matcher meter = METER.matcher(Files.readString(source));
                while (meter.find()) {
                    names.add(meter.group(1).replace('.', '_'));
                }
            }
        }
        return names;
    }

    private static Set<String> page() throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher named = NAMED.matcher(Files.readString(Path.of("src/site/markdown/metrics.md")));
        while (named.find()) {
            // What Prometheus appends, which the meter's own name has not.
            names.add(named.group(1).replaceAll("_(total|seconds)$", ""));
        }
        return names;
    }

    @Test
    void page_namesExactlyTheMetersThatThereAre() throws IOException {
        assertThat(meters()).hasSizeGreaterThan(25);
        assertThat(page()).isEqualTo(meters());
    }
}
