package io.heatshield.http;

import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.DynamoNumber;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.TableDescription;
import java.util.Base64;
import java.util.List;
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
}
