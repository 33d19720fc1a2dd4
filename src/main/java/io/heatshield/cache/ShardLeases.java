package io.heatshield.cache;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who of the fleet reads which shard of a stream of changes, and how far it has come. A lease ends by itself unless it
 * is held on to, so a shard whose reader is gone finds another one; what was noted of it stays for much longer.
 *
 * <p>Two readers of one shard do no harm, as after a pause of one that outlasted its lease: dropping what is cached may
 * be done twice. So nothing here needs to be exact, and whoever cannot ask goes on. Implementations are safe for use
 * from any thread; a failed future means that nobody answered.
 */
public interface ShardLeases {
    /**
     * Takes the lease, or holds on to it, or lets another have it.
     *
     * @param position how far the shard was read, to be noted; null leaves what is noted
     * @return false if another reader has the lease, and then nothing is noted
     */
    Future<Boolean> hold(String stream, String shard, @Nullable String position);

    /**
     * How far shards have been read, by any reader ever.
     *
     * @return by shard; those of which nothing is noted are missing
     */
    Future<Map<String, String>> positions(String stream, Collection<String> shards);

    /** Lets go of the lease, if it is held here. */
    Future<Void> release(String stream, String shard);
}
