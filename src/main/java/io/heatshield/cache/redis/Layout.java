package io.heatshield.cache.redis;

import io.heatshield.cache.Scope;
import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.TableId;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How things are named in Redis. Every item belongs to one of {@link #GROUPS} groups; all keys of a group carry its
 * number as the hash tag, and so are in one slot: value, control record, table epochs, sequence and channel can be
 * changed by one script. Names carry hashes, never keys.
 */
final class Layout {
    /** Fixed: nodes that disagreed would not see each other's fences. */
    static final int GROUPS = 256;

    private static final int ID_BYTES = 16;

    private final String prefix;

    /**
     * Names under a prefix.
     *
     * @param prefix what separates one fleet's keys from another's in the same Redis
     */
    Layout(String prefix) {
        this.prefix = prefix;
    }

    private static final byte ITEM = 0;
    private static final byte COLLECTION = 1;
    private static final byte RESULT = 2;

    /** What identifies an item or an answer here: 128 bits of a hash, enough that two keys never share one. */
    static String id(CacheKey key) {
        return id(key.table(), key.within() == null ? ITEM : RESULT, key.toBytes());
    }

    private static String id(ItemCollection items) {
        return id(items.table(), COLLECTION, items.toBytes());
    }

    private static String id(TableId table, byte kind, byte[] bytes) {
        MessageDigest digest = sha256();
        digest.update(table.arn().getBytes(StandardCharsets.UTF_8));
        digest.update(kind);
        return HexFormat.of().formatHex(digest.digest(bytes), 0, ID_BYTES);
    }

    /** The group that a key belongs to: an answer to that of the items it was found among. */
    static int group(CacheKey key) {
        ItemCollection within = key.within();
        return within == null ? group(id(key)) : group(within);
    }

    /** An index is in one group as a whole, so that what ends all of it is one script too. */
    private static int group(ItemCollection items) {
        return group(id(items.index() == null ? items : items.whole()));
    }

    private static int group(String id) {
        return Integer.parseInt(id, 0, 2, 16);
    }

    private static String hash(String name) {
        return HexFormat.of().formatHex(sha256().digest(name.getBytes(StandardCharsets.UTF_8)), 0, ID_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The keys that lease and fill look at, in the order of the scripts: value and control record, then pairs of an
     * epoch and a control record for what is wider, the table and everything first.
     */
    List<String> keys(CacheKey key) {
        int group = group(key);
        String id = id(key);
        String table = hash(key.table().name());
        List<String> keys = new ArrayList<>(List.of(
                named(group, "d", id),
                named(group, "c", id),
                named(group, "te", table),
                named(group, "tc", table),
                named(group, "ae", "*"),
                named(group, "ac", "*")));
        ItemCollection within = key.within();
        if (within != null) {
            addPair(keys, group, within);
            if (within.index() != null && !within.isWhole()) {
                addPair(keys, group, within.whole());
            }
        }
        return keys;
    }

    private void addPair(List<String> keys, int group, ItemCollection items) {
        String id = id(items);
        keys.add(named(group, "pe", id));
        keys.add(named(group, "pc", id));
    }

    /**
     * What a fence changes: one group for an item or a collection, all of them for what is wider.
     *
     * @param group whose keys
     * @param kind what the script is to do: let an item's value go, or move the epoch of a collection, or of what is
     *     wider, on
     * @param keys as the script wants them
     */
    record Mark(int group, String kind, List<String> keys) {}

    private static boolean narrow(Scope scope) {
        return scope instanceof Scope.Item || scope instanceof Scope.Collection;
    }

    /** What a fence of this scope changes in this group, which is one of those that it touches. */
    Mark mark(Scope scope, int group) {
        return narrow(scope) ? marks(scope).get(0) : wideMark(scope, group);
    }

    /** All that a fence of this scope changes. */
    List<Mark> marks(Scope scope) {
        if (scope instanceof Scope.Item item) {
            String id = id(item.key());
            int group = group(id);
            return List.of(mark(group, "i", named(group, "d", id), named(group, "c", id)));
        }
        if (scope instanceof Scope.Collection collection) {
            String id = id(collection.items());
            int group = group(collection.items());
            return List.of(mark(group, "c", named(group, "pe", id), named(group, "pc", id)));
        }
        return IntStream.range(0, GROUPS)
                .mapToObj(group -> wideMark(scope, group))
                .toList();
    }

    private Mark wideMark(Scope scope, int group) {
        return scope instanceof Scope.Table table
                ? mark(group, "t", named(group, "te", hash(table.name())), named(group, "tc", hash(table.name())))
                : mark(group, "t", named(group, "ae", "*"), named(group, "ac", "*"));
    }

    private Mark mark(int group, String kind, String changed, String control) {
        return new Mark(group, kind, List.of(changed, control, sequence(group), channel(group)));
    }

    String sequence(int group) {
        return prefix + ":{" + group + "}:q";
    }

    String channel(int group) {
        return prefix + ":{" + group + "}:inv";
    }

    /** Which nodes hear of the group's fences, each with the last of those that it was asked to answer. */
    String nodes(int group) {
        return prefix + ":{" + group + "}:n";
    }

    String barrier(int group) {
        return prefix + ":{" + group + "}:b";
    }

    /** What is written for the replicas to confirm. */
    String replicated(int group) {
        return prefix + ":{" + group + "}:w";
    }

    /** The group that a channel is of, or -1 if it is none of ours. */
    int groupOf(String channel) {
        String head = prefix + ":{";
        int end = channel.indexOf("}:inv");
        return channel.startsWith(head) && end > 0 ? Integer.parseInt(channel, head.length(), end, 10) : -1;
    }

    /** The group that all leases and positions of a stream's shards belong to. */
    static int streamGroup(String stream) {
        return group(hash(stream));
    }

    /** Who reads a shard of a stream. */
    String shardLease(String stream, String shard) {
        return named(streamGroup(stream), "sl", hash(stream + '/' + shard));
    }

    /** How far a shard of a stream has been read. */
    String shardPosition(String stream, String shard) {
        return named(streamGroup(stream), "sp", hash(stream + '/' + shard));
    }

    /** The slot of a group's keys in a cluster. */
    int slot(int group) {
        return SlotHash.getSlot(sequence(group));
    }

    private String named(int group, String kind, String id) {
        return prefix + ":{" + group + "}:" + kind + ":" + id;
    }
}
