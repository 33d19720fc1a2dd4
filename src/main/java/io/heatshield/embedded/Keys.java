package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.KeySchema.Attribute;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The key of a table or an index: the attributes of the partition key and those of the sort key. A table has one and
 * at most one; a global secondary index may have up to four of each.
 */
record Keys(List<Attribute> partition, List<Attribute> sort) {
    Keys {
        partition = List.copyOf(partition);
        sort = List.copyOf(sort);
    }

    /** All attributes, those of the partition key first. */
    List<Attribute> all() {
        List<Attribute> all = new ArrayList<>(partition);
        all.addAll(sort);
        return all;
    }

    boolean contains(String attribute) {
        return all().stream().anyMatch(each -> each.name().equals(attribute));
    }

    /** The first attribute of the partition key. */
    Attribute hash() {
        return partition.get(0);
    }

    /** Whether an item has all these attributes with the right types: whether an index takes it up. */
    boolean coveredBy(Map<String, AttributeValue> item) {
        return covered(partition, item) && covered(sort, item);
    }

    private static boolean covered(List<Attribute> attributes, Map<String, AttributeValue> item) {
        for (Attribute attribute : attributes) {
            AttributeValue value = item.get(attribute.name());
            if (value == null || !value.type().equals(attribute.type().name())) {
                return false;
            }
        }
        return true;
    }

    /** The place in the table of an item or key that is covered. */
    StoreKey place(Map<String, AttributeValue> item) {
        return StoreKey.of(bytes(partition, item), sort.isEmpty() ? null : bytes(sort, item));
    }

    /** The place in an index of an item that is covered. */
    StoreKey entryPlace(Map<String, AttributeValue> item, StoreKey base) {
        return StoreKey.ofEntry(bytes(partition, item), sort.isEmpty() ? null : bytes(sort, item), base);
    }

    /**
     * The bytes of some of the attributes, for a single one as they are. Of several, each but the last is escaped and
     * ended, so that the order of the whole is the order of the first that differs.
     */
    static byte[] bytes(List<Attribute> attributes, Map<String, AttributeValue> item) {
        List<byte[]> parts = new ArrayList<>(attributes.size());
        for (Attribute attribute : attributes) {
            AttributeValue value = item.get(attribute.name());
            if (value == null) {
                throw new IllegalArgumentException("key attribute missing");
            }
            parts.add(KeyBytes.of(value));
        }
        return joined(parts, attributes.size());
    }

    /**
     * The first bytes of a key of several attributes.
     *
     * @param parts the bytes of the first attributes
     * @param count how many attributes the whole key has: if there are more, the last part is ended too
     */
    static byte[] joined(List<byte[]> parts, int count) {
        if (count == 1 && parts.size() == 1) {
            return parts.get(0);
        }
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int i = 0; i < parts.size(); i++) {
            byte[] part = parts.get(i);
            if (i == count - 1) {
                joined.writeBytes(part);
            } else {
                for (byte each : part) {
                    joined.write(each);
                    if (each == 0) {
                        joined.write(0xff);
                    }
                }
                joined.write(0);
                joined.write(1);
            }
        }
        return joined.toByteArray();
    }
}
