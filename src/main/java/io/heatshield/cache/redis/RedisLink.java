package io.heatshield.cache.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The way to one Redis, a Sentinel's, or a cluster: commands by slot, and who the primaries are. */
interface RedisLink {
    /** Names are text, values are bytes. */
    RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    /**
     * A primary.
     *
     * @param id what identifies it among the others
     * @param uri where it is
     */
    record Primary(String id, RedisURI uri) {}

    /** Connects, to every primary. Blocks: not for an event loop. May be called again after it failed. */
    void connect();

    /** The commands of an open connection, which find their primary by themselves; null while there is none. */
    @Nullable
    RedisClusterAsyncCommands<String, byte[]> commands();

    /** Who has a slot now, as far as is known; null if nobody. */
    @Nullable
    Primary primaryOf(int slot);

    /** Looks anew who the primaries are. Does not block. */
    void refresh();

    /** A connection of one's own to a primary, for subscriptions. It does not reconnect. */
    CompletionStage<StatefulRedisPubSubConnection<String, byte[]>> subscribe(Primary primary);

    /** Lets go of connections and threads. Blocks. */
    void close();
}
