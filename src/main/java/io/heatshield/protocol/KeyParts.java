package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a request's {@code Key} or {@code Item} that could be key attributes: strings, numbers and binary
 * of a key's length, as the client spelt them. Which of them are the key, the table's schema tells.
 *
 * @param parts in the order of the request
 * @param whole whether these are all the attributes there were; a {@code Key} must have no others
 * @param sound false if an attribute was given twice or was malformed: then nothing may be concluded from it
 */
public record KeyParts(List<Part> parts, boolean whole, boolean sound) {
    /** A partition key holds up to 2,048 bytes; base64 and escapes need more text, and no more than this matters. */
    private static final int MAX_TEXT = 4096;

    /** A key has two attributes at most: up to here a look at each is quicker than a set. */
    private static final int FEW = 8;

    /** One attribute. */
    public record Part(String name, KeySchema.Type type, String text) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Reads the object at which the parser stands, in time that grows with its length and no faster. */
    public static KeyParts read(JsonParser in) throws IOException {
        List<Part> parts = new ArrayList<>(2);
        Set<String> names = null;
        boolean whole = true;
        boolean sound = in.currentToken() == JsonToken.START_OBJECT;
        if (!sound) {
            in.skipChildren();
        }
        while (sound && in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            if (names == null && parts.size() >= FEW) {
                names = new HashSet<>();
                for (Part part : parts) {
                    names.add(part.name);
                }
            }
            boolean isNew = names == null ? !names(parts, name) : names.add(name);
            sound = in.nextToken() == JsonToken.START_OBJECT && isNew;
            if (!sound) {
                break;
            }
            Part part = readPart(in, name);
            if (part == null) {
                whole = false;
            } else {
                parts.add(part);
            }
            sound = in.currentToken() == JsonToken.END_OBJECT;
        }
        return new KeyParts(parts, whole, sound);
    }

    /**
     * Reads the key attributes of the item at whose opening brace the parser stands, and passes over the others.
     *
     * @throws IOException if that is no JSON object
     */
    public static KeyParts readOfItem(JsonParser in, KeySchema keys) throws IOException {
        List<Part> parts = new ArrayList<>(2);
        KeySchema.Attribute sort = keys.sort();
        boolean sound = in.currentToken() == JsonToken.START_OBJECT;
        while (sound && in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            JsonToken value = in.nextToken();
            if (name.equals(keys.partition().name()) || (sort != null && name.equals(sort.name()))) {
                Part part = value == JsonToken.START_OBJECT ? readPart(in, name) : null;
                sound = part != null && in.currentToken() == JsonToken.END_OBJECT && !names(parts, name);
                if (part != null) {
                    parts.add(part);
                }
            } else {
                in.skipChildren();
            }
        }
        return new KeyParts(parts, false, sound);
    }

    /** The key attributes among those of an item, or of a key. */
    public static KeyParts of(Map<String, AttributeValue> attributes) {
        List<Part> parts = new ArrayList<>(2);
        attributes.forEach((name, value) -> {
            if (value instanceof AttributeValue.S text) {
                parts.add(new Part(name, KeySchema.Type.S, text.value()));
            } else if (value instanceof AttributeValue.N number) {
                parts.add(new Part(name, KeySchema.Type.N, number.text()));
            } else if (value instanceof AttributeValue.B binary) {
                parts.add(new Part(name, KeySchema.Type.B, AttributeJson.base64(binary.value())));
            }
        });
        return new KeyParts(parts, parts.size() == attributes.size(), true);
    }

    /**
     * A spelling of a key: the one that all others of it are brought to.
     *
     * @return null if it is none of a table with this schema
     */
    public static @Nullable KeyParts of(ItemKey key, TableDescription table) {
        List<Part> parts = new ArrayList<>(2);
        parts.add(part(table.keys().partition(), key.typedPartition()));
        KeySchema.Attribute sort = table.keys().sort();
        if (sort != null) {
            parts.add(part(sort, key.typedSort()));
        }
        KeyParts spelt = new KeyParts(parts, true, true);
        ItemKey read = spelt.asKey(table);
        return read != null && read.equals(key) ? spelt : null;
    }

    private static Part part(KeySchema.Attribute attribute, byte[] typed) {
        int from = Math.min(1, typed.length);
        byte[] value = Arrays.copyOfRange(typed, from, typed.length);
        return new Part(
                attribute.name(),
                attribute.type(),
                attribute.type() == KeySchema.Type.B
                        ? Base64.getEncoder().encodeToString(value)
                        : new String(value, StandardCharsets.UTF_8));
    }

    private static boolean names(List<Part> parts, String name) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).name.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Reads one typed value and ends on its closing brace, or elsewhere if it is malformed. */
    private static @Nullable Part readPart(JsonParser in, String name) throws IOException {
        if (in.nextToken() != JsonToken.FIELD_NAME) {
            return null;
        }
        String type = in.currentName();
        JsonToken value = in.nextToken();
        Part part = null;
        if (value == JsonToken.VALUE_STRING && type.length() == 1 && in.getTextLength() <= MAX_TEXT) {
            part = switch (type.charAt(0)) {
                case 'S' -> new Part(name, KeySchema.Type.S, in.getText());
                case 'N' -> new Part(name, KeySchema.Type.N, in.getText());
                case 'B' -> new Part(name, KeySchema.Type.B, in.getText());
                default -> null;
            };
        } else {
            in.skipChildren();
        }
        in.nextToken();
        return part;
    }

    /**
     * The identity of the item that a {@code Key} names.
     *
     * @return null if this is no key of that table: then the origin has an error to say
     */
    public @Nullable ItemKey asKey(TableDescription table) {
        int attributes = table.keys().sort() == null ? 1 : 2;
        return whole && parts.size() == attributes ? ofItem(table) : null;
    }

    /** The identity of the item that an {@code Item}, with attributes beside its key, will have; null as above. */
    public @Nullable ItemKey ofItem(TableDescription table) {
        byte[] partition = canonical(table.keys().partition());
        KeySchema.Attribute sortAttribute = table.keys().sort();
        if (partition == null || !sound) {
            return null;
        }
        if (sortAttribute == null) {
            return ItemKey.of(table.id(), partition, null);
        }
        byte[] sort = canonical(sortAttribute);
        return sort == null ? null : ItemKey.of(table.id(), partition, sort);
    }

    private byte @Nullable [] canonical(KeySchema.Attribute attribute) {
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (part.name.equals(attribute.name())) {
                if (part.type != attribute.type()) {
                    return null;
                }
                try {
                    return ItemKey.canonical(part.type, part.text);
                } catch (DynamoException | IllegalArgumentException e) {
                    // No number, or no base64: the origin will say so.
                    return null;
                }
            }
        }
        return null;
    }

    /** Writes the parts as a {@code Key} again, spelt as the client spelt them. */
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Part part : parts) {
            out.writeObjectFieldStart(part.name);
            out.writeStringField(part.type.name(), part.text);
            out.writeEndObject();
        }
        out.writeEndObject();
    }
}
