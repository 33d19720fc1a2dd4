package io.heatshield.embedded;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What of the real service's troubles the embedded origin plays. All off at first; each may be changed at any time and
 * from any thread, and holds for the requests that come after.
 */
public final class Laboratory {

    /**
     * What each partition can bear. A partition is one partition key value of a table, or of an index, unless keys
     * share one.
     *
     * @param readUnits read units per second; the service has 3,000
     * @param writeUnits write units per second; the service has 1,000
     * @param burst how long unused capacity is saved up; the service has 300 seconds
     * @param scale what both rates are multiplied by, so that a small machine can play a big table, or a test a small
     * @param sharedPartitions into how many partitions the keys of each table and index are thrown, by hash; 0 gives
     *     each key value its own
     */
    public record Budgets(double readUnits, double writeUnits, Duration burst, double scale, int sharedPartitions) {
        /** The service's own ceilings, each key value by itself. */
        public static final Budgets OF_THE_SERVICE = new Budgets(3000, 1000, Duration.ofMinutes(5), 1, 0);

        public Budgets {
            if (readUnits <= 0 || writeUnits <= 0 || scale <= 0 || burst.isNegative() || sharedPartitions < 0) {
                throw new IllegalArgumentException("budgets must be positive");
            }
        }
    }

    /**
     * How an operation's answers are delayed: log-normally.
     *
     * @param median half of them are faster
     * @param p99 one in a hundred is slower; at least the median
     */
    public record Latency(Duration median, Duration p99) {
        public Latency {
            if (median.isNegative() || median.isZero() || p99.compareTo(median) < 0) {
                throw new IllegalArgumentException("latency wants 0 < median <= p99");
            }
        }
    }

    /**
     * What share of requests goes wrong, each from 0 to 1.
     *
     * @param errors answered with 500, nothing done
     * @param lostAnswers carried out, and then not answered
     * @param resets broken off before anything was done, without the client knowing that
     */
    public record Faults(double errors, double lostAnswers, double resets) {
        public Faults {
            if (!isShare(errors) || !isShare(lostAnswers) || !isShare(resets) || errors + lostAnswers + resets > 1) {
                throw new IllegalArgumentException("faults are shares of 1");
            }
        }

        private static boolean isShare(double value) {
            return value >= 0 && value <= 1;
        }
    }

    private volatile @Nullable Budgets budgets;
    private volatile boolean tableCeilings;
    private volatile Duration lag = Duration.ZERO;
    private volatile Map<String, Latency> latency = Map.of();
    private volatile @Nullable Faults faults;
    private final Set<String> paused = ConcurrentHashMap.newKeySet();

    /** A laboratory where everything is off. */
    public Laboratory() {}

    /** What partitions can bear, or null if they bear anything. */
    public @Nullable Budgets budgets() {
        return budgets;
    }

    /** Gives partitions budgets, or with null takes them away. */
    public void budgets(@Nullable Budgets wanted) {
        budgets = wanted;
    }

    /** Whether provisioned and on-demand ceilings of tables and global indexes are held. */
    public boolean tableCeilings() {
        return tableCeilings;
    }

    /** Holds tables and global indexes to their provisioned and on-demand ceilings, or not. */
    public void tableCeilings(boolean held) {
        tableCeilings = held;
    }

    /** How old what an eventually consistent read sees may be; zero if it sees the latest. */
    public Duration lag() {
        return lag;
    }

    /** Lets eventually consistent reads, and all reads of global indexes, see any state up to this old. */
    public void lag(Duration most) {
        if (most.isNegative()) {
            throw new IllegalArgumentException("lag must not be negative");
        }
        lag = most;
    }

    /** By the operation's name, such as {@code GetItem}; {@code *} stands for all that are not named. */
    public Map<String, Latency> latency() {
        return latency;
    }

    /** Delays answers. */
    public void latency(Map<String, Latency> byOperation) {
        latency = Map.copyOf(byOperation);
    }

    /** What goes wrong, or null if nothing does. */
    public @Nullable Faults faults() {
        return faults;
    }

    /** Makes a share of requests go wrong, or with null none. */
    public void faults(@Nullable Faults wanted) {
        faults = wanted;
    }

    /** Whether requests for a table are held back. */
    public boolean isPaused(String table) {
        return paused.contains(table);
    }

    /** Holds back the requests for these tables, and lets those for any other go on. */
    public void pauseOnly(Collection<String> tables) {
        paused.addAll(tables);
        paused.retainAll(Set.copyOf(tables));
    }

    /** Holds back every request for a table until it is resumed: each waits, without an answer. */
    public void pause(String table) {
        paused.add(table);
    }

    /** Lets the requests for a table go on. */
    public void resume(String table) {
        paused.remove(table);
    }
}
