package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.needed;
import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Sequence;
import io.heatshield.embedded.Shape.Structure;
import io.heatshield.embedded.Shape.Text;

/** The inputs of the transactions. */
final class TransactionInputs {
    private static final Structure PUT = new Structure(
            "Put",
            true,
            needed("Item", Shapes.ATTRIBUTES),
            Shapes.TABLE_NAME,
            Shapes.CONDITION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
    private static final Structure UPDATE = new Structure(
            "Update",
            true,
            Shapes.KEY,
            needed("UpdateExpression", Shapes.TEXT),
            Shapes.TABLE_NAME,
            Shapes.CONDITION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
    private static final Structure DELETE = new Structure(
            "Delete",
            true,
            Shapes.KEY,
            Shapes.TABLE_NAME,
            Shapes.CONDITION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
    private static final Structure CHECK = new Structure(
            "ConditionCheck",
            true,
            Shapes.KEY,
            Shapes.TABLE_NAME,
            needed("ConditionExpression", Shapes.TEXT),
            Shapes.EXPRESSION_ATTRIBUTE_NAMES,
            Shapes.EXPRESSION_ATTRIBUTE_VALUES,
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
    private static final Structure GET_ACTION = new Structure(
            "Get",
            true,
            Shapes.KEY,
            Shapes.TABLE_NAME,
            Shapes.PROJECTION_EXPRESSION,
            Shapes.EXPRESSION_ATTRIBUTE_NAMES);

    static final Structure WRITE = Shapes.input(
            "TransactWriteItems",
            optional("ClientRequestToken", new Text(Constraint.minLength(1), Constraint.maxLength(36))),
            Shapes.RETURN_CONSUMED_CAPACITY,
            Shapes.RETURN_ITEM_COLLECTION_METRICS,
            needed(
                    "TransactItems",
                    new Sequence(
                            new Structure(
                                    "TransactWriteItem",
                                    false,
                                    optional("ConditionCheck", CHECK),
                                    optional("Put", PUT),
                                    optional("Delete", DELETE),
                                    optional("Update", UPDATE)),
                            Constraint.minLength(1),
                            Constraint.maxLength(100))));
    static final Structure GET = Shapes.input(
            "TransactGetItems",
            Shapes.RETURN_CONSUMED_CAPACITY,
            needed(
                    "TransactItems",
                    new Sequence(
                            new Structure("TransactGetItem", false, needed("Get", GET_ACTION)),
                            Constraint.minLength(1),
                            Constraint.maxLength(100))));

    private TransactionInputs() {}
}
