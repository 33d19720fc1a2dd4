package io.heatshield.config;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of indexes, written with commas between them.
 *
 * @param list in the order written, each once
 */
public record Names(List<String> list) {
    /** What is accepted, as error messages say it. */
    static final String ACCEPTED = "names with commas between them, such as 'byStatus, byOwner'";

    /** Names of tables and indexes: CreateTable's own rule. */
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{3,255}");

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one is no name
     */
    static Names parse(String text) {
        Set<String> names = new LinkedHashSet<>();
        Arrays.stream(text.split(",", -1)).map(String::strip).forEach(name -> {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(ACCEPTED);
            }
            names.add(name);
        });
        return new Names(List.copyOf(names));
    }

    /** The first of these that is among the others too, or null. */
    @Nullable
    String in(Names others) {
        return list.stream().filter(others.list::contains).findFirst().orElse(null);
    }

    @Override
    public String toString() {
        return String.join(", ", list);
    }
}
