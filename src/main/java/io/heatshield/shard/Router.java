package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.Invocation;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Chooses the shard of an item. Safe for use from any thread if its random source is. */
final class Router {
    /** The item may be in any shard: it has to be looked for. */
    static final int ANYWHERE = -1;

    private final InstantSource clock;
    private final RandomGenerator random;

    Router(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /**
     * What makes a repeated request choose as it did before.
     *
     * @param token ClientRequestToken, or null
     * @param invocation which call of its SDK the request belongs to, or null
     */
    record Pin(@Nullable String token, @Nullable Invocation invocation) {}

    /**
     * The shard in a layout under which a point read finds an item by its key, or {@link #ANYWHERE}.
     *
     * @param attributes the item's key
     */
    static int shardOfKey(TableKeys keys, ShardedKey key, Layout layout, JsonNode attributes) {
        if (layout.shards() == 1) {
            return 0;
        }
        if (key.choice() instanceof Choice.HashOf hash) {
            String name = hash.attribute();
            if (name == null || name.equals(keys.sort())) {
                return ShardHash.of(TableKeys.value(attributes, keys.sort()), layout.shards());
            }
        }
        return ANYWHERE;
    }

    /**
     * The shard of the written layout that a write goes to, or {@link #ANYWHERE} if the item must be looked for.
     *
     * @throws DynamoException a ValidationException if the write cannot be routed
     */
    int shardOfWrite(TableKeys keys, TableKeys.Logical logical, Element element, Pin pin) {
        ShardedKey key = logical.key();
        ObjectNode attributes = element.attributes();
        if (attributes == null) {
            return 0;
        }
        int fixed = shardOfKey(keys, key, key.written(), attributes);
        if (fixed != ANYWHERE) {
            return fixed;
        }
        Choice choice = key.choice();
        if (choice instanceof Choice.HashOf hash) {
            return byAttribute(keys, hash, key.written(), element, attributes);
        }
        if (choice instanceof Choice.Counter) {
            Increment.require(keys, element);
            return pinned(keys, key.written(), attributes, pin);
        }
        requireAppend(element, choice instanceof Choice.Random ? "random" : "time");
        return choice instanceof Choice.Time time
                ? byClock(keys, time, key.written(), attributes, pin)
                : pinned(keys, key.written(), attributes, pin);
    }

    private static int byAttribute(
            TableKeys keys, Choice.HashOf hash, Layout layout, Element element, ObjectNode attributes) {
        String name = hash.attribute();
        if (element.kind() != Element.Kind.PUT || name == null) {
            return ANYWHERE;
        }
        int shard = ShardHash.of(TableKeys.value(attributes, name), layout.shards());
        // An item without a sort key is the origin's to refuse, whichever shard it is sent to.
        if (shard < 0 && TableKeys.value(attributes, keys.sort()) != null) {
            throw DynamoError.validation(
                            "One or more parameter values were invalid: the item's key is sharded by the hash" + " of "
                                    + name + ", and the item has no String, Number or Binary of that name")
                    .exception();
        }
        return Math.max(0, shard);
    }

    private static void requireAppend(Element element, String choice) {
        String what = switch (element.kind()) {
            case UPDATE -> "an update";
            case DELETE -> "a delete";
            case CHECK -> "a condition check";
            case PUT ->
                element.conditional() ? "a conditional put" : element.returns() ? "a put with ReturnValues" : null;
        };
        if (what != null) {
            throw DynamoError.validation("The item's key is sharded by " + choice
                            + ", so that the key does not tell where the item is: " + what
                            + " cannot be routed. Put items without condition, or declare the key with hash-of")
                    .exception();
        }
    }

    /** The same for a repeated request; by chance if it cannot be told from another. */
    private int pinned(TableKeys keys, Layout layout, ObjectNode attributes, Pin pin) {
        Invocation invocation = pin.invocation();
        String call = pin.token() != null ? pin.token() : invocation == null ? null : invocation.id();
        if (call == null) {
            return random.nextInt(layout.shards());
        }
        // The item's key, too, so that the items of one batch are spread.
        String item = attributes.path(keys.partition()) + " " + attributes.path(keys.sort());
        return ShardHash.of((call + " " + item).getBytes(StandardCharsets.UTF_8), layout.shards());
    }

    /** The first attempt goes by the clock; a later one has to find what the first may have left. */
    private int byClock(TableKeys keys, Choice.Time time, Layout layout, ObjectNode attributes, Pin pin) {
        if (pin.token() != null) {
            // A transaction's retry must be the same to the letter, or the origin refuses it.
            return pinned(keys, layout, attributes, pin);
        }
        Invocation invocation = pin.invocation();
        return invocation != null && invocation.attempt() > 1 ? ANYWHERE : now(time, layout);
    }

    /** The shard of this moment. */
    int now(Choice.Time time, Layout layout) {
        return (int) Math.floorMod(clock.millis() / time.span().toMillis(), (long) layout.shards());
    }

    /** Where an item goes that was looked for and not found. */
    int unfound(ShardedKey key, Element element) {
        return key.choice() instanceof Choice.Time time && element.kind() == Element.Kind.PUT
                ? now(time, key.written())
                : 0;
    }

    /** Whether a value can be hashed. */
    static boolean hashes(@Nullable AttributeValue value) {
        return ShardHash.of(value, 1) == 0;
    }
}
