package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.KeySchema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of a table an UpdateTable may change.
 *
 * @param definitions the types of the key attributes, in the order given
 * @param onDemand whether it is billed per request
 * @param throughput of the table, 0 and 0 on demand
 * @param deletionProtection whether DeleteTable is refused
 * @param tableClass {@code STANDARD} or {@code STANDARD_INFREQUENT_ACCESS}, or null if never given
 * @param onDemandThroughput as the request gave it, or null
 * @param encryption the {@code SSEDescription}'s type, or null
 * @param perRequestSince when it was last made to be billed per request, or null if it never was
 */
record TableSettings(
        Map<String, KeySchema.Type> definitions,
        boolean onDemand,
        Throughput throughput,
        boolean deletionProtection,
        @Nullable String tableClass,
        @Nullable JsonNode onDemandThroughput,
        @Nullable String encryption,
        @Nullable Instant perRequestSince) {

    /** Read and write units per second. */
    record Throughput(long read, long write) {
        static final Throughput NONE = new Throughput(0, 0);
    }
}
