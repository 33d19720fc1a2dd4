package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Member;
import io.heatshield.embedded.Shape.Structure;
import io.heatshield.embedded.Shape.Text;

/** The inputs of Query and Scan. */
final class QueryInputs {
    private static final Member SELECT = optional(
            "Select", Shapes.oneOf("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"));
    private static final Member INDEX_NAME = optional(
            "IndexName",
            new Text(Constraint.matching("[a-zA-Z0-9_.-]+"), Constraint.minLength(3), Constraint.maxLength(255)));
    private static final Member LIMIT = optional("Limit", Shapes.whole(Constraint.atLeast(1)));
    private static final Member EXCLUSIVE_START_KEY = optional("ExclusiveStartKey", Shapes.ATTRIBUTES);

    static final Structure QUERY = Shapes.input(
            "Query",
            SELECT,
            INDEX_NAME,
            Shapes.RETURN_CONSUMED_CAPACITY,
            optional("QueryFilter", Shapes.CONDITIONS),
            Shapes.TABLE_NAME,
            Shapes.CONDITIONAL_OPERATOR,
            Shapes.ATTRIBUTES_TO_GET,
            optional("Limit", Shapes.whole(Constraint.atLeast(1).unechoed())),
            optional("KeyConditions", Shapes.CONDITIONS),
            EXCLUSIVE_START_KEY,
            Shapes.CONSISTENT_READ,
            optional("ScanIndexForward", Shapes.FLAG),
            optional("KeyConditionExpression", Shapes.TEXT),
            Shapes.FILTER_EXPRESSION,
            Shapes.PROJECTION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES);
    static final Structure SCAN = Shapes.input(
            "Scan",
            SELECT,
            INDEX_NAME,
            optional("TotalSegments", Shapes.whole(Constraint.atLeast(1), Constraint.atMost(1_000_000))),
            Shapes.RETURN_CONSUMED_CAPACITY,
            Shapes.TABLE_NAME,
            Shapes.CONDITIONAL_OPERATOR,
            optional("ScanFilter", Shapes.CONDITIONS),
            optional("Segment", Shapes.whole(Constraint.atLeast(0), Constraint.atMost(999_999))),
            LIMIT,
            Shapes.ATTRIBUTES_TO_GET,
            EXCLUSIVE_START_KEY,
            Shapes.CONSISTENT_READ,
            Shapes.FILTER_EXPRESSION,
            Shapes.PROJECTION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES);

    private QueryInputs() {}
}
