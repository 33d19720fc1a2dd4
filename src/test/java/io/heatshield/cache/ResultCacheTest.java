package io.heatshield.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.ResultKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers about items, which end when one of those items changes. */
class ResultCacheTest {
    private static final Duration SETTLE = Duration.ofSeconds(5);
    private static final Lifetimes LIFETIMES =
            Lifetimes.of(Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ZERO, Duration.ZERO);

    private final TestClock clock = new TestClock();
    private final TieredCache cache = new TieredCache(
            new InProcessTier(clock, Duration.ofSeconds(3), SETTLE, Duration.ofSeconds(10), 1_000),
            new CacheSettings(1 << 20, 1 << 16, 0, 100, 100, 0, 0),
            clock,
            () -> 0.5,
            CacheObserver.NONE);
    private final ItemCollection items = Keys.key("a").collection();
    private final ResultKey result = new ResultKey(items, new byte[] {1}, false);
    private final ResultKey neighbour = new ResultKey(Keys.key("b").collection(), new byte[] {1}, false);
    private final List<Boolean> strong = new ArrayList<>();

    private Outcome load(CacheKey key, String text) {
        Future<Outcome> outcome = cache.load(key, LIFETIMES, asked -> {
            strong.add(asked);
            return Future.succeededFuture(new Loaded.Found(Keys.item(text)));
        });
        assertThat(outcome.succeeded()).isTrue();
        return outcome.result();
    }

    private boolean held(CacheKey key) {
        return cache.fresh(key) != null;
    }

    private String textHeld(CacheKey key) {
        Entry entry = cache.fresh(key);
        CachedItem item = entry == null ? null : entry.item();
        return item == null ? "" : Keys.text(item);
    }

    private void write(Scope scope) {
        cache.raise(List.of(scope)).end(Fence.Fate.APPLIED);
    }

    @Test
    void write_endsTheAnswersOfItsCollectionAndNoOthers() {
        load(result, "1");
        load(neighbour, "1");
        assertThat(held(result)).isTrue();
        write(new Scope.Collection(items));
        assertThat(held(result)).isFalse();
        assertThat(held(neighbour)).isTrue();
    }

    @Test
    void answerLoadedInTheSettleWindow_isReadStronglyAndKept() {
        write(new Scope.Collection(items));
        load(result, "1");
        assertThat(strong).containsExactly(true);
        assertThat(held(result)).isTrue();
    }

    @Test
    void answerThatLags_isNotKeptInTheSettleWindow() {
        ItemCollection part = ItemCollection.of(Keys.TABLE, "I", new byte[] {'S', 'x'});
        ResultKey lagging = new ResultKey(part, new byte[] {1}, true);
        load(lagging, "1");
        assertThat(held(lagging)).isTrue();
        write(new Scope.Collection(part.whole()));
        assertThat(held(lagging)).isFalse();
        load(lagging, "2");
        assertThat(held(lagging)).isFalse();
        clock.advance(SETTLE.plusMillis(1));
        load(lagging, "3");
        assertThat(held(lagging)).isTrue();
    }

    @Test
    void loadThatBeganBeforeAWrite_isNotKeptAndNobodyJoinsItAfter() {
        Promise<Loaded> old = Promise.promise();
        Future<Outcome> early = cache.load(result, LIFETIMES, asked -> old.future());
        write(new Scope.Collection(items));
        assertThat(load(result, "new")).isInstanceOfSatisfying(Outcome.Served.class, served -> {
            assertThat(Keys.text(served.item())).contains("new");
            assertThat(served.status()).isEqualTo(CacheStatus.MISS);
        });
        old.complete(new Loaded.Found(Keys.item("old")));
        assertThat(early.result()).isInstanceOf(Outcome.Served.class);
        assertThat(textHeld(result)).contains("new");
    }

    @Test
    void tableFence_endsAnswersToo() {
        load(result, "1");
        write(new Scope.Table("T"));
        assertThat(held(result)).isFalse();
    }

    @Test
    void itemFence_doesNot_sinceTheWriterFencesBoth() {
        load(result, "1");
        write(new Scope.Item(Keys.key("a")));
        assertThat(held(result)).isTrue();
    }
}
