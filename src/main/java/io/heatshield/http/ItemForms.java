package io.heatshield.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Rendition;
import io.heatshield.protocol.Rendition.Form;
import io.heatshield.protocol.Reply;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Makes the forms in which items are sent, and their tags: a digest of the item's content and a mark of the form. */
final class ItemForms {
    /** A shorter body is not worth compressing: it fits a packet. */
    private static final int COMPRESS_ABOVE = 1024;

    private static final int DIGEST_BYTES = 16;
    private static final String TYPED = ".t";
    private static final String ZIPPED = ".g";
    private static final String ATTRIBUTES = "Attributes";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonFactory FACTORY = JSON.getFactory();

    private ItemForms() {}

    /** Writes JSON somewhere. */
    @FunctionalInterface
    interface Writing {
        /** Writes. */
        void to(JsonGenerator out) throws IOException;
    }

    /** The attributes of an item that is there. */
    static Map<String, AttributeValue> read(CachedItem item) {
        try {
            return AttributeJson.readItem(
                    JSON.readTree(item.payload().body().getBytes()).path("Item"));
        } catch (IOException e) {
            // The item was scanned when it was read.
            throw new UncheckedIOException("a cached item is malformed", e);
        }
    }

    /** An answer of the origin, read. */
    static JsonNode tree(CachedItem answer) {
        try {
            return JSON.readTree(answer.payload().body().getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the origin's answer is malformed", e);
        }
    }

    /** Writes an item in one of the two notations. */
    static void write(Map<String, AttributeValue> item, boolean typed, JsonGenerator out) throws IOException {
        if (typed) {
            PlainJson.writeTyped(item, out);
        } else {
            PlainJson.write(item, out);
        }
    }

    /** Whether a write's answer tells the attributes that there were, or are. */
    static boolean hasAttributes(Reply answer) {
        try (JsonParser in = FACTORY.createParser(answer.payload().body().getBytes())) {
            in.nextToken();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                if (in.currentName().equals(ATTRIBUTES)) {
                    return true;
                }
                in.nextToken();
                in.skipChildren();
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("the origin's answer is malformed", e);
        }
    }

    /** The attributes that a write's answer tells. */
    static Map<String, AttributeValue> attributes(Reply answer) {
        try {
            return AttributeJson.readItem(
                    JSON.readTree(answer.payload().body().getBytes()).path(ATTRIBUTES));
        } catch (IOException e) {
            throw new UncheckedIOException("the origin's answer is malformed", e);
        }
    }

    /** The bytes of what is written. */
    static byte[] json(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return bytes.toByteArray();
    }

    /** The form that an item is asked for in. */
    static Form form(boolean typed, boolean zipped) {
        if (typed) {
            return zipped ? Form.TYPED_GZIP : Form.TYPED;
        }
        return zipped ? Form.PLAIN_GZIP : Form.PLAIN;
    }

    /** The same item in one form. */
    static Rendition render(Map<String, AttributeValue> item, Form form) {
        byte[] typed = json(out -> PlainJson.writeTyped(item, out));
        boolean asTyped = form == Form.TYPED || form == Form.TYPED_GZIP;
        byte[] body = asTyped ? typed : json(out -> PlainJson.write(item, out));
        String digest = digest(typed) + (asTyped ? TYPED : "");
        return form == Form.PLAIN || form == Form.TYPED ? rendition(body, digest) : zipped(body, digest);
    }

    /** What is no item, with a tag of its own bytes. */
    static Rendition render(byte[] body, boolean zipped) {
        return zipped ? zipped(body, digest(body)) : rendition(body, digest(body));
    }

    private static Rendition rendition(byte[] body, String digest) {
        return rendition(Buffer.buffer(body), digest);
    }

    /** The body as it is, under a tag of this digest. */
    static Rendition rendition(Buffer body, String digest) {
        return Rendition.of(body, '"' + digest + '"');
    }

    /** Compressed if that is worth it. Whether it was, the tag says. */
    static Rendition zipped(byte[] body, String digest) {
        if (body.length <= COMPRESS_ABOVE) {
            return rendition(body, digest);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 2);
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return rendition(bytes.toByteArray(), digest + ZIPPED);
    }

    /** Whether a rendition is compressed. */
    static boolean isZipped(Rendition rendition) {
        return rendition.tag().endsWith(ZIPPED + '"');
    }

    /** A digest of an item's content, the same for all its forms. */
    static String contentDigest(Map<String, AttributeValue> item) {
        return digest(json(out -> PlainJson.writeTyped(item, out)));
    }

    /** Whether a tag is of an item with this content. */
    static boolean isOf(String tag, String digest) {
        String opaque = tag.substring(1, tag.length() - 1);
        // A full stop is no letter of the digest's alphabet.
        int end = opaque.indexOf('.');
        return (end < 0 ? opaque : opaque.substring(0, end)).equals(digest);
    }

    /** The opaque part of a tag, of these bytes. */
    static String digest(byte[] bytes) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(whole, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
