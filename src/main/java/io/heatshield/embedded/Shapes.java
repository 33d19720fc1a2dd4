package io.heatshield.embedded;

import io.heatshield.embedded.Shape.Attribute;
import io.heatshield.embedded.Shape.Flag;
import io.heatshield.embedded.Shape.Mapping;
import io.heatshield.embedded.Shape.Member;
import io.heatshield.embedded.Shape.Numeric;
import io.heatshield.embedded.Shape.Sequence;
import io.heatshield.embedded.Shape.Structure;
import io.heatshield.embedded.Shape.Text;

/** Shapes and members that several operations share. */
final class Shapes {
    static final Shape TEXT = new Text();
    static final Shape FLAG = new Flag();
    /** Whatever is there, unchecked. */
    static final Shape ANY = new Structure("Any", false);

    static final Shape TEXTS = new Sequence(TEXT);
    static final Shape ATTRIBUTE_LIST = new Sequence(new Attribute(false));
    static final Shape ATTRIBUTES = new Mapping("AttributeValue", new Attribute(false));

    static final Member RETURN_CONSUMED_CAPACITY =
            optional("ReturnConsumedCapacity", oneOf("INDEXES", "TOTAL", "NONE"));
    static final Member RETURN_ITEM_COLLECTION_METRICS = optional("ReturnItemCollectionMetrics", oneOf("SIZE", "NONE"));
    static final Member RETURN_VALUES =
            optional("ReturnValues", oneOf("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"));
    static final Member RETURN_VALUES_ON_CONDITION_CHECK_FAILURE =
            optional("ReturnValuesOnConditionCheckFailure", oneOf("ALL_OLD", "NONE"));
    static final Member TABLE_NAME = needed("TableName", new Text(Constraint.tableName(1)));
    static final Member KEY = needed("Key", ATTRIBUTES);
    static final Member CONDITIONAL_OPERATOR = optional("ConditionalOperator", oneOf("OR", "AND"));
    static final Member CONDITION_EXPRESSION = optional("ConditionExpression", TEXT);
    static final Member PROJECTION_EXPRESSION = optional("ProjectionExpression", TEXT);
    static final Member FILTER_EXPRESSION = optional("FilterExpression", TEXT);
    static final Member EXPRESSION_ATTRIBUTE_VALUES = optional("ExpressionAttributeValues", ATTRIBUTES);
    static final Member EXPRESSION_ATTRIBUTE_NAMES =
            optional("ExpressionAttributeNames", new Mapping("java.lang.String", TEXT));
    static final Member ATTRIBUTES_TO_GET =
            optional("AttributesToGet", new Sequence(TEXT, Constraint.minLength(1), Constraint.maxLength(255)));
    static final Member CONSISTENT_READ = optional("ConsistentRead", FLAG);

    private static final Shape COMPARISON = oneOf(
            "IN",
            "NULL",
            "BETWEEN",
            "LT",
            "NOT_CONTAINS",
            "EQ",
            "GT",
            "NOT_NULL",
            "NE",
            "LE",
            "BEGINS_WITH",
            "GE",
            "CONTAINS");
    static final Member EXPECTED = optional(
            "Expected",
            new Mapping(
                    "ExpectedAttributeValue",
                    new Structure(
                            "ExpectedAttributeValue",
                            false,
                            optional("AttributeValueList", ATTRIBUTE_LIST),
                            optional("ComparisonOperator", COMPARISON),
                            optional("Exists", FLAG),
                            optional("Value", new Attribute(true)))));
    /** A legacy condition on one attribute, as in {@code KeyConditions} and {@code QueryFilter}. */
    static final Shape CONDITIONS = new Mapping(
            "Condition",
            new Structure(
                    "Condition",
                    false,
                    optional("AttributeValueList", ATTRIBUTE_LIST),
                    needed("ComparisonOperator", COMPARISON)));

    private Shapes() {}

    static Member optional(String name, Shape shape) {
        return new Member(name, shape, false);
    }

    static Member needed(String name, Shape shape) {
        return new Member(name, shape, true);
    }

    static Structure input(String operation, Member... members) {
        return new Structure(operation + "Input", true, members);
    }

    static Text oneOf(String... words) {
        return new Text(Constraint.oneOf(words));
    }

    static Numeric whole(Constraint... constraints) {
        return new Numeric("Integer", constraints);
    }

    static Numeric longWhole(Constraint... constraints) {
        return new Numeric("Long", constraints);
    }
}
