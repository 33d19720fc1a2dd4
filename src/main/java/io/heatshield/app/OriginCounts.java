package io.heatshield.app;

import io.heatshield.metrics.OriginCallMeters;
import io.heatshield.origin.OriginMeters;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Counts what the origin tells. */
final class OriginCounts implements OriginMeters {
    private final OriginCallMeters meters;

    OriginCounts(OriginCallMeters meters) {
        this.meters = meters;
    }

    @Override
    public void occupancy(IntSupplier inFlight, int inFlightBound, IntSupplier queued, int queuedBound) {
        meters.occupancy(inFlight, inFlightBound, queued, queuedBound);
    }

    @Override
    public void answered(String operation, @Nullable String table, int status, @Nullable String error, long nanos) {
        meters.answered(operation, table, status, error, nanos);
    }

    @Override
    public void failed(String operation, @Nullable String table, String reason, long nanos) {
        meters.failed(operation, table, reason, nanos);
    }

    @Override
    public void resent(String operation, String reason) {
        meters.resent(operation, reason);
    }

    @Override
    public void waited(@Nullable String table, long nanos) {
        meters.waited(table, nanos);
    }
}
