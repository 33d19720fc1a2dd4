package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From the key conditions of a query to the range that it reads. */
final class KeyRange {
    private static final Set<String> NOT_INDEXABLE = Set.of("NULL", "NOT_NULL", "NE", "CONTAINS", "NOT_CONTAINS", "IN");

    private KeyRange() {}

    /** The range that the conditions describe, refused in the service's words if they do not fit the key. */
    static Range of(Keys keys, Map<String, KeyTest> tests, boolean forward) {
        check(keys, tests);
        byte[] partition =
                Keys.joined(operands(keys.partition(), tests), keys.partition().size());
        List<byte[]> prefix = new ArrayList<>();
        KeyTest last = null;
        for (Attribute attribute : keys.sort()) {
            KeyTest test = tests.get(attribute.name());
            if (test == null) {
                break;
            }
            if (!test.operator().equals("EQ")) {
                last = test;
                break;
            }
            prefix.add(KeyBytes.of(test.operands().get(0)));
        }
        return range(partition, keys.sort().size(), prefix, last, forward);
    }

    private static void check(Keys keys, Map<String, KeyTest> tests) {
        int most = keys.all().size();
        if (tests.isEmpty() || tests.size() > Math.max(2, most)) {
            throw DynamoError.validation("Conditions can be of length 1 or 2 only")
                    .exception();
        }
        for (Attribute attribute : keys.partition()) {
            checkAttribute(attribute, tests, true, keys);
        }
        for (Attribute attribute : keys.sort()) {
            checkAttribute(attribute, tests, false, keys);
        }
        for (String name : tests.keySet()) {
            if (!keys.contains(name)) {
                throw keys.sort().isEmpty()
                        ? DynamoError.validation("Query key condition not supported")
                                .exception()
                        : missed(keys.sort().get(0).name());
            }
        }
    }

    private static void checkAttribute(Attribute attribute, Map<String, KeyTest> tests, boolean hash, Keys keys) {
        KeyTest test = tests.get(attribute.name());
        if (test == null) {
            if (hash
                    || (keys.sort().size() == 1
                            && tests.size() > keys.partition().size())) {
                throw missed(attribute.name());
            }
            return;
        }
        if (NOT_INDEXABLE.contains(test.operator())) {
            throw DynamoError.validation("Attempted conditional constraint is not an indexable operation")
                    .exception();
        }
        for (AttributeValue operand : test.operands()) {
            if (!operand.type().equals(attribute.type().name())) {
                throw SchemaRules.invalid("Condition parameter type does not match schema type");
            }
            KeyRules.checkFilled(attribute.name(), operand);
        }
        if (hash && !test.operator().equals("EQ")) {
            throw DynamoError.validation("Query key condition not supported").exception();
        }
    }

    private static DynamoException missed(String attribute) {
        return DynamoError.validation("Query condition missed key schema element: " + attribute)
                .exception();
    }

    private static List<byte[]> operands(List<Attribute> attributes, Map<String, KeyTest> tests) {
        List<byte[]> parts = new ArrayList<>();
        for (Attribute attribute : attributes) {
            KeyTest test = tests.get(attribute.name());
            if (test == null) {
                throw missed(attribute.name());
            }
            parts.add(KeyBytes.of(test.operands().get(0)));
        }
        return parts;
    }

    private static Range range(
            byte[] partition, int sortAttributes, List<byte[]> prefix, @Nullable KeyTest last, boolean forward) {
        if (last == null) {
            if (prefix.isEmpty()) {
                return between(StoreKey.before(partition, new byte[0]), StoreKey.endOf(partition), forward);
            }
            byte[] bytes = Keys.joined(prefix, sortAttributes);
            return prefix.size() == sortAttributes
                    ? between(StoreKey.before(partition, bytes), StoreKey.after(partition, bytes), forward)
                    : between(StoreKey.before(partition, bytes), endOfPrefix(partition, bytes), forward);
        }
        byte[] low = sortBytes(prefix, last.operands().get(0), sortAttributes);
        byte[] first = Keys.joined(prefix, sortAttributes);
        boolean ended = prefix.size() + 1 < sortAttributes;
        StoreKey start = StoreKey.before(partition, first);
        StoreKey end = endOfPrefix(partition, first);
        return switch (last.operator()) {
            case "LT" -> between(start, StoreKey.before(partition, low), forward);
            case "LE" -> between(start, through(partition, low, ended), forward);
            case "GT" -> between(through(partition, low, ended), end, forward);
            case "GE" -> between(StoreKey.before(partition, low), end, forward);
            case "BEGINS_WITH" -> between(StoreKey.before(partition, low), endOfPrefix(partition, low), forward);
            case "BETWEEN" ->
                between(
                        StoreKey.before(partition, low),
                        through(partition, sortBytes(prefix, last.operands().get(1), sortAttributes), ended),
                        forward);
            default -> throw new IllegalArgumentException("no operator of keys: " + last.operator());
        };
    }

    private static byte[] sortBytes(List<byte[]> prefix, AttributeValue operand, int sortAttributes) {
        List<byte[]> parts = new ArrayList<>(prefix);
        parts.add(KeyBytes.of(operand));
        return Keys.joined(parts, sortAttributes);
    }

    /** After all places whose sort key has this value, or begins with it where more attributes follow. */
    private static StoreKey through(byte[] partition, byte[] sort, boolean prefix) {
        return prefix ? endOfPrefix(partition, sort) : StoreKey.after(partition, sort);
    }

    private static Range between(StoreKey from, StoreKey to, boolean forward) {
        return new Range(from, true, to, true, forward);
    }

    /** Before the first place whose sort key is beyond all that begin with these bytes. */
    private static StoreKey endOfPrefix(byte[] partition, byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xff) {
            length--;
        }
        if (length == 0) {
            return StoreKey.endOf(partition);
        }
        byte[] next = Arrays.copyOf(prefix, length);
        next[length - 1]++;
        return StoreKey.before(partition, next);
    }
}
