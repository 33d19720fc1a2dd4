package io.heatshield.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of a request's query, as they stand in it. One that is not known, or said twice, is refused. */
final class QueryParameters {
    /** Nothing was asked. */
    private static final QueryParameters NONE = new QueryParameters(Map.of());

    private final Map<String, String> raw;

    private QueryParameters(Map<String, String> raw) {
        this.raw = raw;
    }

    /**
     * Reads the query.
     *
     * @param known the names that there are
     * @throws ItemRefusal that names those that there are not
     */
    static QueryParameters of(@Nullable String query, Set<String> known) {
        if (query == null || query.isEmpty()) {
            return NONE;
        }
        Map<String, String> raw = new LinkedHashMap<>();
        Set<String> wrong = new TreeSet<>();
        for (String part : query.split("&", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            String name = PercentEncoding.decode(equals < 0 ? part : part.substring(0, equals), true);
            if (!known.contains(name) || raw.put(name, equals < 0 ? "" : part.substring(equals + 1)) != null) {
                wrong.add(name);
            }
        }
        if (!wrong.isEmpty()) {
            throw Problem.badRequest(
                            "bad-parameter",
                            "unknown or repeated: " + String.join(", ", wrong) + "; known here: "
                                    + String.join(", ", new TreeSet<>(known)))
                    .refusal();
        }
        return new QueryParameters(raw);
    }

    /** A value as it stands in the query, escapes and all, or null. */
    @Nullable
    String raw(String name) {
        return raw.get(name);
    }

    /** A value, or null. */
    @Nullable
    String text(String name) {
        String value = raw.get(name);
        return value == null ? null : PercentEncoding.decode(value, true);
    }

    /** Whether a switch is on. */
    boolean flag(String name) {
        String value = text(name);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (!value.equals("true")) {
            throw bad(name, "true or false");
        }
        return true;
    }

    /** A whole number in these bounds, or what there is without one. */
    int number(String name, int least, int most, int otherwise) {
        String value = text(name);
        if (value == null) {
            return otherwise;
        }
        // No longer than a number that fits 32 bits for certain.
        boolean digits =
                !value.isEmpty() && value.length() < 10 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = digits ? Integer.parseInt(value) : least - 1;
        if (number < least || number > most) {
            throw bad(name, "a whole number from " + least + " to " + most);
        }
        return number;
    }

    /** The same query with one parameter changed, as the part of an address behind the question mark. */
    String with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(raw);
        changed.put(name, value);
        return changed.entrySet().stream()
                .map(each -> each.getKey() + "=" + PercentEncoding.keepingEscapes(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    /** Whether DynamoDB's typed JSON is asked for, or said to be sent. */
    boolean typed() {
        String format = text("format");
        if (format == null || format.equals("plain")) {
            return false;
        }
        if (!format.equals("dynamodb")) {
            throw bad("format", "plain or dynamodb");
        }
        return true;
    }

    static ItemRefusal bad(String name, String expected) {
        return Problem.badRequest("bad-parameter", name + ": expected " + expected)
                .refusal();
    }
}
