package io.heatshield.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A node that does not hear the others cannot know that what it has, or is loading, has become outdated by a write
 * elsewhere. Who may not be served anything older than an answered write must get neither.
 */
final class StrictReadsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Lifetimes STRICT = Lifetimes.of(MINUTE, MINUTE, MINUTE, MINUTE, Duration.ZERO);
    private static final Lifetimes BOUNDED = Lifetimes.of(MINUTE, MINUTE, MINUTE, MINUTE, Duration.ofSeconds(1));

    private final TestClock clock = new TestClock();
    private final Warrant warrant = new Warrant(clock.getAsLong());
    private final TieredCache cache = new TieredCache(
            new Warranted(),
            new CacheSettings(1 << 20, 10_000, 1, 100, 10, 0, 0, MINUTE.toNanos(), MINUTE.toNanos()),
            clock,
            () -> 0.5,
            CacheObserver.NONE);
    private final ItemKey key = Keys.key("a");
    private final List<Promise<Loaded>> loads = new ArrayList<>();

    /** Answers from memory only while the test's warrant covers it. */
    private final class Warranted extends ForwardingTier {
        Warranted() {
            super(new InProcessTier(clock, MINUTE, MINUTE, MINUTE, 100));
        }

        @Override
        public Warrant warrant(CacheKey asked) {
            return warrant;
        }
    }

    private Future<Outcome> read(Lifetimes lifetimes) {
        return cache.load(key, lifetimes, strong -> {
            Promise<Loaded> load = Promise.promise();
            loads.add(load);
            return load.future();
        });
    }

    private void land(int load, String text) {
        loads.get(load).complete(new Loaded.Found(Keys.item(text)));
    }

    private static String text(Future<Outcome> read) {
        return Keys.text(((Outcome.Served) read.result()).item());
    }

    @Test
    void strictReader_ofANodeThatHears_joins() {
        warrant.renew(clock.getAsLong() + MINUTE.toNanos());
        read(STRICT);
        Future<Outcome> second = read(STRICT);
        land(0, "1");
        assertThat(text(second)).isEqualTo(Keys.text(Keys.item("1")));
        assertThat(loads).hasSize(1);
    }

    @Test
    void strictReader_ofANodeWhoseWarrantRanOut_waitsForTheNextLoad() {
        read(STRICT);
        Future<Outcome> second = read(STRICT);
        Future<Outcome> third = read(STRICT);
        land(0, "older");
        assertThat(second.isComplete()).isFalse();
        land(1, "newer");
        assertThat(text(second)).isEqualTo(Keys.text(Keys.item("newer")));
        assertThat(text(third)).isEqualTo(Keys.text(Keys.item("newer")));
        assertThat(loads).hasSize(2);
    }

    @Test
    void strictReader_ofANodeThatMayHaveMissedAMessageSinceTheLoadBegan_waitsForTheNextLoad() {
        warrant.renew(clock.getAsLong() + MINUTE.toNanos());
        read(STRICT);
        warrant.suspect();
        Future<Outcome> second = read(STRICT);
        land(0, "older");
        land(1, "newer");
        assertThat(text(second)).isEqualTo(Keys.text(Keys.item("newer")));
    }

    @Test
    void boundedReader_joinsAllTheSame() {
        read(BOUNDED);
        Future<Outcome> second = read(BOUNDED);
        land(0, "1");
        assertThat(text(second)).isEqualTo(Keys.text(Keys.item("1")));
        assertThat(loads).hasSize(1);
    }

    private Outcome readOfWhatIsHeld_fromAnOriginThatIsDown(Lifetimes lifetimes, boolean hears) {
        warrant.renew(clock.getAsLong() + MINUTE.toNanos());
        read(lifetimes);
        land(0, "held");
        clock.advance(MINUTE.plusSeconds(1));
        if (hears) {
            warrant.renew(clock.getAsLong() + MINUTE.toNanos());
        }
        Future<Outcome> read = read(lifetimes);
        loads.get(1).complete(new Loaded.Refused(Reply.error(DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "")), true));
        return read.result();
    }

    @Test
    void strictReader_whileTheOriginIsDown_isServedWhatIsHeldOnlyIfTheNodeHears() {
        assertThat(readOfWhatIsHeld_fromAnOriginThatIsDown(STRICT, true)).isInstanceOf(Outcome.Served.class);
    }

    @Test
    void strictReader_whileTheOriginIsDownAndTheNodeDoesNotHear_isRefused() {
        assertThat(readOfWhatIsHeld_fromAnOriginThatIsDown(STRICT, false)).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void boundedReader_whileTheOriginIsDown_isServedWhatIsHeld() {
        assertThat(readOfWhatIsHeld_fromAnOriginThatIsDown(BOUNDED, false)).isInstanceOf(Outcome.Served.class);
    }
}
