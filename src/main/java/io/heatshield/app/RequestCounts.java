package io.heatshield.app;

import io.heatshield.metrics.CacheMeters;
import io.heatshield.metrics.Outcome;
import io.heatshield.metrics.RequestMeters;
import io.heatshield.metrics.Served;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Reply;
import io.heatshield.service.ServiceObserver;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts what was answered, and, of the reads that could be served from a tier, by which. */
final class RequestCounts implements ServiceObserver {
    /** The type stands at the beginning of an error's body. */
    private static final int LOOK_AT = 256;

    private static final Pattern THROTTLED =
            Pattern.compile("ProvisionedThroughputExceeded|ThrottlingException|RequestLimitExceeded");

    private static final Map<CacheStatus, Served> SERVED = served();

    private final RequestMeters requests;
    private final CacheMeters reads;

    RequestCounts(RequestMeters requests, CacheMeters reads) {
        this.requests = requests;
        this.reads = reads;
    }

    @Override
    public void answered(String operation, @Nullable String table, boolean cacheable, Reply reply) {
        requests.answered(operation, table, Outcome.of(reply.status(), reply.status() == 400 && throttled(reply)));
        if (cacheable) {
            reads.served(table, SERVED.getOrDefault(reply.cache(), Served.BYPASS));
        }
    }

    @Override
    public void bulkLoads(int running) {
        requests.bulkLoads(running);
    }

    private static Map<CacheStatus, Served> served() {
        Map<CacheStatus, Served> served = new EnumMap<>(CacheStatus.class);
        for (CacheStatus status : CacheStatus.values()) {
            served.put(status, Served.valueOf(status.name()));
        }
        return served;
    }

    private static boolean throttled(Reply reply) {
        Buffer body = reply.payload().body();
        String head = body.getString(0, Math.min(LOOK_AT, body.length()), StandardCharsets.ISO_8859_1.name());
        return THROTTLED.matcher(head).find();
    }
}
