package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Loader;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Asks the origin a Query or a Scan as its reader spelt it, for that reader and for all who join. */
final class ResultLoad implements Loader {
    private final OriginGate origin;
    private final Call.Search call;
    private final WireRequest request;
    private final boolean lags;
    private volatile @Nullable Reply answer;

    /**
     * @param lags whether it cannot be asked strongly
     */
    ResultLoad(OriginGate origin, Call.Search call, WireRequest request, boolean lags) {
        this.lags = lags;
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
        Buffer body = strong && !lags
                ? new JsonObject(request.body()).put("ConsistentRead", true).toBuffer()
                : request.body();
        return origin.send(new OriginRequest(
                        call.target(),
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
