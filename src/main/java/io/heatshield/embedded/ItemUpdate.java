package io.heatshield.embedded;

import io.heatshield.expression.DocumentPath;
import io.heatshield.expression.Update;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The change that an update makes to one item. One instance serves one request. */
final class ItemUpdate implements Mutation.Change {
    private final Table table;
    private final Map<String, AttributeValue> key;
    private final @Nullable Update update;
    private Update.@Nullable Result result;

    /**
     * An update of the item of this key.
     *
     * @param update what to do, or null to leave the item as it is, which makes one of the key alone where there is none
     */
    ItemUpdate(Table table, Map<String, AttributeValue> key, @Nullable Update update) {
        this.table = table;
        this.key = key;
        this.update = update;
    }

    /** Refuses an update of the primary key. */
    void checkTargets() {
        if (update == null) {
            return;
        }
        for (DocumentPath target : update.targets()) {
            if (table.keys().contains(target.head())) {
                throw SchemaRules.invalid(
                        "Cannot update attribute " + target.head() + ". This attribute is part of the key");
            }
        }
    }

    @Override
    public @Nullable StoredItem apply(@Nullable StoredItem before) {
        if (update == null) {
            return before == null ? StoredItem.of(key) : before;
        }
        if (before == null && !update.createsItem()) {
            return null;
        }
        Update.Result made = before == null ? update.create(key) : update.apply(before.attributes());
        StoredItem after = StoredItem.of(made.after());
        if (after.size() > ItemSize.MAX) {
            throw DynamoError.validation("Item size to update has exceeded the maximum allowed size")
                    .exception();
        }
        KeyRules.checkIndexKeys(table, after.attributes());
        result = made;
        return after;
    }

    /** The touched paths as they were, or null if nothing is to be shown. */
    @Nullable
    Map<String, AttributeValue> updatedOld() {
        return result == null || result.before().isEmpty() ? null : emptyToNull(result.updatedOld());
    }

    /** The touched paths as they are, or null if nothing is to be shown. */
    @Nullable
    Map<String, AttributeValue> updatedNew() {
        return result == null ? null : emptyToNull(result.updatedNew());
    }

    private static @Nullable Map<String, AttributeValue> emptyToNull(Map<String, AttributeValue> shown) {
        return shown.isEmpty() ? null : shown;
    }
}
