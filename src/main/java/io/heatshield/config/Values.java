package io.heatshield.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How single values are written: read and shown in the same form. */
final class Values {
    static final String DURATION = "a duration such as 250ms, 60s, 5m, 1h or 2d";

    private static final Pattern DURATION_FORM = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = units();

    private Values() {}

    /**
     * Reads a duration. A bare 0 is one; any other bare number is refused, since its unit would be a guess.
     *
     * @throws IllegalArgumentException if the text is not one
     */
    static Duration duration(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = DURATION_FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(DURATION);
        }
        try {
            return Duration.ofMillis(Math.multiplyExact(
                    Long.parseLong(matcher.group(1)),
                    UNITS.getOrDefault(matcher.group(2), Duration.ZERO).toMillis()));
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException(DURATION, tooLong);
        }
    }

    /** A value as the configuration file would write it. */
    static String show(Object value) {
        if (value instanceof Duration duration) {
            return show(duration);
        }
        if (value instanceof Enum<?> word) {
            return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
        if (value instanceof String text) {
            return "'" + text + "'";
        }
        return value.toString();
    }

    private static String show(Duration duration) {
        long millis = duration.toMillis();
        String shown = millis + "ms";
        for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
            long length = unit.getValue().toMillis();
            if (millis % length == 0) {
                shown = millis / length + unit.getKey();
            }
        }
        return millis == 0 ? "0" : shown;
    }

    private static Map<String, Duration> units() {
        Map<String, Duration> units = new LinkedHashMap<>();
        units.put("ms", Duration.ofMillis(1));
        units.put("s", Duration.ofSeconds(1));
        units.put("m", Duration.ofMinutes(1));
        units.put("h", Duration.ofHours(1));
        units.put("d", Duration.ofDays(1));
        return units;
    }
}
