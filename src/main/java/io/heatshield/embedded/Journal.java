package io.heatshield.embedded;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where tables and items are kept over restarts, or nowhere. Safe for use from any thread. */
interface Journal {
    /** Keeps nothing. */
    Journal NONE = new Journal() {
        @Override
        public void commit(Collection<Change> changes) {
            // Memory is all there is.
        }

        @Override
        public void keep(Table table) {
            // As above.
        }

        @Override
        public void drop(Table table) {
            // As above.
        }

        @Override
        public void close() {
            // As above.
        }
    };

    /**
     * An item that was put, or removed.
     *
     * @param item the item as it is now, or null
     */
    record Change(Table table, StoreKey place, @Nullable StoredItem item) {}

    /** Keeps some changes, all or none of them. Once it returns, the end of this process loses nothing of them. */
    void commit(Collection<Change> changes);

    /** Keeps one change. */
    default void commit(Table table, StoreKey place, @Nullable StoredItem item) {
        commit(List.of(new Change(table, place, item)));
    }

    /** Keeps a table's description as it is now. */
    void keep(Table table);

    /** Forgets a table and its items. */
    void drop(Table table);

    void close();
}
