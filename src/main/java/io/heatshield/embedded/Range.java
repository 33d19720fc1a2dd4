package io.heatshield.embedded;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of a table or an index, and the direction of reading it.
 *
 * @param from its lower end, excluded or not, or null for the very first
 * @param to its upper end, excluded or not, or null for the very last
 * @param forward whether it is read upwards
 */
record Range(
        @Nullable StoreKey from,
        boolean fromIncluded,
        @Nullable StoreKey to,
        boolean toIncluded,
        boolean forward) {

    /** All there is, upwards. */
    static final Range ALL = new Range(null, true, null, true, true);

    /** All of one partition, upwards. */
    static Range ofPartition(byte[] partition) {
        return new Range(StoreKey.before(partition, new byte[0]), true, StoreKey.endOf(partition), true, true);
    }

    /** The part of this range that comes after a place in the direction of reading. */
    Range after(StoreKey place) {
        return forward
                ? new Range(place, false, to, toIncluded, true)
                : new Range(from, fromIncluded, place, false, false);
    }

    /** Whether a place lies within. */
    boolean contains(StoreKey place) {
        boolean above = from == null || (fromIncluded ? place.compareTo(from) >= 0 : place.compareTo(from) > 0);
        boolean below = to == null || (toIncluded ? place.compareTo(to) <= 0 : place.compareTo(to) < 0);
        return above && below;
    }
}
