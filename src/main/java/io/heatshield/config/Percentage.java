package io.heatshield.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A share, written {@code 10%} or {@code 2.5%}.
 *
 * @param fraction the share as a number: 0.1 for ten percent
 */
public record Percentage(double fraction) {
    /** What is accepted, as error messages say it. */
    static final String ACCEPTED = "a percentage such as 10%";

    private static final Pattern FORM = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,4})?)\\s*%");

    /** So many hundredths. */
    public static Percentage of(double percent) {
        return new Percentage(percent / 100);
    }

    /**
     * Reads a percentage.
     *
     * @throws IllegalArgumentException if the text is not one
     */
    static Percentage parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(ACCEPTED);
        }
        return of(Double.parseDouble(matcher.group(1)));
    }

    @Override
    public String toString() {
        String percent = Double.toString(Math.round(fraction * 1_000_000) / 10_000.0);
        return (percent.endsWith(".0") ? percent.substring(0, percent.length() - 2) : percent) + "%";
    }
}
