package io.heatshield.behaviour;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * In what dynalite differs from DynamoDB: the one list of it, a resource with a line for each case, its name and what
 * dynalite answers with a tab between. What DynamoDB documents is said by the case.
 */
final class DynaliteDifferences {
    private static final String RESOURCE = "dynalite-differences.tsv";

    private DynaliteDifferences() {}

    /**
     * One of them.
     *
     * @param name of the case
     * @param dynalite what dynalite answers; an ellipsis stands for anything
     */
    record Difference(String name, String dynalite) {}

    /** All that are declared, by the name of their case. */
    static Map<String, Difference> declared() {
        Map<String, Difference> all = new LinkedHashMap<>();
        InputStream resource = DynaliteDifferences.class.getResourceAsStream(RESOURCE);
        if (resource == null) {
            throw new IllegalStateException("no " + RESOURCE);
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> {
                String[] parts = line.split("\t", -1);
                if (parts.length != 2 || all.put(parts[0], new Difference(parts[0], parts[1])) != null) {
                    throw new IllegalStateException("not a difference, or one twice: " + line);
                }
            });
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
