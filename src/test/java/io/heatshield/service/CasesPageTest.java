package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of cases names no test that is not there, and no case without one. */
final class CasesPageTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z][A-Za-z]+)\\.([a-z][A-Za-z_]+)`");

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return sources;
    }

    private static List<String> rows() throws IOException {
        return Files.readAllLines(Path.of("src/site/markdown/cases.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| case |"))
                .toList();
    }

    @Test
    void page_namesTestsThatAreThere() throws IOException {
        Map<String, String> sources = sources();
        for (String row : rows()) {
            Matcher named = NAMED.matcher(row);
            assertThat(named.find()).as(row).isTrue();
            do {
                assertThat(sources).as(row).containsKey(named.group(1));
                assertThat(sources.get(named.group(1)))
                        .as(row)
                        .containsPattern("\\b(?:void|DynamicTest>|DynamicNode>) " + named.group(2) + "\\(");
            } while (named.find());
        }
        assertThat(rows()).hasSizeGreaterThan(45);
    }
}
