package io.heatshield.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used, with everything that is wrong with it. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    ConfigException(List<Problem> problems) {
        super(message(problems), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /** All the problems, in the order of the settings. Never empty. */
    public List<Problem> problems() {
        return problems;
    }

    private static String message(List<Problem> problems) {
        String head = problems.size() == 1
                ? "The configuration has a problem:"
                : "The configuration has " + problems.size() + " problems:";
        return problems.stream().map(problem -> "\n  " + problem).collect(Collectors.joining("", head, ""));
    }
}
