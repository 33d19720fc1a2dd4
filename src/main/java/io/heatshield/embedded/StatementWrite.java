package io.heatshield.embedded;

import io.heatshield.expression.Condition;
import io.heatshield.expression.Statement;
import io.heatshield.expression.Statement.Returning;
import io.heatshield.expression.Where;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * INSERT, UPDATE or DELETE, bound to its table.
 *
 * @param mutation what it does
 * @param returning what it answers
 * @param insert whether an item that is there already is a duplicate
 */
record StatementWrite(Mutation mutation, Returning returning, boolean insert) {

    /** A statement bound to its table, validated against the schema. */
    static StatementWrite of(Statement statement, Table table, boolean showOld) {
        if (statement instanceof Statement.Insert insert) {
            ItemSize.check(insert.item());
            StoreKey place = KeyRules.placeOfItem(table, insert.item());
            StoredItem item = StoredItem.of(insert.item());
            return new StatementWrite(
                    new Mutation(table, place, Map::isEmpty, showOld, before -> item), Returning.NONE, true);
        }
        if (statement instanceof Statement.Update update) {
            Where.Target target = target(table, update.where());
            ItemUpdate change = new ItemUpdate(table, target.key(), update.update());
            change.checkTargets();
            Condition condition = target.condition();
            StoreKey place = KeyRules.place(table, target.key());
            // Unlike UpdateItem, UPDATE makes no item where there is none.
            return new StatementWrite(
                    new Mutation(table, place, item -> !item.isEmpty() && condition.test(item), showOld, change),
                    update.returning(),
                    false);
        }
        if (statement instanceof Statement.Delete delete) {
            Where.Target target = target(table, delete.where());
            Condition condition = target.condition();
            StoreKey place = KeyRules.place(table, target.key());
            return new StatementWrite(
                    new Mutation(table, place, item -> item.isEmpty() || condition.test(item), showOld, before -> null),
                    delete.returning(),
                    false);
        }
        throw DynamoError.validation("EXISTS is only supported in a transaction")
                .exception();
    }

    private static Where.Target target(Table table, Where where) {
        return where.target(StatementRead.schema(table.keys()));
    }

    /** Carries the write out, alone; what its RETURNING clause shows, or null. */
    @Nullable
    Map<String, AttributeValue> run(Consumption consumption) {
        Mutation.Result result;
        try {
            result = mutation.run(consumption);
        } catch (DynamoException e) {
            if (insert && e.error().kind() == ErrorKind.CONDITIONAL_CHECK_FAILED) {
                throw new DynamoError(
                                ErrorKind.DUPLICATE_ITEM,
                                "Duplicate primary key exists in table",
                                e.error().members())
                        .exception();
            }
            throw e;
        }
        StoredItem before = result.before();
        StoredItem after = result.after();
        ItemUpdate update = mutation.change() instanceof ItemUpdate made ? made : null;
        return switch (returning) {
            case NONE -> null;
            case ALL_OLD -> before == null ? null : before.attributes();
            case ALL_NEW -> after == null ? null : after.attributes();
            case MODIFIED_OLD -> update == null ? null : update.updatedOld();
            case MODIFIED_NEW -> update == null ? null : update.updatedNew();
        };
    }
}
