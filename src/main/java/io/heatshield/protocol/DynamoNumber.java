package io.heatshield.protocol;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * DynamoDB's numbers: up to 38 significant digits, magnitudes from 1E-130 to 9.99…E+125, written as strings. One
 * number has many spellings ({@code 1}, {@code 1.0}, {@code +01}, {@code 1e0}); this class brings them to one.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html">
 *     Naming rules and data types</a>
 */
public final class DynamoNumber {
    /** Significant digits that the service keeps; more are refused. */
    public static final int MAX_DIGITS = 38;

    private static final int MAX_EXPONENT = 125;
    private static final int MIN_EXPONENT = -130;
    /** Longer texts are refused unread: no number in range needs as many, and a parser's time grows with length. */
    private static final int MAX_TEXT = 400;

    private DynamoNumber() {}

    /**
     * The number that a text spells.
     *
     * @throws DynamoException a ValidationException in the service's words, if it spells none, has too many digits or
     *     is out of range
     */
    public static AttributeValue.N parse(String text) {
        BigDecimal value = decimal(text);
        if (value.signum() == 0) {
            // Zero is held to the range by the exponent that it is written with.
            inRange(BigDecimal.ONE.scaleByPowerOfTen(-value.scale()));
            return new AttributeValue.N(BigDecimal.ZERO);
        }
        BigDecimal stripped = value.stripTrailingZeros();
        if (stripped.precision() > MAX_DIGITS) {
            throw DynamoError.validation("Attempting to store more than 38 significant digits in a Number")
                    .exception();
        }
        return new AttributeValue.N(inRange(stripped));
    }

    private static BigDecimal decimal(String text) {
        if (text.isEmpty() || text.length() > MAX_TEXT) {
            throw notNumeric(text);
        }
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                throw notNumeric(text);
            }
        }
        checkExponent(text);
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw notNumeric(text);
        }
    }

    /** Refuses an exponent that is far out of range, but fits 64 bits, for what it is; BigDecimal would wrap it. */
    private static void checkExponent(String text) {
        int at = Math.max(text.indexOf('e'), text.indexOf('E'));
        if (at < 0 || text.length() - at < 6) {
            return;
        }
        try {
            new BigDecimal(text.substring(0, at));
            long exponent = Long.parseLong(text.substring(at + 1));
            if (Math.abs(exponent) > 2 * MAX_TEXT) {
                inRange(BigDecimal.ONE.scaleByPowerOfTen(exponent > 0 ? 2 * MAX_TEXT : -2 * MAX_TEXT));
            }
        } catch (NumberFormatException e) {
            throw notNumeric(text);
        }
    }

    private static DynamoException notNumeric(String text) {
        return DynamoError.validation(
                        text.isEmpty() || text.length() > MAX_TEXT
                                ? "The parameter cannot be converted to a numeric value"
                                : "The parameter cannot be converted to a numeric value: " + text)
                .exception();
    }

    /**
     * The same number, or the service's error if its magnitude is out of range.
     *
     * @param stripped a number other than zero without trailing zeros
     */
    public static BigDecimal inRange(BigDecimal stripped) {
        long exponent = (long) stripped.precision() - stripped.scale() - 1;
        if (exponent > MAX_EXPONENT) {
            throw DynamoError.validation(
                            "Number overflow. Attempting to store a number with magnitude larger than supported range")
                    .exception();
        }
        if (exponent < MIN_EXPONENT) {
            throw DynamoError.validation(
                            "Number underflow. Attempting to store a number with magnitude smaller than supported"
                                    + " range")
                    .exception();
        }
        return stripped;
    }

    /**
     * The one spelling of a number that serves as its identity in cache keys: digits without leading or trailing
     * zeros, {@code E}, exponent; {@code 0} for zero. Equal numbers give equal bytes and others never do.
     *
     * @throws DynamoException as {@link #parse}
     */
    static byte[] canonical(String text) {
        int plain = plainInteger(text);
        if (plain > 0) {
            return (text.substring(0, plain) + "E" + (text.length() - plain)).getBytes(StandardCharsets.US_ASCII);
        }
        BigDecimal value = parse(text).value();
        if (value.signum() == 0) {
            return new byte[] {'0'};
        }
        return (value.unscaledValue() + "E" + -value.scale()).getBytes(StandardCharsets.US_ASCII);
    }

    /** The digits before the trailing zeros, if the text is a plain integer that begins with 1 to 9; else 0. */
    private static int plainInteger(String text) {
        int length = text.length();
        if (length == 0 || length > MAX_DIGITS || text.charAt(0) == '0') {
            return 0;
        }
        int significant = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            if (c != '0') {
                significant = i + 1;
            }
        }
        return significant;
    }
}
