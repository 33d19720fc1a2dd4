package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
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
 * @param place the item's place
 * @param condition what must hold of the item's attributes, none if there is no item
 * @param returnOldOnFailure whether the error of a failed condition shows the item
 * @param change what comes of the item
 */
record Mutation(
        Table table,
        StoreKey place,
        Predicate<Map<String, AttributeValue>> condition,
        boolean returnOldOnFailure,
        Change change) {
    private static final JsonFactory JSON = new JsonFactory();

    /** What comes of an item: the item after, or null for none. May throw the error of an update that cannot be. */
    interface Change {
        @Nullable
        StoredItem apply(@Nullable StoredItem before);
    }

    /** An item before a change and after it. */
    record Result(@Nullable StoredItem before, @Nullable StoredItem after) {}

    /** Carries the change out, alone. */
    Result run(Consumption consumption) {
        table.lock().lock();
        try {
            StoredItem before = table.items().get(place);
            checkCondition(before);
            StoredItem after = change.apply(before);
            table.gate().write(table, place, before, after, 1);
            table.write(place, before, after, consumption);
            table.journal().commit(table, place, after);
            return new Result(before, after);
        } finally {
            table.lock().unlock();
        }
    }

    boolean holds(@Nullable StoredItem before) {
        return condition.test(before == null ? Map.of() : before.attributes());
    }

    private void checkCondition(@Nullable StoredItem before) {
        if (!holds(before)) {
            throw conditionFailed(returnOldOnFailure ? before : null);
        }
    }

    private static DynamoException conditionFailed(@Nullable StoredItem shown) {
        return new DynamoError(
                        ErrorKind.CONDITIONAL_CHECK_FAILED,
                        "The conditional request failed",
                        shown == null ? null : "\"Item\":" + json(shown.attributes()))
                .exception();
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
