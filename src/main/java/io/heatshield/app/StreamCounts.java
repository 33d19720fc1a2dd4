package io.heatshield.app;

import io.heatshield.metrics.StreamMeters;
import io.heatshield.tail.TailObserver;
import java.util.Locale;

/** Counts what the tailer does. */
final class StreamCounts implements TailObserver {
    private final StreamMeters meters;

    StreamCounts(StreamMeters meters) {
        this.meters = meters;
    }

    @Override
    public void read(String table, int records, int purges) {
        meters.read(table, records, purges);
    }

    @Override
    public void gap(String table, Gap why) {
        meters.gap(table, tag(why));
    }

    @Override
    public void failed(String table, Trouble why) {
        meters.failed(table, tag(why));
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
