package io.heatshield.embedded;

import io.heatshield.embedded.Mutation.Guard;
import io.heatshield.expression.Condition;
import io.heatshield.expression.Statement;
import io.heatshield.expression.Statement.Returning;
import io.heatshield.expression.Where;
import io.heatshield.protocol.AttributeValue;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * INSERT, UPDATE, DELETE or EXISTS, bound to its table.
 *
 * @param mutation what it does
 * @param returning what it answers
 */
record StatementWrite(Mutation mutation, Returning returning) {

    /** A statement that writes or checks, bound to its table and validated against the schema. */
    static StatementWrite of(Statement statement, Table table, boolean showOld) {
        if (statement instanceof Statement.Insert insert) {
            ItemSize.check(insert.item());
            StoreKey place = KeyRules.placeOfItem(table, insert.item());
            StoredItem item = StoredItem.of(insert.item());
            return new StatementWrite(
                    new Mutation(table, insert.item(), place, Guard.absent(showOld), before -> item), Returning.NONE);
        }
        if (statement instanceof Statement.Update update) {
            Where.Target target = target(table, update.where());
            ItemUpdate change = new ItemUpdate(table, target.key(), update.update());
            change.checkTargets();
            // Unlike UpdateItem, UPDATE makes no item where there is none.
            return of(target, table, Guard.of(present(target), showOld), change, update.returning());
        }
        if (statement instanceof Statement.Delete delete) {
            Where.Target target = target(table, delete.where());
            Condition condition = target.condition();
            Guard guard = Guard.of(item -> item.isEmpty() || condition.test(item), showOld);
            return of(target, table, guard, before -> null, delete.returning());
        }
        if (statement instanceof Statement.Exists exists) {
            Where.Target target = target(table, exists.select().where());
            return of(target, table, Guard.of(present(target), showOld), Mutation.NONE, Returning.NONE);
        }
        throw new IllegalArgumentException("a statement that only reads");
    }

    private static StatementWrite of(
            Where.Target target, Table table, Guard guard, Mutation.Change change, Returning returning) {
        StoreKey place = KeyRules.place(table, target.key());
        return new StatementWrite(new Mutation(table, target.key(), place, guard, change), returning);
    }

    /** That there is an item, and what else the clause asks of it holds. */
    private static Predicate<Map<String, AttributeValue>> present(Where.Target target) {
        Condition condition = target.condition();
        return item -> !item.isEmpty() && condition.test(item);
    }

    /** The one item that a clause names. */
    static Where.Target target(Table table, Where where) {
        return where.target(StatementRead.schema(table.keys()));
    }

    /** Carries the write out, alone; what its RETURNING clause shows, or null. */
    @Nullable
    Map<String, AttributeValue> run(Consumption consumption) {
        Mutation.Result result = mutation.run(consumption);
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
