package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One counter for each constant of an enum, found without building and hashing tags. A counter is registered when it
 * first counts, so that a scrape shows no row of zeros for what never happens. Safe for use from any thread.
 */
final class CounterRow<E extends Enum<E>> {
    private final EnumMap<E, Cell> cells;

    /**
     * @param registration registers the counter of a constant; registering twice gives the same counter
     */
    CounterRow(Class<E> type, Function<E, Counter> registration) {
        this.cells = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            cells.put(constant, new Cell(() -> registration.apply(constant)));
        }
    }

    void increment(E which) {
        Cell cell = cells.get(which);
        if (cell != null) {
            cell.counter().increment();
        }
    }

    /** The map does not change once it is published; its cells fill themselves. */
    private static final class Cell {
        private final Supplier<Counter> registration;
        private volatile @Nullable Counter counter;

        Cell(Supplier<Counter> registration) {
            this.registration = registration;
        }

        Counter counter() {
            Counter found = counter;
            if (found == null) {
                found = registration.get();
                counter = found;
            }
            return found;
        }
    }
}
