package io.heatshield.tail;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where to begin which shard of a stream. A shard's successors begin when all of it has been read, so that the changes
 * of an item are met in their order. Where nothing is noted of a shard and its forebears, reading begins at its end,
 * and whoever begins there must drop all that is cached of the table.
 */
final class ShardPlan {
    /** Shards live for a day and split every few hours; more forebears than this are a circle. */
    private static final int MOST_FOREBEARS = 1_000;

    private enum Fate {
        /** Can be read. */
        READ,
        /** Comes after another that can be, or has been read. */
        LATER,
        /** Was closed before reading began: what began then covers it. */
        PAST
    }

    private final Map<String, Shard> listed = new HashMap<>();
    private final Map<String, Position> positions;

    /**
     * A plan.
     *
     * @param shards all that the stream lists
     * @param noted how far they have been read, parents too
     */
    ShardPlan(List<Shard> shards, Map<String, String> noted) {
        shards.forEach(shard -> listed.put(shard.id(), shard));
        this.positions = new HashMap<>();
        noted.forEach((shard, text) -> {
            Position position = Position.of(text);
            if (position != null) {
                positions.put(shard, position);
            }
        });
    }

    /** Where to begin; null if there is nothing to read of it now. */
    @Nullable
    Position start(Shard shard) {
        if (fate(shard, 0) != Fate.READ) {
            return null;
        }
        Position own = positions.get(shard.id());
        if (own != null) {
            return own;
        }
        return parentEnded(shard) ? Position.HORIZON : Position.LATEST;
    }

    private Fate fate(Shard shard, int depth) {
        Position own = positions.get(shard.id());
        if (own != null) {
            return own.equals(Position.END) ? Fate.LATER : Fate.READ;
        }
        if (parentEnded(shard)) {
            return Fate.READ;
        }
        Shard parent = shard.parent() == null ? null : listed.get(shard.parent());
        if (parent != null && depth < MOST_FOREBEARS && fate(parent, depth + 1) != Fate.PAST) {
            return Fate.LATER;
        }
        return shard.closed() ? Fate.PAST : Fate.READ;
    }

    private boolean parentEnded(Shard shard) {
        return shard.parent() != null && Position.END.equals(positions.get(shard.parent()));
    }
}
