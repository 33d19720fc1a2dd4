package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Attribute;
import io.heatshield.embedded.Shape.Mapping;
import io.heatshield.embedded.Shape.Structure;

/** The inputs of the operations on single items. */
final class ItemInputs {
    static final Structure GET = Shapes.input(
            "GetItem",
            Shapes.RETURN_CONSUMED_CAPACITY,
            Shapes.ATTRIBUTES_TO_GET,
            Shapes.TABLE_NAME,
            Shapes.KEY,
            Shapes.CONSISTENT_READ,
            Shapes.PROJECTION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES);
    static final Structure PUT = Shapes.input(
            "PutItem",
            Shapes.RETURN_CONSUMED_CAPACITY,
            Shapes.TABLE_NAME,
            Shapes.needed("Item", Shapes.ATTRIBUTES),
            Shapes.CONDITIONAL_OPERATOR,
            Shapes.EXPECTED,
            Shapes.RETURN_VALUES,
            Shapes.RETURN_ITEM_COLLECTION_METRICS,
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
            Shapes.CONDITION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES);
    static final Structure UPDATE = Shapes.input(
            "UpdateItem",
            Shapes.RETURN_CONSUMED_CAPACITY,
            Shapes.TABLE_NAME,
            Shapes.RETURN_ITEM_COLLECTION_METRICS,
            Shapes.RETURN_VALUES,
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
            Shapes.CONDITIONAL_OPERATOR,
            Shapes.KEY,
            Shapes.EXPECTED,
            optional(
                    "AttributeUpdates",
                    new Mapping(
                            "AttributeValueUpdate",
                            new Structure(
                                    "AttributeValueUpdate",
                                    false,
                                    optional("Action", Shapes.TEXT),
                                    optional("Value", new Attribute(true))))),
            Shapes.CONDITION_EXPRESSION,
            optional("UpdateExpression", Shapes.TEXT),
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES);
    static final Structure DELETE = Shapes.input(
            "DeleteItem",
            Shapes.RETURN_CONSUMED_CAPACITY,
            Shapes.TABLE_NAME,
            Shapes.KEY,
            Shapes.CONDITIONAL_OPERATOR,
            Shapes.EXPECTED,
            Shapes.RETURN_VALUES,
            Shapes.RETURN_ITEM_COLLECTION_METRICS,
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
            Shapes.CONDITION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES);

    private ItemInputs() {}
}
