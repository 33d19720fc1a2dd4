package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heatshield.cache.Fence;
import io.heatshield.cache.Scope;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads of items in bulk, which go on at the origin long after the request that began them was answered. While one may
 * run, its table stays fenced: a fence of unknown outcome is raised again before the one before it runs out, until the
 * origin says that the load is over. Safe for any thread.
 */
final class BulkLoads {
    private static final Logger LOG = LoggerFactory.getLogger(BulkLoads.class);

    private static final JsonFactory JSON = new JsonFactory();

    /** Loads followed at once; a table's further ones are fenced at their beginning only. */
    private static final int MOST = 64;

    /** A fraction of the time for which a fence of unknown outcome stands. */
    private static final long LOOK_MILLIS = 2_000;

    private static final Set<String> OVER = Set.of("COMPLETED", "COMPLETED_WITH_ERRORS", "CANCELLED", "FAILED");

    private final OriginGate origin;
    private final TieredCache cache;
    private final Delay delay;
    private final IntConsumer running;
    private final Set<String> followed = ConcurrentHashMap.newKeySet();

    /** Runs a task later. */
    @FunctionalInterface
    interface Delay {
        void after(long millis, Runnable task);
    }

    /**
     * @param running is told how many loads are followed, at each change
     */
    BulkLoads(OriginGate origin, TieredCache cache, Delay delay, IntConsumer running) {
        this.origin = origin;
        this.cache = cache;
        this.delay = delay;
        this.running = running;
    }

    /**
     * What the answer to the start of a bulk load means for its fence.
     *
     * @param scopes the tables
     * @return UNKNOWN for a load that now runs, and is followed from here on
     */
    Fence.Fate begun(OriginReply answer, List<Scope> scopes) {
        Fence.Fate fate = WriteFate.of(answer, Operation.START_BULK_PUT_ITEMS);
        if (!answer.ok()) {
            return fate;
        }
        String arn = text(answer, "BulkOperationArn");
        if (arn == null || followed.size() >= MOST) {
            LOG.warn("event=bulk-load-not-followed reason={}", arn == null ? "no-arn" : "too-many");
        } else if (followed.add(arn)) {
            running.accept(followed.size());
            delay.after(LOOK_MILLIS, () -> look(arn, scopes, true));
        }
        return Fence.Fate.UNKNOWN;
    }

    private void look(String arn, List<Scope> scopes, boolean first) {
        Fence fence = cache.raise(scopes);
        origin.send(new OriginRequest(
                        Operation.DESCRIBE_BULK_OPERATION.target(),
                        Reply.JSON_1_0,
                        Buffer.buffer(
                                new JsonObject().put("BulkOperationArn", arn).encode()),
                        null,
                        true,
                        null))
                .onSuccess(answer -> looked(arn, scopes, first, fence, answer));
    }

    private void looked(String arn, List<Scope> scopes, boolean first, Fence fence, OriginReply answer) {
        String status = answer.ok() ? text(answer, "BulkOperationStatus") : null;
        boolean gone = !answer.ok() && !answer.down() && ErrorShapes.of(answer).equals("ResourceNotFoundException");
        if (gone || (status != null && OVER.contains(status))) {
            followed.remove(arn);
            running.accept(followed.size());
            fence.end(Fence.Fate.APPLIED);
            return;
        }
        if (first && status == null && !answer.down()) {
            LOG.warn("event=bulk-load-untold error={} consequence=table-stays-uncached", ErrorShapes.of(answer));
        }
        fence.end(Fence.Fate.UNKNOWN);
        delay.after(LOOK_MILLIS, () -> look(arn, scopes, first && status != null));
    }

    /** The text of this member of the description in an answer, or null. */
    private static @Nullable String text(OriginReply answer, String member) {
        try (JsonParser in = JSON.createParser(answer.payload().body().getBytes())) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token == JsonToken.VALUE_STRING && member.equals(in.currentName())) {
                    return in.getText();
                }
            }
            return null;
        } catch (IOException e) {
            // No JSON, so nothing that tells of a load.
            return null;
        }
    }
}
