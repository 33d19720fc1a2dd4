package io.heatshield.http;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Bytes;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.DynamoNumber;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.TableDescription;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From the text of a path to the key of an item: what type it has, the table's schema says. */
final class ItemKeys {
    private ItemKeys() {}

    /** The read of one whole item. */
    static Call.GetItem read(String table, KeyParts key, boolean consistent) {
        return new Call.GetItem(table, key, consistent, null, Call.Capacity.NONE);
    }

    /**
     * The key of one item.
     *
     * @throws ItemRefusal if the values do not fit the table's key
     */
    static KeyParts of(TableDescription table, String partition, @Nullable String sort) {
        KeySchema.Attribute second = table.keys().sort();
        KeyParts.Part first = part(table.keys().partition(), partition);
        if (second == null) {
            if (sort != null) {
                throw Problem.badRequest("bad-key", "The table has no sort key").refusal();
            }
            return new KeyParts(List.of(first), true, true);
        }
        if (sort == null) {
            throw Problem.badRequest("bad-key", "The table has a sort key, " + second.name())
                    .refusal();
        }
        return new KeyParts(List.of(first, part(second, sort)), true, true);
    }

    /** One attribute of a key, in a spelling that DynamoDB takes. */
    static KeyParts.Part part(KeySchema.Attribute attribute, String text) {
        return new KeyParts.Part(
                attribute.name(),
                attribute.type(),
                switch (attribute.type()) {
                    case S -> text;
                    case N -> number(attribute, text);
                    case B -> binary(attribute, text);
                });
    }

    private static String number(KeySchema.Attribute attribute, String text) {
        try {
            return DynamoNumber.parse(text).text();
        } catch (DynamoException e) {
            throw Problem.badRequest("bad-key", attribute.name() + ": expected a number")
                    .refusal();
        }
    }

    /** Base64 in either alphabet, padded or not. */
    private static String binary(KeySchema.Attribute attribute, String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_'));
            return Base64.getEncoder().encodeToString(bytes);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest("bad-key", attribute.name() + ": expected base64")
                    .refusal();
        }
    }

    /** Whether an attribute is of the table's key. */
    static boolean isKey(TableDescription table, String name) {
        KeySchema.Attribute sort = table.keys().sort();
        return name.equals(table.keys().partition().name()) || (sort != null && name.equals(sort.name()));
    }

    /**
     * The item with its key, which the body may repeat.
     *
     * @throws ItemRefusal if the body says another
     */
    static Map<String, AttributeValue> keyed(KeyParts key, Map<String, AttributeValue> item, boolean typed) {
        Map<String, AttributeValue> keyed = new LinkedHashMap<>();
        for (KeyParts.Part part : key.parts()) {
            AttributeValue repeated = item.get(part.name());
            if (repeated != null) {
                requireSame(part, repeated, typed);
            }
            keyed.put(part.name(), value(part));
        }
        item.forEach(keyed::putIfAbsent);
        return keyed;
    }

    /**
     * The patch of what is no key.
     *
     * @throws ItemRefusal if it would change the key
     */
    static Map<String, Patch> unkeyed(KeyParts key, Map<String, Patch> patch, boolean typed) {
        Map<String, Patch> left = new LinkedHashMap<>(patch);
        for (KeyParts.Part part : key.parts()) {
            Patch repeated = left.remove(part.name());
            if (repeated instanceof Patch.Replace replace) {
                requireSame(part, replace.value(), typed);
            } else if (repeated != null) {
                throw contradiction(part);
            }
        }
        return left;
    }

    /** Its value. */
    static AttributeValue value(KeyParts.Part part) {
        return switch (part.type()) {
            case S -> new AttributeValue.S(part.text());
            case N -> DynamoNumber.parse(part.text());
            case B -> new AttributeValue.B(Bytes.owning(Base64.getDecoder().decode(part.text())));
        };
    }

    /** In plain JSON a number may be a string, and binary is one. */
    private static void requireSame(KeyParts.Part part, AttributeValue repeated, boolean typed) {
        AttributeValue said = repeated;
        if (!typed && repeated instanceof AttributeValue.S text) {
            try {
                said = value(part(new KeySchema.Attribute(part.name(), part.type()), text.value()));
            } catch (ItemRefusal notOfItsType) {
                throw contradiction(part);
            }
        }
        if (!said.equals(value(part))) {
            throw contradiction(part);
        }
    }

    private static ItemRefusal contradiction(KeyParts.Part part) {
        return Problem.badRequest("bad-key", part.name() + ": the body says another key than the address")
                .refusal();
    }
}
