package io.heatshield.config;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checks of one record, run in its constructor: all of them, then {@link #done} refuses with all that failed. A
 * record that exists is therefore a valid one.
 */
final class Checks {
    private final List<Problem> problems = new ArrayList<>();

    /** Demands something of one setting; {@code accepted} says what would do. */
    Checks that(boolean holds, String key, Object value, String accepted) {
        if (!holds) {
            problems.add(Problem.of(key, "", Values.show(value) + " is not accepted; expected " + accepted));
        }
        return this;
    }

    /** Demands something of several settings together; the first named is the one to report. */
    Checks together(boolean holds, String text, String key, String... others) {
        if (!holds) {
            problems.add(new Problem(key, "", text, List.of(others)));
        }
        return this;
    }

    Checks port(String key, int value) {
        return that(value >= 0 && value <= 65_535, key, value, "a port from 0 (any free one) to 65535");
    }

    Checks host(String key, String value) {
        return that(
                !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c != '/' && c < 127),
                key,
                value,
                "a host name or an address, such as 127.0.0.1 or 0.0.0.0");
    }

    Checks url(String key, @Nullable URI value) {
        boolean holds = value == null
                || (("http".equals(value.getScheme()) || "https".equals(value.getScheme()))
                        && value.getHost() != null
                        && value.getPort() != 0
                        && value.getPort() <= 65_535
                        && value.getUserInfo() == null
                        && (value.getPath().isEmpty() || value.getPath().equals("/"))
                        && value.getQuery() == null
                        && value.getFragment() == null);
        return that(
                holds,
                key,
                Values.withoutUser(String.valueOf(value)),
                "a URL such as http://127.0.0.1:8000: scheme, host and port, nothing else");
    }

    Checks count(String key, long value, long least, long most) {
        return that(value >= least && value <= most, key, value, "a number from " + least + " to " + most);
    }

    Checks span(String key, Duration value, Duration least, Duration most) {
        return that(
                value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
                key,
                value,
                "a duration from " + Values.show(least) + " to " + Values.show(most));
    }

    Checks size(String key, ByteSize value, ByteSize least, ByteSize most) {
        return that(value.within(least, most), key, value, "a size from " + least + " to " + most);
    }

    /** Adds what another record, made of the same settings, has to say of them. */
    Checks include(Runnable construction) {
        try {
            construction.run();
        } catch (ConfigException refused) {
            problems.addAll(refused.problems());
        }
        return this;
    }

    /** Refuses if any check failed. */
    void done() {
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }
}
