package io.heatshield.embedded;

import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.expression.Statement;
import io.heatshield.expression.Where;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One page of a SELECT: of the partitions that its clause names, one after the other, else of the whole table. */
final class StatementRead {
    private final Statement.Select select;
    private final Source source;
    private final Where.Access access;
    private final boolean consistent;
    private final List<Map<String, AttributeValue>> items = new ArrayList<>();
    private @Nullable StatementToken nextToken;
    private @Nullable Map<String, AttributeValue> last;

    StatementRead(Statement.Select select, Table table, boolean consistent) {
        this.select = select;
        SecondaryIndex index = select.index() == null ? null : table.index(select.index());
        if (select.index() != null && index == null) {
            throw invalid("The table does not have the specified index: " + select.index());
        }
        this.source = new Source(table, index);
        if (consistent && source.global()) {
            throw invalid("Consistent reads are not supported on global secondary indexes");
        }
        this.consistent = consistent;
        // A key of several attributes in one role is not what Where knows: all is read and the clause filters.
        this.access = source.keys().partition().size() == 1
                ? select.where().access(schema(source.keys()))
                : new Where.Access(List.of(), null, select.where().condition());
    }

    /** A key as the expressions know it; of a sort key of several attributes, nothing. */
    static KeySchema schema(Keys keys) {
        return new KeySchema(keys.hash(), keys.sort().size() == 1 ? keys.sort().get(0) : null);
    }

    /** Reads from where the token says, at most so many items. */
    StatementRead run(@Nullable Long limit, @Nullable StatementToken token, Consumption consumption) {
        List<Range> ranges = ranges();
        int first = token == null ? 0 : token.range();
        if (first >= ranges.size()) {
            throw StatementToken.invalid();
        }
        Long left = limit;
        long bytes = 0;
        for (int i = first; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            if (i == first && token != null && token.key() != null) {
                range = range.after(place(token.key()));
            }
            Page page = read(range, left, consumption);
            bytes += page.bytes();
            left = left == null ? null : Long.valueOf(left - page.scanned());
            StoredItem end = page.last();
            if (end != null) {
                last = source.position(end);
                nextToken = new StatementToken(i, last);
                break;
            }
            if (i + 1 < ranges.size() && (bytes >= Page.MAX_BYTES || (left != null && left <= 0))) {
                nextToken = new StatementToken(i + 1, null);
                break;
            }
        }
        return this;
    }

    private Page read(Range range, @Nullable Long limit, Consumption consumption) {
        SecondaryIndex index = source.index();
        boolean whole = index != null && !source.global() && !index.carriesAll();
        Page page = Page.read(source, range, limit, access.filter()::test, consistent, whole);
        double units = Units.read(page.bytes(), consistent);
        if (index == null) {
            consumption.read(units);
        } else {
            consumption.readIndex(index.schema(), units);
            page.fetched().forEach(each -> consumption.read(Units.read(each.bytes(), consistent)));
        }
        page.items().forEach(item -> items.add(select.project(item.attributes())));
        return page;
    }

    private List<Range> ranges() {
        boolean forward = forward();
        if (access.partitions().isEmpty()) {
            return List.of(Range.ALL);
        }
        List<Range> ranges = new ArrayList<>();
        for (AttributeValue partition : access.partitions()) {
            Map<String, KeyTest> tests = new LinkedHashMap<>();
            tests.put(source.keys().hash().name(), new KeyTest("EQ", List.of(partition)));
            SortCondition sort = access.sort();
            if (sort != null) {
                AttributeValue upper = sort.upper();
                tests.put(
                        source.keys().sort().get(0).name(),
                        new KeyTest(
                                sort.operator().name(),
                                upper == null ? List.of(sort.operand()) : List.of(sort.operand(), upper)));
            }
            ranges.add(KeyRange.of(source.keys(), tests, forward));
        }
        return ranges;
    }

    private boolean forward() {
        boolean forward = true;
        for (Statement.Order order : select.order()) {
            if (!source.keys().contains(order.attribute())) {
                throw invalid("Variable reference " + order.attribute() + " in ORDER BY clause must be part of the"
                        + " primary key");
            }
            if (access.partitions().size() != 1) {
                throw invalid("Must have WHERE clause in the statement when using ORDER BY clause.");
            }
            forward = forward && !order.descending();
        }
        return forward;
    }

    /** Whether the clause names one whole primary key, so that there is at most one item. */
    boolean ofOneItem() {
        SortCondition sort = access.sort();
        return source.index() == null
                && access.partitions().size() == 1
                && (source.keys().sort().isEmpty()
                        || (sort != null && sort.operator().name().equals("EQ")));
    }

    private StoreKey place(Map<String, AttributeValue> position) {
        if (!position.keySet().equals(source.positionAttributes().keySet())) {
            throw StatementToken.invalid();
        }
        return source.place(position);
    }

    private static DynamoException invalid(String words) {
        return DynamoError.validation(words).exception();
    }

    List<Map<String, AttributeValue>> items() {
        return items;
    }

    /** Where to go on, or null at the end. */
    @Nullable
    StatementToken nextToken() {
        return nextToken;
    }

    /** The position of the last item looked at, if there may be more. */
    @Nullable
    Map<String, AttributeValue> last() {
        return last;
    }
}
