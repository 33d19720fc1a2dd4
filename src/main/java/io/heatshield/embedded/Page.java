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
 * @param fetched the items that had to be fetched from the table for an index entry, by their places
 */
record Page(List<StoredItem> items, int scanned, @Nullable StoredItem last, long bytes, List<Fetched> fetched) {
    /** A page ends once it has this many bytes. */
    static final int MAX_BYTES = 1024 * 1024;

    /** An item of the table and its weight. */
    record Fetched(StoreKey place, int bytes) {}

    /**
     * Reads a page, and charges the partitions that it read of.
     *
     * @param limit the most items to look at, or null
     * @param consistent whether it is strongly consistent
     * @param whole whether the entries of an index are to be made whole from the table
     */
    static Page read(
            Source source,
            Range range,
            @Nullable Long limit,
            Predicate<Map<String, AttributeValue>> filter,
            boolean consistent,
            boolean whole) {
        List<StoredItem> items = new ArrayList<>();
        List<Fetched> fetched = new ArrayList<>();
        ReadMeter meter = new ReadMeter(source, range);
        StoredItem last = null;
        boolean more = false;
        int scanned = 0;
        long bytes = 0;
        Instant at = source.table().lag().view(consistent);
        for (Map.Entry<StoreKey, StoredItem> entry : source.items().in(range, at)) {
            StoredItem found = entry.getValue();
            if (!meter.mayRead(entry.getKey(), found.size())) {
                more = true;
                break;
            }
            last = found;
            scanned++;
            bytes += found.size();
            StoredItem item = whole ? fetch(source, entry.getKey(), found, fetched) : found;
            if (filter.test(item.attributes())) {
                items.add(item);
            }
            if ((limit != null && scanned >= limit) || bytes >= MAX_BYTES) {
                more = true;
                break;
            }
        }
        meter.charge(Units.read(bytes, consistent));
        CapacityGate gate = source.table().gate();
        fetched.forEach(each -> gate.drain(source.table(), null, each.place(), Units.read(each.bytes(), consistent)));
        return new Page(items, scanned, more ? last : null, bytes, fetched);
    }

    private static StoredItem fetch(Source source, StoreKey place, StoredItem entry, List<Fetched> fetched) {
        StoreKey base = place.base();
        StoredItem item = base == null ? null : source.table().items().get(base);
        if (base == null || item == null) {
            return entry;
        }
        fetched.add(new Fetched(base, item.size()));
        return item;
    }
}
