package io.heatshield.shard;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One way to spread a logical key over physical ones: shard {@code n} of a key is the key and a suffix with the number.
 *
 * @param version names it; the higher is the newer, and 0 is {@link #NONE}
 * @param shards how many there are
 * @param head the suffix before the number, which does not end in a digit
 * @param width the digits that the number has at least, filled up with zeros; 0 for version 0, which has no suffix
 */
public record Layout(int version, int shards, String head, int width) {
    /** The key as it is. */
    public static final Layout NONE = new Layout(0, 1, "", 0);

    private static final Pattern SUFFIX = Pattern.compile("([^%]*[^%0-9])%(?:0([1-4]))?d");

    /**
     * A layout with a suffix as configuration writes it.
     *
     * @param suffix a text with one {@code %d} or {@code %02d} after a character that is no digit
     * @throws IllegalArgumentException if the suffix has another form
     */
    public static Layout of(int version, int shards, String suffix) {
        Matcher form = SUFFIX.matcher(suffix);
        if (!form.matches() || version < 1 || shards < 1) {
            throw new IllegalArgumentException("no layout");
        }
        String width = form.group(2);
        return new Layout(version, shards, form.group(1), width == null ? 1 : Integer.parseInt(width));
    }

    /** The physical key of a shard. */
    public String physical(String logical, int shard) {
        if (width == 0) {
            return logical;
        }
        String number = Integer.toString(shard);
        return logical + head + "0".repeat(Math.max(0, width - number.length())) + number;
    }

    /**
     * Where the suffix of a physical key begins, which is the length of its logical key.
     *
     * @return -1 if the key has no suffix of this layout; so for every key, if the layout has none
     */
    int suffixAt(String key) {
        int digits = key.length();
        while (digits > 0 && isDigit(key.charAt(digits - 1))) {
            digits--;
        }
        int length = key.length() - digits;
        if (width == 0 || length == 0 || length > 4 || !key.startsWith(head, digits - head.length())) {
            return -1;
        }
        int shard = Integer.parseInt(key.substring(digits));
        int at = digits - head.length();
        boolean canonical = length == Math.max(width, Integer.toString(shard).length());
        return shard < shards && canonical && at > 0 ? at : -1;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
