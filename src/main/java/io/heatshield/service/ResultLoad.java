package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Loader;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Asks the origin a Query as its reader spelt it, for that reader and for all who join. */
final class ResultLoad implements Loader {
    private final OriginGate origin;
    private final Call.Search call;
    private final WireRequest request;
    private volatile @Nullable Reply answer;

    ResultLoad(OriginGate origin, Call.Search call, WireRequest request) {
        this.origin = origin;
        this.call = call;
        this.request = request;
    }

    /** The origin's own answer, if it was this load that was made. */
    @Nullable
    Reply answer() {
        return answer;
    }

    @Override
    public Future<Loaded> load(boolean strong) {
        Buffer body = strong
                ? new JsonObject(request.body()).put("ConsistentRead", true).toBuffer()
                : request.body();
        return origin.send(new OriginRequest(
                        Operation.QUERY.target(),
                        request.contentType(),
                        body,
                        TableId.bareName(call.table()),
                        true,
                        request.hops()))
                .map(this::loaded);
    }

    private Loaded loaded(OriginReply reply) {
        Reply asIs = OriginGate.reply(reply, CacheStatus.MISS);
        if (!reply.ok()) {
            return new Loaded.Refused(asIs, reply.down() || ErrorShapes.throttles(asIs));
        }
        if (reply.partial() != null) {
            // Everyone who waits hears what is missing, and nothing is kept.
            return new Loaded.Refused(asIs, false);
        }
        CachedItem kept = ResultBody.toCache(reply.payload());
        if (kept == null) {
            return new Loaded.Refused(asIs, false);
        }
        answer = asIs;
        return new Loaded.Found(kept);
    }
}
