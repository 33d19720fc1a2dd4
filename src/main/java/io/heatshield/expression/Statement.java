package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A PartiQL statement, its parameters put in. Made by {@link PartiQl#parse}. Immutable. */
public sealed interface Statement {

    /** The table, by name or ARN as the statement says it. */
    String table();

    /** The index that the statement names behind the table, or null. A write that names one is refused. */
    @Nullable
    String index();

    /**
     * {@code SELECT}.
     *
     * @param columns what to keep of each item; empty for {@code *}
     * @param where what to select; without parts if there is no clause
     * @param order how to sort; empty for any order
     */
    record Select(String table, @Nullable String index, List<Column> columns, Where where, List<Order> order)
            implements Statement {
        public Select {
            columns = List.copyOf(columns);
            order = List.copyOf(order);
        }

        /**
         * What the statement keeps of an item: unlike a projection, each column stands at the top level, under its
         * last name.
         */
        public Map<String, AttributeValue> project(Map<String, AttributeValue> item) {
            if (columns.isEmpty()) {
                return item;
            }
            Map<String, AttributeValue> kept = new LinkedHashMap<>();
            for (Column column : columns) {
                AttributeValue value = column.path.in(item);
                if (value != null) {
                    kept.put(column.name, value);
                }
            }
            return kept;
        }
    }

    /**
     * {@code EXISTS(SELECT …)}, which only a transaction of writes may have: it asks that an item be there.
     *
     * @param select what to look for
     */
    record Exists(Select select) implements Statement {
        @Override
        public String table() {
            return select.table;
        }

        @Override
        public @Nullable String index() {
            return select.index;
        }
    }

    /**
     * {@code INSERT}, which fails where there is an item of the same key.
     *
     * @param item the item
     */
    record Insert(String table, Map<String, AttributeValue> item) implements Statement {
        @Override
        public @Nullable String index() {
            return null;
        }
    }

    /**
     * {@code UPDATE}, which fails where there is no item, or one that the clause does not hold for.
     *
     * @param update what to change
     * @param where the whole key, and perhaps more
     * @param returning what to answer
     */
    record Update(
            String table,
            @Nullable String index,
            io.heatshield.expression.Update update,
            Where where,
            Returning returning)
            implements Statement {}

    /**
     * {@code DELETE}, which fails where there is an item that the clause does not hold for.
     *
     * @param where the whole key, and perhaps more
     * @param returning what to answer: nothing or ALL_OLD
     */
    record Delete(String table, @Nullable String index, Where where, Returning returning) implements Statement {}

    /**
     * A column of a SELECT.
     *
     * @param path where its value is
     * @param name what the answer calls it
     */
    record Column(DocumentPath path, String name) {}

    /**
     * A term of ORDER BY.
     *
     * @param attribute a key attribute
     * @param descending whether the greatest come first; in a statement that does not say, they do not
     */
    record Order(String attribute, boolean descending) {}

    /** {@code RETURNING}, by the words of the statement. */
    enum Returning {
        NONE,
        ALL_OLD,
        ALL_NEW,
        MODIFIED_OLD,
        MODIFIED_NEW
    }
}
