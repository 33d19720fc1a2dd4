package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.cache.CacheObserver;
import io.heatshield.cache.CacheSettings;
import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Fence;
import io.heatshield.cache.ForwardingTier;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Keys;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Scope;
import io.heatshield.cache.TestClock;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.TableDescription;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SelfCheckTest {
    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final ItemKey KEY = Keys.key("a");
    private static final Lifetimes LIFE =
            Lifetimes.of(Duration.ofHours(1), Duration.ofHours(1), Duration.ZERO, Duration.ofHours(1));

    private final TestClock clock = new TestClock();
    private final Shared shared = new Shared(clock);
    private final TieredCache cache = new TieredCache(
            shared,
            new CacheSettings(64 << 20, 500_000, Duration.ofMinutes(1).toNanos(), 100, 1000, 0, 0),
            clock,
            () -> 0.5,
            CacheObserver.NONE);
    private final Answers origin = new Answers();
    private final List<String> looks = new ArrayList<>();
    private double drawn;
    private SelfCheck check = check(new SelfCheckSettings(0.5, 10, 10, GRACE));

    /** Leases and fences of one process, and what another node's Redis would tell. */
    private static final class Shared extends ForwardingTier {
        @Nullable
        CachedItem value;

        long settledUntil;
        boolean pending;
        boolean down;
        Consumer<Scope> elsewhere = scope -> {};

        Shared(TestClock clock) {
            super(new InProcessTier(
                    clock, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(10), 1_000));
        }

        @Override
        public void onFenceElsewhere(Consumer<Scope> fenced) {
            elsewhere = fenced;
        }

        @Override
        public Future<Standing> look(CacheKey key) {
            return down
                    ? Future.failedFuture("down")
                    : super.look(key).map(own -> new Standing(value, own.pending() || pending, settledUntil));
        }
    }

    private static final class Answers implements Origin, TableCatalog {
        Future<OriginReply> next = reply(1);
        final List<String> sent = new ArrayList<>();

        static Future<OriginReply> reply(int version) {
            return body("{\"Item\":{\"id\":{\"S\":\"a\"},\"v\":{\"N\":\"" + version + "\"}}}");
        }

        static Future<OriginReply> body(String body) {
            return Future.succeededFuture(OriginReply.ok(Payload.of(Buffer.buffer(body)), "ORIGIN"));
        }

        @Override
        public Future<OriginReply> send(OriginRequest request) {
            sent.add(request.body().toString());
            return next;
        }

        @Override
        public String describe() {
            return "scripted";
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }

        @Override
        public TableDescription known(String nameOrArn) {
            return new TableDescription(
                    Keys.TABLE, new KeySchema(new KeySchema.Attribute("id", KeySchema.Type.S), null), null);
        }

        @Override
        public Future<@Nullable TableDescription> describe(String nameOrArn) {
            return Future.succeededFuture(known(nameOrArn));
        }

        @Override
        public void forget(String nameOrArn) {}
    }

    private SelfCheck check(SelfCheckSettings settings) {
        SelfCheck made = new SelfCheck(
                settings,
                cache,
                origin,
                origin,
                clock,
                () -> drawn,
                (age, tier, result) -> looks.add(age + " " + tier + " " + result));
        cache.watchFences(made);
        return made;
    }

    @BeforeEach
    void watch() {
        cache.watchFences(check);
    }

    private static CachedItem item(int version) {
        Payload payload = Answers.reply(version).result().payload();
        ItemBody body = ItemBody.scan(payload.body());
        assertThat(body).isNotNull();
        return body.toCache(payload);
    }

    private void write(ItemKey key, Fence.Fate fate) {
        cache.raise(List.of(new Scope.Item(key))).end(fate);
    }

    private void write() {
        write(KEY, Fence.Fate.APPLIED);
    }

    private void cached(int version) {
        assertThat(cache.load(KEY, LIFE, strong -> Future.succeededFuture(new Loaded.Found(item(version))))
                        .succeeded())
                .isTrue();
        assertThat(cache.fresh(KEY)).isNotNull();
    }

    private void pass(Duration time) {
        clock.advance(time);
        check.tick();
    }

    private void pass(int seconds) {
        pass(Duration.ofSeconds(seconds));
    }

    @Test
    void item_thatIsCachedRight_isLookedAtThreeTimes_andThenNoMore() {
        write();
        cached(1);
        shared.value = item(1);
        pass(Duration.ofMillis(999));
        assertThat(looks).isEmpty();
        pass(Duration.ofMillis(1));
        pass(9);
        pass(49);
        pass(1);
        pass(100);
        assertThat(looks)
                .containsExactly(
                        "1 LOCAL SAME",
                        "1 SHARED SAME",
                        "10 LOCAL SAME",
                        "10 SHARED SAME",
                        "60 LOCAL SAME",
                        "60 SHARED SAME");
        assertThat(check.size()).isZero();
        assertThat(origin.sent)
                .hasSize(3)
                .allSatisfy(body -> assertThat(body)
                        .contains("\"ConsistentRead\":true", "\"Key\":{\"id\":{\"S\":\"a\"}}", Keys.TABLE.arn()));
    }

    @Test
    void item_ofWhichNothingIsCached_costsNoRead() {
        write();
        pass(1);
        assertThat(looks).containsExactly("1 NONE EMPTY");
        assertThat(origin.sent).isEmpty();
    }

    @Test
    void contents_areCompared_notTheirSpelling() {
        write();
        cached(1);
        origin.next = Answers.body("{\"Item\":{\"v\":{\"N\":\"1.0\"},\"id\":{\"S\":\"a\"}}}");
        pass(1);
        assertThat(looks).containsExactly("1 LOCAL SAME");
    }

    @Test
    void tiers_thatGoOnAnsweringSomethingElse_areAMismatchOfThatAge() {
        write();
        cached(1);
        shared.value = item(1);
        pass(1);
        origin.next = Answers.reply(2);
        pass(9);
        assertThat(looks).containsExactly("1 LOCAL SAME", "1 SHARED SAME");
        pass(3);
        assertThat(looks).hasSize(2);
        pass(1);
        assertThat(looks).contains("10 LOCAL MISMATCH", "10 SHARED MISMATCH").hasSize(4);
        origin.next = Answers.reply(1);
        pass(46);
        assertThat(looks).contains("60 LOCAL SAME", "60 SHARED SAME").hasSize(6);
    }

    @Test
    void absence_thatIsCachedOfAnItemThatIsThere_isAMismatch() {
        write();
        assertThat(cache.load(KEY, LIFE, strong -> Future.succeededFuture(new Loaded.Found(ItemBody.ABSENT)))
                        .succeeded())
                .isTrue();
        pass(1);
        pass(GRACE);
        assertThat(looks).containsExactly("1 LOCAL MISMATCH");
    }

    @Test
    void write_thatBeginsWhileTheOriginIsRead_leavesNothingToSay() {
        write();
        cached(1);
        Promise<OriginReply> late = Promise.promise();
        origin.next = late.future();
        pass(1);
        Fence writing = cache.raise(List.of(new Scope.Item(KEY)));
        late.complete(Answers.reply(2).result());
        writing.end(Fence.Fate.NOT_APPLIED);
        pass(GRACE);
        pass(100);
        assertThat(looks).containsExactly("1 NONE OVERTAKEN");
    }

    @Test
    void write_thatIsUnderWayElsewhere_leavesNothingToSay() {
        write();
        cached(1);
        shared.pending = true;
        pass(1);
        assertThat(looks).containsExactly("1 NONE OVERTAKEN");
        assertThat(origin.sent).isEmpty();
    }

    @Test
    void write_thatIsHeardOfAfterTheDifference_isNoMismatch() {
        write();
        cached(1);
        origin.next = Answers.reply(2);
        drawn = 0.9;
        pass(1);
        shared.elsewhere.accept(new Scope.Item(KEY));
        pass(GRACE);
        assertThat(looks).containsExactly("1 NONE OVERTAKEN");
    }

    @Test
    void write_thatTheSharedTierRemembers_isNoMismatch_thoughNobodyHeardOfIt() {
        write();
        shared.settledUntil = 5;
        cached(1);
        origin.next = Answers.reply(2);
        pass(1);
        shared.settledUntil = 6;
        pass(GRACE);
        assertThat(looks).containsExactly("1 NONE OVERTAKEN");
    }

    @Test
    void origin_thatAnswersSomethingElseTheSecondTime_wasWritten() {
        write();
        cached(1);
        origin.next = Answers.reply(2);
        pass(1);
        origin.next = Answers.reply(3);
        pass(GRACE);
        assertThat(looks).containsExactly("1 NONE OVERTAKEN");
    }

    @Test
    void difference_thatIsGoneAtTheSecondLook_isPassing() {
        write();
        shared.value = item(1);
        origin.next = Answers.reply(2);
        pass(1);
        shared.value = null;
        pass(GRACE);
        assertThat(looks).containsExactly("1 SHARED PASSING");
    }

    @Test
    void fenceOfTheTable_overtakesItsItems() {
        write();
        cached(1);
        cache.raise(List.of(new Scope.Table("T")));
        assertThat(looks).containsExactly("1 NONE OVERTAKEN");
        write();
        cache.raise(List.of(new Scope.Table("U"), new Scope.Collection(KEY.collection())));
        assertThat(looks).hasSize(1);
        cache.purge(new Scope.Everything());
        assertThat(looks).hasSize(2);
    }

    @Test
    void writeElsewhere_isLookedAtAsWell_andOneThatChangedNothingIsNot() {
        write(KEY, Fence.Fate.NOT_APPLIED);
        assertThat(check.size()).isZero();
        shared.elsewhere.accept(new Scope.Item(KEY));
        assertThat(check.size()).isOne();
    }

    @Test
    void sample_isOfTheShareAskedFor_andBounded() {
        drawn = 0.5;
        write();
        assertThat(check.size()).isZero();
        drawn = 0.49;
        for (int i = 0; i < 20; i++) {
            write(Keys.key("k" + i), Fence.Fate.UNKNOWN);
        }
        assertThat(check.size()).isEqualTo(10);
    }

    @Test
    void reads_beyondTheBudget_areNotMade() {
        check = check(new SelfCheckSettings(0.5, 10, 1, GRACE));
        write(Keys.key("b"), Fence.Fate.APPLIED);
        write();
        shared.value = item(1);
        pass(1);
        assertThat(origin.sent).hasSize(1);
        assertThat(looks).contains("1 NONE SKIPPED", "1 SHARED SAME");
    }

    @Test
    void originOrSharedTier_thatDoesNotAnswer_isCountedAsThat() {
        write();
        cached(1);
        shared.down = true;
        pass(1);
        shared.down = false;
        origin.next = Future.failedFuture("down");
        pass(9);
        origin.next = Answers.body("not an item");
        pass(50);
        assertThat(looks).containsExactly("1 NONE FAILED", "10 NONE FAILED", "60 NONE FAILED");
    }

    @Test
    void peek_countsAsNoUse_andFindsWhatAReaderWould() {
        assertThat(cache.peek(KEY).result().local()).isNull();
        cached(1);
        assertThat(cache.peek(KEY).result().local()).isNotNull();
        clock.advance(Duration.ofHours(2));
        assertThat(cache.peek(KEY).result().local()).isNull();
    }
}
