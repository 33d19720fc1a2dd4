package io.heatshield.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.cache.CachedItem;
import io.heatshield.http.ItemReading.Wish;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Rendition;
import io.heatshield.protocol.TableDescription;
import io.heatshield.service.ItemAnswer;
import io.heatshield.service.ItemSource;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET} of the items that share a partition key, page by page: a Query by the way of queries, so that a page is kept
 * where queries are. Used by one event loop.
 */
final class CollectionReading {
    static final Set<String> PARAMETERS =
            Set.of("limit", "cursor", "descending", "from", "to", "format", "fields", "consistent");

    private final ItemSource items;
    private final Workers workers;

    CollectionReading(ItemSource items, Workers workers) {
        this.items = items;
        this.workers = workers;
    }

    /** What is asked, how it is wanted, and by which address. */
    private record Page(CollectionQuestion question, Wish wish, ItemTarget target, QueryParameters query) {
        @Nullable
        String link(Rendition page) {
            String next = page.next();
            return next == null ? null : '<' + target.path() + '?' + query.with("cursor", next) + ">; rel=\"next\"";
        }
    }

    void page(
            ItemExchange exchange,
            TableDescription table,
            KeySchema.Attribute sort,
            ItemTarget target,
            String partition) {
        QueryParameters query = QueryParameters.of(exchange.request().query(), PARAMETERS);
        CollectionQuestion question = CollectionQuestion.of(table, sort, partition, query);
        Page page = new Page(question, Wish.of(query, exchange.headers()), target, query);
        Call.Search search = question.search(Cursor.read(query.text("cursor"), question));
        items.query(
                search,
                CollectionQuestion.request(search),
                table,
                answer -> exchange.step(() -> answer(exchange, page, answer)));
    }

    private void answer(ItemExchange exchange, Page page, ItemAnswer answer) {
        if (answer instanceof ItemAnswer.Held held) {
            held(exchange, page, held);
        } else if (answer instanceof ItemAnswer.Passing passing) {
            workers.perform(
                    exchange,
                    work(page, passing.item()),
                    made -> exchange.send(made, Freshness.NONE, passing.status(), page.link(made)));
        } else {
            exchange.send(Problem.of(((ItemAnswer.Refused) answer).reply()));
        }
    }

    private void held(ItemExchange exchange, Page page, ItemAnswer.Held held) {
        Wish wish = page.wish;
        Freshness freshness = Freshness.of(held.ageNanos(), held.freshNanos());
        Rendition kept = held.entry().renditions().in(wish.form(), wish.fields());
        if (kept != null) {
            exchange.send(kept, freshness, held.status(), page.link(kept));
            return;
        }
        workers.render(exchange, held.entry(), wish, work(page, held.item()), made -> {
            items.keep(held.key(), held.entry(), held.entry().renditions().and(wish.form(), wish.fields(), made));
            exchange.send(made, freshness, held.status(), page.link(made));
        });
    }

    private static Workers.Work<Rendition> work(Page page, CachedItem answer) {
        FieldPaths fields = FieldPaths.of(page.wish.fields());
        return new Workers.Work<>(answer.length(), () -> rendered(page, fields, ItemForms.tree(answer)));
    }

    private static Rendition rendered(Page page, @Nullable FieldPaths fields, JsonNode answer) {
        boolean typed = page.wish.typed();
        AttributeValue last = AttributeJson.readItem(answer.withObject("LastEvaluatedKey"))
                .get(page.question.sort().name());
        String next = last == null ? null : Cursor.behind(last, page.question);
        byte[] body = ItemForms.json(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("items");
            for (JsonNode each : answer.path("Items")) {
                Map<String, AttributeValue> item = AttributeJson.readItem(each);
                ItemForms.write(fields == null ? item : fields.cut(item), typed, out);
            }
            out.writeEndArray();
            if (next != null) {
                out.writeStringField("next", next);
            }
            out.writeEndObject();
        });
        return ItemForms.render(body, page.wish.zipped()).before(next);
    }
}
