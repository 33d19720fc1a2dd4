package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One page of a query or a scan.
 *
 * @param items what passed the filter
 * @param scanned how many items were looked at
 * @param last the last item looked at if there may be more behind it, or null at the end
 * @param bytes the weight of what was looked at
 * @param fetched the weight of each item that had to be fetched from the table for an index entry
 */
record Page(List<StoredItem> items, int scanned, @Nullable StoredItem last, long bytes, List<Integer> fetched) {
    /** A page ends once it has this many bytes. */
    static final int MAX_BYTES = 1024 * 1024;

    /**
     * Reads a page.
     *
     * @param limit the most items to look at, or null
     * @param at the moment whose state is read, or null for now
     * @param whole whether the entries of an index are to be made whole from the table
     */
    static Page read(
            Source source,
            Range range,
            @Nullable Long limit,
            Predicate<Map<String, AttributeValue>> filter,
            @Nullable Instant at,
            boolean whole) {
        List<StoredItem> items = new ArrayList<>();
        List<Integer> fetched = new ArrayList<>();
        int scanned = 0;
        long bytes = 0;
        for (Map.Entry<StoreKey, StoredItem> entry : source.items().in(range, at)) {
            StoredItem found = entry.getValue();
            scanned++;
            bytes += found.size();
            StoredItem item = whole ? fetch(source, entry.getKey(), found, fetched) : found;
            if (filter.test(item.attributes())) {
                items.add(item);
            }
            if ((limit != null && scanned >= limit) || bytes >= MAX_BYTES) {
                return new Page(items, scanned, found, bytes, fetched);
            }
        }
        return new Page(items, scanned, null, bytes, fetched);
    }

    private static StoredItem fetch(Source source, StoreKey place, StoredItem entry, List<Integer> fetched) {
        StoreKey base = place.base();
        StoredItem item = base == null ? null : source.table().items().get(base);
        if (item == null) {
            return entry;
        }
        fetched.add(item.size());
        return item;
    }
}
