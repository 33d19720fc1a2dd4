package io.heatshield.history;

import io.heatshield.history.Verdict.Breach;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Says whether what clients saw of counters that only grow is what a table's guarantee allows.
 *
 * <p>Every write adds one and is told the sum, so the origin itself orders an item's writes, and nothing needs to be
 * searched for: a read of version v is too old if some write of a later version was answered the bound or longer before
 * the read began. That is the least of the answer times over all later versions, which one pass from the last version
 * down gives for every v; so the check takes time in proportion to the history.
 *
 * <p>A write of unknown outcome binds nobody, and may have made any version that no other write owns to, from its
 * invocation on. Versions are made in order, so if a read shows v, all of 1..v were made by writes invoked before the
 * read ended: those that are known must be of such, and of the unknown ones there must be enough for the rest. By Hall's
 * theorem that is all there is to ask, since whoever can have made a version can have made every later one.
 */
final class HistoryChecker {
    private static final long NEVER = Long.MAX_VALUE;

    private final Guarantee guarantee;
    private final Verdict verdict = new Verdict();

    HistoryChecker(Guarantee guarantee) {
        this.guarantee = guarantee;
    }

    Verdict check(Collection<KeyHistory> histories) {
        histories.forEach(history -> new OfKey(history).check());
        return verdict;
    }

    /** One key's history, indexed by version. */
    private final class OfKey {
        private final KeyHistory history;
        private final int top;
        /** By version: the least time at which a write of any later version was answered, or became binding. */
        private final long[] laterAnswered;

        private final long[] laterBinding;
        private final Map<Integer, long[]> laterBindingOfNode = new HashMap<>();
        /** By version: when the last of the known writes up to it was invoked, and how many up to it nobody owns to. */
        private final long[] lastInvoked;

        private final int[] unowned;
        private final long[] unknownInvoked;

        OfKey(KeyHistory history) {
            this.history = history;
            this.top = history.writes().size();
            this.laterAnswered = never();
            this.laterBinding = never();
            this.lastInvoked = new long[top + 1];
            this.unowned = new int[top + 1];
            this.unknownInvoked = history.writes().stream()
                    .filter(write -> !write.acknowledged())
                    .mapToLong(Written::invoked)
                    .sorted()
                    .toArray();
        }

        private long[] never() {
            long[] times = new long[top + 1];
            Arrays.fill(times, NEVER);
            return times;
        }

        void check() {
            index();
            for (Written write : history.writes()) {
                verdict.written(write.acknowledged());
                if (write.acknowledged() && isMade(write.version(), write.ended(), "a write's answer")) {
                    order(write);
                }
            }
            Map<Integer, Long> lastOfClient = new HashMap<>();
            for (Seen read : history.reads()) {
                if (isMade(read.version(), read.ended(), "a read")) {
                    age(read, (int) read.version());
                }
                Long last = lastOfClient.put(read.client(), read.version());
                if (last != null && last > read.version()) {
                    verdict.monotonicBreak();
                }
            }
        }

        private void index() {
            boolean[] owned = new boolean[top + 1];
            Arrays.fill(lastInvoked, Long.MIN_VALUE);
            for (Written write : history.writes()) {
                if (!write.acknowledged() || write.version() < 1 || write.version() > top) {
                    continue;
                }
                int version = (int) write.version();
                if (owned[version]) {
                    verdict.breach(Breach.ORIGIN_ORDER, history.key() + ": two writes made version " + version);
                }
                owned[version] = true;
                lastInvoked[version] = Math.max(lastInvoked[version], write.invoked());
                long binding = guarantee.binding(write);
                least(laterAnswered, version, write.ended());
                least(laterBinding, version, binding);
                least(laterBindingOfNode.computeIfAbsent(write.node(), node -> never()), version, binding);
            }
            for (int version = 1; version <= top; version++) {
                lastInvoked[version] = Math.max(lastInvoked[version], lastInvoked[version - 1]);
                unowned[version] = unowned[version - 1] + (owned[version] ? 0 : 1);
            }
            downwards(laterAnswered);
            downwards(laterBinding);
            laterBindingOfNode.values().forEach(this::downwards);
        }

        private void least(long[] times, int version, long time) {
            times[version - 1] = Math.min(times[version - 1], time);
        }

        private void downwards(long[] times) {
            for (int version = top - 1; version >= 0; version--) {
                times[version] = Math.min(times[version], times[version + 1]);
            }
        }

        /** Whether there can have been as many writes by then. */
        private boolean isMade(long version, long by, String what) {
            if (version < 0 || version > top || lastInvoked[(int) version] > by) {
                verdict.breach(
                        Breach.FROM_NOWHERE, history.key() + ": " + what + " shows version " + version + " too early");
                return version >= 0 && version <= top;
            }
            int missing = unowned[(int) version];
            if (missing > unknownInvoked.length || (missing > 0 && unknownInvoked[missing - 1] > by)) {
                verdict.breach(
                        Breach.FROM_NOWHERE,
                        history.key() + ": " + what + " shows version " + version + ", more than was written");
            }
            return true;
        }

        private void order(Written write) {
            if (write.version() > 0 && laterAnswered[(int) write.version()] < write.invoked()) {
                verdict.breach(
                        Breach.ORIGIN_ORDER,
                        history.key() + ": a later version was answered before " + write.version() + " was asked for");
            }
        }

        private void age(Seen read, int version) {
            long stale = since(laterAnswered[version], read);
            verdict.read(guarantee.cutOff(read), stale);
            long[] own = laterBindingOfNode.get(read.node());
            boolean tooOld = since(laterBinding[version], read) >= guarantee.bound(read);
            if (tooOld) {
                verdict.breach(Breach.TOO_OLD, describe(read, stale));
            } else if (own != null && since(own[version], read) >= 0) {
                verdict.breach(Breach.NOT_OWN, describe(read, stale));
            } else if (stale >= (guarantee.strict() ? 0 : guarantee.boundNanos())) {
                verdict.excused();
            }
        }

        /** How long before the read began that was; negative if it was not. */
        private long since(long time, Seen read) {
            return time == NEVER ? -1 : read.invoked() - time;
        }

        private String describe(Seen read, long stale) {
            return history.key() + ": client " + read.client() + " at node " + read.node() + " was served version "
                    + read.version() + " by a read of " + (read.ended() - read.invoked()) / 1_000 + " us that began at "
                    + read.invoked() + ", " + stale / 1_000 + " us after a later one was answered";
        }
    }
}
