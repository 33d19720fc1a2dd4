package io.heatshield.cache.redis;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the shared tier on Redis is told.
 *
 * @param url where Redis is: {@code redis}, {@code rediss}, {@code redis-sentinel}, {@code redis-cluster} or
 *     {@code rediss-cluster}; several hosts are separated by commas
 * @param username the ACL user, or null for the default one
 * @param password its password, or null; the URL may carry both as well
 * @param caFile a PEM file of the authorities that may have issued the server's certificate, or null for the machine's own
 * @param prefix what separates one fleet's keys from another's
 * @param node this process, as the bus knows it
 * @param leastTimeout any command is waited for at least as long
 * @param commandTimeout no command is waited for longer; usually much less, by what commands have been taking
 * @param staleness the bound: how long after a write's answer another node may still serve the older value
 * @param lease how long a holder may take to load and fill
 * @param settle how long after a write loads are strongly consistent
 * @param hold how long a write whose end never came keeps its key from being cached
 * @param leaseWait how long to wait for another node's load before reading the origin oneself
 * @param compressAbove bodies longer than this are compressed
 * @param waitReplicas how many replicas must have a fence before its write is answered; 0 for none
 * @param replicaWait how long they are waited for; then the write is answered all the same
 */
public record RedisSettings(
        String url,
        @Nullable String username,
        @Nullable String password,
        @Nullable Path caFile,
        String prefix,
        String node,
        Duration leastTimeout,
        Duration commandTimeout,
        Duration staleness,
        Duration lease,
        Duration settle,
        Duration hold,
        Duration leaseWait,
        int compressAbove,
        int waitReplicas,
        Duration replicaWait) {
    @Override
    public String toString() {
        // The URL may carry a password.
        return "RedisSettings[prefix=" + prefix + ", node=" + node + "]";
    }
}
