package io.heatshield.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many shards a key wants, and why.
 *
 * @param unitsPerWrite write units of one write: a unit for each KB begun, for the table and for each index again
 * @param unitsPerSecond what one key must bear at its peak: of the table or of one index, whichever are more
 * @param shards the number advised; 1 for not to shard
 * @param reasons the arithmetic, a sentence each
 * @param warnings what should be thought of before
 */
public record Advice(
        int unitsPerWrite, double unitsPerSecond, int shards, List<String> reasons, List<String> warnings) {
    /** What one partition key takes, in write units a second, in every capacity mode. */
    public static final int UNITS_OF_ONE_KEY = 1_000;

    /** Room for skew and bursts. */
    private static final double HEADROOM = 1.5;

    /** With more, each read asks more shards than a reader should wait for. */
    private static final int MOST_ON_A_READ_PATH = 16;

    private static final int MOST = 256;
    private static final int KILOBYTE = 1024;

    /**
     * The advice for a key.
     *
     * @param peakWrites writes a second at the key's peak, measured
     * @param itemBytes the size of an item with its names
     * @param indexes global secondary indexes in which all these items have one partition key, too
     */
    public static Advice of(double peakWrites, int itemBytes, int indexes) {
        int units = Math.max(1, (itemBytes + KILOBYTE - 1) / KILOBYTE);
        double demand = peakWrites * units;
        int shards = demand <= UNITS_OF_ONE_KEY ? 1 : (int) Math.ceil(demand / UNITS_OF_ONE_KEY * HEADROOM);
        List<String> reasons = new ArrayList<>();
        reasons.add(
                text("An item of %d bytes costs %d write unit%s: one for each KB begun.", itemBytes, units, s(units)));
        reasons.add(
                text("%s writes a second x %d = %s write units a second.", plain(peakWrites), units, plain(demand)));
        if (shards == 1) {
            reasons.add("One partition key takes 1,000 write units a second: do not shard this key.");
        } else {
            reasons.add(text(
                    "One partition key takes 1,000 write units a second; with half as much again for skew and bursts:"
                            + " ceil(%s / 1,000 x 1.5) = %d shards.",
                    plain(demand), shards));
        }
        if (indexes > 0) {
            reasons.add(text(
                    "Each of %d index%s takes as many units under its own key, and wants as many shards of its own"
                            + " (sharded-indexes).",
                    indexes, indexes == 1 ? "" : "es"));
        }
        return new Advice(units * (1 + indexes), demand, shards, reasons, warnings(shards, demand, indexes));
    }

    private static List<String> warnings(int shards, double demand, int indexes) {
        List<String> warnings = new ArrayList<>();
        if (shards == 1) {
            warnings.add("A key that is read much is no reason to shard: it is cached.");
            return warnings;
        }
        warnings.add(text(
                "The table itself must be able to take %s write units a second, warmed up before the load.",
                plain(demand * (1 + indexes))));
        warnings.add(
                "If one item takes most of the writes, shards of its key do not help: only counters can be spread.");
        warnings.add("Transactions cost twice the units.");
        if (shards > MOST_ON_A_READ_PATH) {
            warnings.add(text(
                    "More than %d shards are slow to read together: rather a rollup, or a finer key such as one of the"
                            + " hour.",
                    MOST_ON_A_READ_PATH));
        }
        if (shards > MOST) {
            warnings.add(text("More than %d shards are not accepted.", MOST));
        }
        return warnings;
    }

    private static String s(int count) {
        return count == 1 ? "" : "s";
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? text("%,d", (long) number) : text("%,.1f", number);
    }

    private static String text(String form, Object... parts) {
        return String.format(Locale.ROOT, form, parts);
    }
}
