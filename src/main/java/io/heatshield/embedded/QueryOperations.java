package io.heatshield.embedded;

import io.heatshield.expression.Expressions;
import io.heatshield.expression.Placeholders;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Query and Scan. */
final class QueryOperations {
    private final Tables tables;

    QueryOperations(Tables tables) {
        this.tables = tables;
    }

    List<Route> routes() {
        return List.of(
                Route.heavy(Operation.QUERY, QueryInputs.QUERY, this::query).in(Layer.BARE),
                Route.heavy(Operation.SCAN, QueryInputs.SCAN, this::scan));
    }

    private Answer query(Input request) {
        Criteria.requireOneStyle(
                request,
                List.of("ProjectionExpression", "FilterExpression", "KeyConditionExpression"),
                List.of("AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"));
        Map<String, AttributeValue> start = StartKeys.read(request);
        if (!request.has("KeyConditions") && !request.has("KeyConditionExpression")) {
            throw DynamoError.validation(
                            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.")
                    .exception();
        }
        Placeholders placeholders = Criteria.placeholders(request);
        Map<String, KeyTest> tests = keyTests(request, placeholders);
        Criteria criteria = Criteria.ofSearch(request, placeholders);
        Table table = tables.require(request.needed("TableName"));
        Source source = Source.of(table, request);
        Range range = KeyRange.of(source.keys(), tests, request.flag("ScanIndexForward", true));
        Range rest = start == null ? range : StartKeys.resumeQuery(source, range, start, tests);
        criteria.checkAgainst(table);
        Search search = new Search(source, request, criteria, "Querying");
        search.checkFilter();
        return search.answer(rest);
    }

    private static Map<String, KeyTest> keyTests(Input request, Placeholders placeholders) {
        String expression = request.text("KeyConditionExpression");
        if (expression == null) {
            return LegacyMembers.keyTests(request);
        }
        Map<String, KeyTest> tests = new LinkedHashMap<>();
        Expressions.keyTests(expression, placeholders).forEach((attribute, test) -> {
            AttributeValue upper = test.upper();
            tests.put(
                    attribute,
                    new KeyTest(
                            test.operator().name(),
                            upper == null ? List.of(test.operand()) : List.of(test.operand(), upper)));
        });
        return tests;
    }

    private Answer scan(Input request) {
        Criteria.requireOneStyle(
                request,
                List.of("ProjectionExpression", "FilterExpression"),
                List.of("AttributesToGet", "ScanFilter", "ConditionalOperator"));
        Map<String, AttributeValue> start = StartKeys.read(request);
        Segment segment = Segment.of(request);
        Criteria criteria = Criteria.ofSearch(request, Criteria.placeholders(request));
        Table table = tables.require(request.needed("TableName"));
        Source source = Source.of(table, request);
        Search search = new Search(source, request, criteria, "Scanning");
        Range range = segment.range();
        Range rest = start == null ? range : StartKeys.resumeScan(source, range, start, segment);
        criteria.checkAgainst(table);
        return search.answer(rest);
    }

    /** The part of a parallel scan that a request reads: of all hashes of partition keys, an equal share. */
    record Segment(long number, long total) {
        static Segment of(Input request) {
            Long number = request.number("Segment");
            Long total = request.number("TotalSegments");
            if (number != null && total == null) {
                throw invalid("The TotalSegments parameter is required but was not present in the request when Segment"
                        + " parameter is present");
            }
            if (total == null) {
                return new Segment(0, 1);
            }
            if (number == null) {
                throw invalid("The Segment parameter is required but was not present in the request when parameter"
                        + " TotalSegments is present");
            }
            if (number >= total) {
                throw invalid("The Segment parameter is zero-based and must be less than parameter TotalSegments:"
                        + " Segment: " + number + " is not less than TotalSegments: " + total);
            }
            return new Segment(number, total);
        }

        private static DynamoException invalid(String words) {
            return DynamoError.validation(words).exception();
        }

        Range range() {
            return new Range(bound(number), true, bound(number + 1), false, true);
        }

        private @Nullable StoreKey bound(long at) {
            return at == 0 || at == total ? null : StoreKey.atHash((int) ((at << 32) / total));
        }
    }
}
