package io.heatshield.config;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How single values are written: read and shown in the same form. */
final class Values {
    private static final Map<String, Duration> UNITS = units();
    private static final Pattern DURATION_FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");
    private static final Pattern NUMBER_FORM = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
    private static final Pattern BEFORE_AT_SIGN = Pattern.compile("//.*@");
    private static final Map<Class<?>, Form> FORMS = Map.ofEntries(
            Map.entry(String.class, new Form("a text", text -> text)),
            Map.entry(Secret.class, new Form("a text", Secret::new)),
            Map.entry(Duration.class, new Form("a duration such as 250ms, 60s, 5m, 1h or 2d", Values::duration)),
            Map.entry(ByteSize.class, new Form(ByteSize.ACCEPTED, ByteSize::parse)),
            Map.entry(Percentage.class, new Form(Percentage.ACCEPTED, Percentage::parse)),
            Map.entry(int.class, new Form("a whole number", Integer::parseInt)),
            Map.entry(Integer.class, new Form("a whole number", Integer::parseInt)),
            Map.entry(double.class, new Form("a number such as 1.5", Values::number)),
            Map.entry(boolean.class, new Form("true or false (or on, off)", Values::truth)),
            Map.entry(URI.class, new Form("a URL such as http://127.0.0.1:8000", URI::create)),
            Map.entry(Names.class, new Form(Names.ACCEPTED, Names::parse)));

    private Values() {}

    /**
     * One kind of value.
     *
     * @param accepted what is accepted, as error messages say it
     * @param parse throws IllegalArgumentException if the text will not do
     */
    private record Form(String accepted, Function<String, Object> parse) {}

    /**
     * Reads a value of a record's component.
     *
     * @throws IllegalArgumentException whose message says what would be accepted, and never what was given
     */
    static Object parse(Class<?> type, String text) {
        try {
            return type.isEnum() ? word(type, text) : form(type).parse().apply(text);
        } catch (IllegalArgumentException unfit) {
            throw new IllegalArgumentException(accepted(type), unfit);
        }
    }

    /** What is accepted for a component of this type, as error messages say it. */
    static String accepted(Class<?> type) {
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants()).map(Values::show).collect(Collectors.joining(", "));
        }
        return form(type).accepted();
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
            return "'" + text.replace("'", "''") + "'";
        }
        return value.toString();
    }

    /** A text that was given for a component of this type, as far as it may be shown. */
    static String quote(Class<?> type, String text) {
        return type == Secret.class ? "the value" : "'" + withoutUser(text) + "'";
    }

    /** A URL without what stands before an at sign, since that may be a password. */
    static String withoutUser(String url) {
        return BEFORE_AT_SIGN.matcher(url).replaceAll("//***@");
    }

    private static Form form(Class<?> type) {
        Form form = FORMS.get(type);
        if (form == null) {
            throw new LinkageError("no form for " + type);
        }
        return form;
    }

    private static Object word(Class<?> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> show(each).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    /** A bare 0 is a duration; any other bare number is refused, since its unit would be a guess. */
    private static Object duration(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = DURATION_FORM.matcher(text);
        Duration unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new IllegalArgumentException();
        }
        return unit.multipliedBy(Long.parseLong(matcher.group(1)));
    }

    private static Object number(String text) {
        if (!NUMBER_FORM.matcher(text).matches()) {
            throw new IllegalArgumentException();
        }
        return Double.parseDouble(text);
    }

    private static Object truth(String text) {
        return switch (text) {
            case "true", "on" -> true;
            case "false", "off" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    private static String show(Duration duration) {
        String shown = "0";
        for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
            Duration length = unit.getValue();
            if (!duration.isZero() && duration.equals(length.multipliedBy(duration.dividedBy(length)))) {
                shown = duration.dividedBy(length) + unit.getKey();
            }
        }
        return shown;
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
