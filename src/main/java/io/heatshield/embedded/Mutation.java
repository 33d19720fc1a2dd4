package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A change to one item, validated as far as that can be without looking at the item.
 *
 * @param table where the item is
 * @param attributes what the request names the item by: the whole item of a put, else its key
 * @param place the item's place
 * @param guard what must hold for it
 * @param change what comes of the item
 */
record Mutation(Table table, Map<String, AttributeValue> attributes, StoreKey place, Guard guard, Change change) {
    /** The change of a mere check: none, and no write. */
    static final Change NONE = before -> before;

    private static final JsonFactory JSON = new JsonFactory();

    /** What comes of an item: the item after, or null for none. May throw the error of an update that cannot be. */
    interface Change {
        @Nullable
        StoredItem apply(@Nullable StoredItem before);
    }

    /**
     * What must hold of an item before it is changed.
     *
     * @param condition what must hold of its attributes, none if there is no item
     * @param broken the kind of error if it does not hold
     * @param showsItem whether that error shows the item
     */
    record Guard(Predicate<Map<String, AttributeValue>> condition, ErrorKind broken, boolean showsItem) {
        /** Lets everything be done. */
        static final Guard NONE = of(item -> true, false);

        /** A condition of the request. */
        static Guard of(Predicate<Map<String, AttributeValue>> condition, boolean showsItem) {
            return new Guard(condition, ErrorKind.CONDITIONAL_CHECK_FAILED, showsItem);
        }

        /** There must be no item yet. */
        static Guard absent(boolean showsItem) {
            return new Guard(Map::isEmpty, ErrorKind.DUPLICATE_ITEM, showsItem);
        }

        /** Why the item must not be changed, or null if it may be. */
        @Nullable
        DynamoError refusal(@Nullable StoredItem before) {
            if (condition.test(before == null ? Map.of() : before.attributes())) {
                return null;
            }
            return new DynamoError(
                    broken,
                    broken == ErrorKind.DUPLICATE_ITEM
                            ? "Duplicate primary key exists in table"
                            : "The conditional request failed",
                    before != null && showsItem ? "\"Item\":" + json(before.attributes()) : null);
        }
    }

    /** An item before a change and after it. */
    record Result(@Nullable StoredItem before, @Nullable StoredItem after) {}

    /** Whether it only checks and writes nothing. */
    boolean isCheck() {
        return change == NONE;
    }

    /** Carries the change out, alone. */
    Result run(Consumption consumption) {
        table.lock().lock();
        try {
            StoredItem before = table.items().get(place);
            DynamoError refusal = guard.refusal(before);
            if (refusal != null) {
                throw refusal.exception();
            }
            StoredItem after = change.apply(before);
            table.gate().write(table, place, before, after, 1);
            // First to the file: nobody may read what a sudden end would take back.
            table.journal().commit(table, place, after);
            table.write(place, before, after, consumption);
            return new Result(before, after);
        } finally {
            table.lock().unlock();
        }
    }

    /** An item as JSON text, for the members of an error. */
    static String json(Map<String, AttributeValue> item) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            AttributeJson.writeItem(item, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
