package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be checked of the README and the pages behind it without running anything; {@link ReadmeIT} runs it. */
final class ReadmeTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");

    @Test
    void blocks_areAllRunBySomeTest() throws IOException {
        assertThat(Set.copyOf(Readme.read().names()))
                .isEqualTo(Set.of("run", "curl", "environment", "java", "dynamodb", "test"));
    }

    @Test
    void test_isWhatTheBuildServerRuns() throws IOException {
        String command = Readme.read().only("test");

        assertThat(Files.readString(Path.of(".ci/run"))).contains("exec " + command + "\n");
    }

    @Test
    void links_leadSomewhere() throws IOException {
        List<Path> pages;
        try (Stream<Path> site = Files.list(Path.of("src/site/markdown"))) {
            pages = Stream.concat(Stream.of(Path.of("README.md")), site).toList();
        }
        for (Path page : pages) {
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                String link = links.group(1);
                if (!link.startsWith("http")) {
                    assertThat(page.resolveSibling(link).normalize())
                            .as("link in " + page)
                            .exists();
                }
            }
        }
    }
}
