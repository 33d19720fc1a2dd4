package io.heatshield.http;

import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Rendition;
import io.heatshield.protocol.Rendition.Form;
import io.heatshield.protocol.TableDescription;
import io.heatshield.service.ItemAnswer;
import io.heatshield.service.ItemSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET} of one item. A warm one is sent as it was rendered the first time. Used by one event loop. */
final class ItemReading {
    static final Set<String> PARAMETERS = Set.of("format", "fields", "consistent");

    private final ItemSource items;

    ItemReading(ItemSource items) {
        this.items = items;
    }

    /** How an item is wanted. */
    record Wish(Form form, boolean zipped, @Nullable FieldPaths fields) {}

    void one(ItemExchange exchange, TableDescription table, KeyParts key) {
        QueryParameters query = QueryParameters.of(exchange.request().query(), PARAMETERS);
        boolean zipped = AcceptEncoding.takesGzip(exchange.headers());
        Wish wish = new Wish(ItemForms.form(query.typed(), zipped), zipped, FieldPaths.of(query.raw("fields")));
        items.read(
                ItemKeys.read(table.id().name(), key, query.flag("consistent")),
                table,
                answer -> exchange.step(() -> answer(exchange, wish, answer)));
    }

    private void answer(ItemExchange exchange, Wish wish, ItemAnswer answer) {
        if (answer instanceof ItemAnswer.Held held) {
            Freshness freshness = Freshness.of(held.ageNanos(), held.freshNanos());
            if (!held.item().present()) {
                absent(exchange, freshness, held.status());
            } else {
                exchange.send(rendition(held, wish), freshness, held.status(), null);
            }
        } else if (answer instanceof ItemAnswer.Passing passing) {
            if (!passing.item().present()) {
                absent(exchange, Freshness.NONE, passing.status());
            } else {
                exchange.send(rendition(passing.item(), wish), Freshness.NONE, passing.status(), null);
            }
        } else {
            exchange.send(Problem.of(((ItemAnswer.Refused) answer).reply()));
        }
    }

    private static void absent(ItemExchange exchange, Freshness freshness, CacheStatus cache) {
        exchange.send(new Problem(404, "no-such-item", "There is no item under this key"), freshness, cache, null);
    }

    private Rendition rendition(ItemAnswer.Held held, Wish wish) {
        if (wish.fields != null) {
            return rendition(held.item(), wish);
        }
        Rendition made = held.entry().renditions().in(wish.form);
        if (made == null) {
            made = rendition(held.item(), wish);
            items.keep(held.key(), held.entry(), held.entry().renditions().and(wish.form, made));
        }
        return made;
    }

    private static Rendition rendition(CachedItem item, Wish wish) {
        var whole = ItemForms.read(item);
        return ItemForms.render(wish.fields == null ? whole : wish.fields.cut(whole), wish.form);
    }
}
