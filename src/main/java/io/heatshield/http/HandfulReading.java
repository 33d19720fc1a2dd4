package io.heatshield.http;

import io.heatshield.http.ItemReading.Read;
import io.heatshield.http.ItemReading.Wish;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Rendition;
import io.heatshield.protocol.TableDescription;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET} of a handful of items at once, by their keys: each is read as it would be by itself, so that warm ones are
 * sent as they were rendered, and none is copied. Used by one event loop.
 */
final class HandfulReading {
    static final Set<String> PARAMETERS = Set.of("keys", "format", "fields", "consistent");

    private static final int MOST = 25;

    private static final ByteBuf HEAD = ascii("{\"items\":[");
    private static final ByteBuf SEPARATOR = ascii(",");
    private static final ByteBuf ABSENT = ascii("null");
    private static final ByteBuf TAIL = ascii("]}");

    private final ItemReading reading;
    private final Workers workers;

    HandfulReading(ItemReading reading, Workers workers) {
        this.reading = reading;
        this.workers = workers;
    }

    private static ByteBuf ascii(String text) {
        return Unpooled.unreleasableBuffer(
                Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII)).asReadOnly());
    }

    void all(ItemExchange exchange, TableDescription table) {
        QueryParameters query = QueryParameters.of(exchange.request().query(), PARAMETERS);
        List<KeyParts> keys = keys(table, query.raw("keys"));
        Wish wish = Wish.of(query, exchange.headers());
        Gathering gathering = new Gathering(exchange, wish, keys.size());
        boolean consistent = query.flag("consistent");
        for (int at = 0; at < keys.size(); at++) {
            int place = at;
            reading.read(exchange, table, keys.get(at), wish.plainly(), consistent, read -> gathering.add(place, read));
        }
    }

    /** {@code a,b} or {@code a/1,b/2}; whatever has another meaning is percent-encoded within a key. */
    private static List<KeyParts> keys(TableDescription table, @Nullable String raw) {
        String[] texts = raw == null || raw.isEmpty() ? new String[0] : raw.split(",", -1);
        if (texts.length == 0 || texts.length > MOST) {
            throw QueryParameters.bad("keys", "1 to " + MOST + " keys, such as a,b or a/1,b/2");
        }
        List<KeyParts> keys = new ArrayList<>(texts.length);
        for (String text : texts) {
            int slash = text.indexOf('/');
            String partition = PercentEncoding.decode(slash < 0 ? text : text.substring(0, slash), true);
            String sort = slash < 0 ? null : PercentEncoding.decode(text.substring(slash + 1), true);
            if (partition.isEmpty() || (sort != null && sort.isEmpty())) {
                throw QueryParameters.bad("keys", "no empty key");
            }
            keys.add(ItemKeys.of(table, partition, sort));
        }
        return keys;
    }

    /** What has come so far, each in the place in which it was asked for. */
    private final class Gathering {
        private final ItemExchange exchange;
        private final Wish wish;
        private final Read[] reads;
        private int missing;

        Gathering(ItemExchange exchange, Wish wish, int count) {
            this.exchange = exchange;
            this.wish = wish;
            this.reads = new Read[count];
            this.missing = count;
        }

        void add(int place, Read read) {
            reads[place] = read;
            if (--missing == 0) {
                answer();
            }
        }

        private void answer() {
            Freshness freshness = reads[0].freshness();
            CacheStatus cache = reads[0].cache();
            for (Read read : reads) {
                Problem problem = read.problem();
                if (problem != null && !read.absent()) {
                    exchange.send(problem);
                    return;
                }
                freshness = freshness.and(read.freshness());
                // What came from furthest away is what the answer took.
                cache = read.cache() == CacheStatus.LOCAL ? cache : read.cache();
            }
            send(freshness, cache);
        }

        private void send(Freshness freshness, CacheStatus cache) {
            Buffer body = body();
            String tag = tag();
            if (!wish.zipped()) {
                exchange.send(ItemForms.rendition(body, tag), freshness, cache, null);
                return;
            }
            workers.perform(
                    exchange,
                    new Workers.Work<>(body.length(), () -> ItemForms.zipped(body.getBytes(), tag)),
                    made -> exchange.send(made, freshness, cache, null));
        }

        private Buffer body() {
            List<ByteBuf> pieces = new ArrayList<>(2 * reads.length + 2);
            pieces.add(HEAD.duplicate());
            for (Read read : reads) {
                if (pieces.size() > 1) {
                    pieces.add(SEPARATOR.duplicate());
                }
                Rendition rendition = read.rendition();
                pieces.add(
                        rendition == null
                                ? ABSENT.duplicate()
                                : ((BufferInternal) rendition.body())
                                        .getByteBuf()
                                        .duplicate());
            }
            pieces.add(TAIL.duplicate());
            return BufferInternal.buffer(Unpooled.wrappedBuffer(pieces.size(), pieces.toArray(ByteBuf[]::new)));
        }

        private String tag() {
            StringBuilder tags = new StringBuilder(32 * reads.length);
            for (Read read : reads) {
                Rendition rendition = read.rendition();
                tags.append(rendition == null ? "-" : rendition.tag()).append(',');
            }
            return ItemForms.digest(tags.toString().getBytes(StandardCharsets.US_ASCII));
        }
    }
}
