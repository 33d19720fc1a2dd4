package io.heatshield.app;

import io.heatshield.cache.redis.RedisTierObserver;
import io.heatshield.metrics.SharedTierMeters;
import java.util.Locale;

/** Counts what the shared tier does. */
final class SharedTierCounts implements RedisTierObserver {
    private final SharedTierMeters meters;

    SharedTierCounts(SharedTierMeters meters) {
        this.meters = meters;
    }

    @Override
    public void called(String operation, CallEnd end, long nanos) {
        meters.called(operation, tag(end), nanos);
    }

    @Override
    public void leased(LeaseEnd end) {
        meters.leased(tag(end));
    }

    @Override
    public void fenced(long nanos) {
        meters.fenced(nanos);
    }

    @Override
    public void replicated(boolean inTime, long nanos) {
        meters.replicated(inTime ? "confirmed" : "late", nanos);
    }

    @Override
    public void heard() {
        meters.heard();
    }

    @Override
    public void doubted(Doubt why, int groups) {
        meters.doubted(tag(why), groups);
    }

    @Override
    public void unheard() {
        meters.unheard();
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
