package io.heatshield.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Entry;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.Outcome;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.ResultKey;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;

/**
 * Query and Scan: from the tiers where that is allowed, else from the origin. A hit is answered before {@link #query}
 * returns, from the stored bytes.
 */
final class ResultPath {
    private final OriginGate origin;
    private final TableCatalog catalog;
    private final TieredCache cache;
    private final TablePolicies policies;
    /** What the origin has accepted: whatever it finds wrong with a spelling, it says so itself, in its own words. */
    private final Cache<Question.Form, Boolean> accepted;

    /**
     * @param maxForms spellings remembered; the least used are asked about again
     */
    ResultPath(OriginGate origin, TableCatalog catalog, TieredCache cache, TablePolicies policies, int maxForms) {
        this.origin = origin;
        this.catalog = catalog;
        this.cache = cache;
        this.policies = policies;
        this.accepted = Caffeine.newBuilder()
                .maximumSize(maxForms)
                .executor(Runnable::run)
                .build();
    }

    void query(Call.Search call, WireRequest request, ReplySink sink) {
        if (call.consistent()) {
            bypass(call, request, sink);
            return;
        }
        TableDescription table = catalog.known(call.table());
        if (table != null) {
            read(call, request, table, sink);
            return;
        }
        Loops.deliver(catalog.describe(call.table()), described -> {
            TableDescription found = described.result();
            if (found == null) {
                bypass(call, request, sink);
            } else {
                read(call, request, found, sink);
            }
        });
    }

    private void read(Call.Search call, WireRequest request, TableDescription table, ReplySink sink) {
        AnswerPolicy policy = policies.answersAbout(table.id().name());
        Lifetimes lifetimes = policy.lifetimes();
        Question question = lifetimes == null ? null : Question.of(call, table, policy);
        if (lifetimes == null || question == null) {
            bypass(call, request, sink);
            return;
        }
        ResultKey key = question.key(accepted.getIfPresent(question.form()) != null);
        Entry entry = cache.fresh(key);
        CachedItem kept = entry == null ? null : entry.item();
        if (entry == null || kept == null) {
            Runnable whenLoaded = policy.warm() && WarmItems.holdsItems(call) ? () -> warm(key, table) : () -> {};
            load(key, lifetimes, question, call, request, whenLoaded, sink);
            return;
        }
        if (cache.refreshDue(entry)) {
            cache.refresh(key, lifetimes, new ResultLoad(origin, call, request, question.lags()));
        }
        sink.send(ResultBody.reply(kept, call, CacheStatus.LOCAL));
    }

    private void load(
            ResultKey key,
            Lifetimes lifetimes,
            Question question,
            Call.Search call,
            WireRequest request,
            Runnable whenLoaded,
            ReplySink sink) {
        ResultLoad load = new ResultLoad(origin, call, request, question.lags());
        Loops.deliver(cache.load(key, lifetimes, load), result -> {
            if (result.failed()) {
                sink.send(Reply.error(
                        DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "Heatshield failed to load the answer.")));
            } else if (result.result() instanceof Outcome.Refused refused) {
                sink.send(refused.reply());
            } else if (result.result() instanceof Outcome.Served served) {
                accepted.put(question.form(), true);
                if (served.status() == CacheStatus.MISS) {
                    whenLoaded.run();
                }
                Reply own = served.status() == CacheStatus.MISS ? load.answer() : null;
                sink.send(own == null ? ResultBody.reply(served.item(), call, served.status()) : own);
            } else {
                bypass(call, request, sink);
            }
        });
    }

    private void warm(ResultKey key, TableDescription table) {
        Lifetimes items = policies.lifetimes(table.id().name());
        Entry entry = cache.fresh(key);
        CachedItem kept = entry == null ? null : entry.item();
        if (items != null && kept != null) {
            WarmItems.keep(cache, key, table, kept, items);
        }
    }

    private void bypass(Call.Search call, WireRequest request, ReplySink sink) {
        Loops.deliver(
                origin.forward(request, TableId.bareName(call.table())),
                answer -> sink.send(OriginGate.reply(answer.result(), CacheStatus.BYPASS)));
    }
}
