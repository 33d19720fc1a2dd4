package io.heatshield.shard;

/** Who counts what is done to sharded keys. Called on any thread; must be quick and must not throw. */
public interface ShardObserver {
    /** Nobody. */
    ShardObserver NONE = new ShardObserver() {
        @Override
        public void gathered(String table, GatherEnd end, int shards) {}

        @Override
        public void refused(String table) {}
    };

    /** How a gather ended. */
    enum GatherEnd {
        COMPLETE,
        PARTIAL,
        FAILED
    }

    /**
     * The shards of a key were read together.
     *
     * @param shards how many there were
     */
    void gathered(String table, GatherEnd end, int shards);

    /** A request for a sharded key was refused, since it cannot be routed. */
    void refused(String table);
}
