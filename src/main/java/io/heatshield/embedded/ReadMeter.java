package io.heatshield.embedded;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the reading of one page to the budgets of the partitions that it passes through, and charges each of them with
 * its share of what the page costs. A partition that has nothing left ends a page that has read something before it,
 * and refuses one that begins with it.
 */
final class ReadMeter {
    /** What a page read of one partition; the place is that of its first item. */
    private static final class Share {
        private final StoreKey place;
        private long bytes;

        private Share(StoreKey place) {
            this.place = place;
        }
    }

    private final Source source;
    private final Range range;
    private final boolean off;
    private final List<Share> shares = new ArrayList<>(1);
    private @Nullable Share current;

    ReadMeter(Source source, Range range) {
        this.source = source;
        this.range = range;
        this.off = source.table().gate().isOff();
    }

    /**
     * Whether the item at a place may be read; if not, the page ends before it.
     *
     * @throws io.heatshield.protocol.DynamoException if it would be the page's first
     */
    boolean mayRead(StoreKey place, int bytes) {
        if (off) {
            return true;
        }
        Share share = current;
        if (share == null || !share.place.samePartition(place)) {
            CapacityGate gate = source.table().gate();
            if (share == null) {
                gate.require(source.table(), source.index(), place);
            } else if (!gate.hasAny(source.table(), source.index(), place)) {
                return false;
            }
            share = new Share(place);
            shares.add(share);
            current = share;
        }
        share.bytes += bytes;
        return true;
    }

    /** Charges what a page took; one that found nothing is charged to where it looked. */
    void charge(double units) {
        if (off) {
            return;
        }
        CapacityGate gate = source.table().gate();
        long total = 0;
        for (Share share : shares) {
            total += share.bytes;
        }
        if (total == 0) {
            StoreKey place = range.from() == null ? StoreKey.atHash(0) : range.from();
            gate.read(source.table(), source.index(), place, units);
            return;
        }
        for (Share share : shares) {
            gate.drain(source.table(), source.index(), share.place, units * share.bytes / total);
        }
    }
}
