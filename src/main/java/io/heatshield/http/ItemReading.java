package io.heatshield.http;

import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Rendition;
import io.heatshield.protocol.Rendition.Form;
import io.heatshield.protocol.TableDescription;
import io.heatshield.service.ItemAnswer;
import io.heatshield.service.ItemSource;
import io.vertx.core.MultiMap;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code GET} of one item. A warm one is sent as it was rendered the first time. Used by one event loop. */
final class ItemReading {
    static final Set<String> PARAMETERS = Set.of("format", "fields", "consistent");

    private final ItemSource items;
    private final Workers workers;

    ItemReading(ItemSource items, Workers workers) {
        this.items = items;
        this.workers = workers;
    }

    /**
     * How an item is wanted.
     *
     * @param fields the parameter as it stands in the query, or null for the whole item
     */
    record Wish(Form form, boolean zipped, @Nullable String fields) {
        static Wish of(QueryParameters query, MultiMap headers) {
            boolean zipped = AcceptEncoding.takesGzip(headers);
            return new Wish(ItemForms.form(query.typed(), zipped), zipped, query.raw("fields"));
        }

        /** The same, not compressed. */
        Wish plainly() {
            return zipped ? new Wish(ItemForms.form(typed(), false), false, fields) : this;
        }

        boolean typed() {
            return form == Form.TYPED || form == Form.TYPED_GZIP;
        }
    }

    /**
     * What came of reading an item: its rendition, or what there is to say instead.
     *
     * @param absent whether that is that there is no such item
     */
    record Read(
            @Nullable Rendition rendition,
            @Nullable Problem problem,
            boolean absent,
            Freshness freshness,
            CacheStatus cache) {
        static Read of(Rendition rendition, Freshness freshness, CacheStatus cache) {
            return new Read(rendition, null, false, freshness, cache);
        }

        static Read absent(Freshness freshness, CacheStatus cache) {
            return new Read(null, Problem.noSuchItem(), true, freshness, cache);
        }

        static Read failed(Problem problem) {
            return new Read(null, problem, false, Freshness.NONE, CacheStatus.BYPASS);
        }
    }

    void one(ItemExchange exchange, TableDescription table, KeyParts key) {
        QueryParameters query = QueryParameters.of(exchange.request().query(), PARAMETERS);
        Wish wish = Wish.of(query, exchange.headers());
        read(exchange, table, key, wish, query.flag("consistent"), read -> {
            if (read.rendition != null) {
                exchange.send(read.rendition, read.freshness, read.cache, null);
            } else if (read.problem != null) {
                exchange.send(read.problem, read.freshness, read.cache, null);
            }
        });
    }

    /** Reads one item and renders it. */
    void read(
            ItemExchange exchange,
            TableDescription table,
            KeyParts key,
            Wish wish,
            boolean consistent,
            Consumer<Read> next) {
        items.read(
                ItemKeys.read(table.id().name(), key, consistent),
                table,
                answer -> exchange.step(() -> answer(exchange, wish, answer, next)));
    }

    private void answer(ItemExchange exchange, Wish wish, ItemAnswer answer, Consumer<Read> next) {
        if (answer instanceof ItemAnswer.Held held) {
            held(exchange, wish, held, next);
        } else if (answer instanceof ItemAnswer.Refused refused) {
            next.accept(Read.failed(Problem.of(refused.reply())));
        } else if (answer instanceof ItemAnswer.Passing passing
                && passing.item().present()) {
            workers.perform(
                    exchange,
                    work(passing.item(), wish),
                    made -> next.accept(Read.of(made, Freshness.NONE, passing.status())));
        } else {
            next.accept(Read.absent(Freshness.NONE, ((ItemAnswer.Passing) answer).status()));
        }
    }

    private void held(ItemExchange exchange, Wish wish, ItemAnswer.Held held, Consumer<Read> next) {
        Freshness freshness = Freshness.of(held.ageNanos(), held.freshNanos());
        if (!held.item().present()) {
            next.accept(Read.absent(freshness, held.status()));
            return;
        }
        Rendition kept = held.entry().renditions().in(wish.form, wish.fields);
        if (kept != null) {
            next.accept(Read.of(kept, freshness, held.status()));
            return;
        }
        workers.render(exchange, held.entry(), wish, work(held.item(), wish), made -> {
            items.keep(held.key(), held.entry(), held.entry().renditions().and(wish.form, wish.fields, made));
            next.accept(Read.of(made, freshness, held.status()));
        });
    }

    private static Workers.Work<Rendition> work(CachedItem item, Wish wish) {
        FieldPaths fields = FieldPaths.of(wish.fields);
        return new Workers.Work<>(item.length(), () -> {
            var whole = ItemForms.read(item);
            return ItemForms.render(fields == null ? whole : fields.cut(whole), wish.form);
        });
    }
}
