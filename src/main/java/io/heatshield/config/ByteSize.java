package io.heatshield.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written {@code 256MiB}, {@code 64KiB}, {@code 1GiB}, {@code 512B} or as a bare number.
 *
 * @param bytes zero or more
 */
public record ByteSize(long bytes) {
    /** What is accepted, as error messages say it. */
    static final String ACCEPTED = "a size such as 256MiB (units B, KiB, MiB, GiB)";

    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(B|KiB|MiB|GiB)?", Pattern.CASE_INSENSITIVE);

    /** So many times 1024 bytes. */
    public static ByteSize ofKibibytes(long count) {
        return new ByteSize(count << 10);
    }

    /** So many times 1024 KiB. */
    public static ByteSize ofMebibytes(long count) {
        return new ByteSize(count << 20);
    }

    /** Whether the size lies between two others, both included. */
    boolean within(ByteSize least, ByteSize most) {
        return bytes >= least.bytes && bytes <= most.bytes;
    }

    /**
     * Reads a size.
     *
     * @throws IllegalArgumentException if the text is not one
     */
    static ByteSize parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(ACCEPTED);
        }
        String unit = matcher.group(2) == null ? "b" : matcher.group(2).toLowerCase(Locale.ROOT);
        int shift = switch (unit) {
            case "kib" -> 10;
            case "mib" -> 20;
            case "gib" -> 30;
            default -> 0;
        };
        long count = Long.parseLong(matcher.group(1));
        if (count > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException(ACCEPTED);
        }
        return new ByteSize(count << shift);
    }

    /** The size as configuration writes it, in the largest unit that keeps it whole. */
    @Override
    public String toString() {
        String[] units = {"B", "KiB", "MiB", "GiB"};
        long count = bytes;
        int unit = 0;
        while (count != 0 && count % 1024 == 0 && unit < units.length - 1) {
            count /= 1024;
            unit++;
        }
        return count + units[unit];
    }
}
