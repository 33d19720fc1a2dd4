package io.heatshield.embedded;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The locks of several tables at once, always taken in the order of the tables' names, so that no two wait in a ring. */
final class Locks {
    private Locks() {}

    /** Does something while all the tables are locked. */
    static <T> T holding(Collection<Table> tables, Supplier<T> work) {
        Map<String, Table> ordered = new TreeMap<>();
        tables.forEach(table -> ordered.put(table.name(), table));
        ordered.values().forEach(table -> table.lock().lock());
        try {
            return work.get();
        } finally {
            ordered.values().forEach(table -> table.lock().unlock());
        }
    }
}
