package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.needed;
import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Sequence;
import io.heatshield.embedded.Shape.Structure;
import io.heatshield.embedded.Shape.Text;

/** The inputs of the PartiQL operations. */
final class StatementInputs {
    private static final Shape STATEMENT = new Text(Constraint.minLength(1), Constraint.maxLength(8192));

    static final Structure EXECUTE = Shapes.input(
            "ExecuteStatement",
            needed("Statement", STATEMENT),
            optional("Parameters", Shapes.ATTRIBUTE_LIST),
            Shapes.CONSISTENT_READ,
            optional("NextToken", Shapes.TEXT),
            Shapes.RETURN_CONSUMED_CAPACITY,
            optional("Limit", Shapes.whole(Constraint.atLeast(1))),
            Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
    static final Structure BATCH = Shapes.input(
            "BatchExecuteStatement",
            needed(
                    "Statements",
                    new Sequence(
                            new Structure(
                                    "BatchStatementRequest",
                                    false,
                                    needed("Statement", STATEMENT),
                                    optional("Parameters", Shapes.ATTRIBUTE_LIST),
                                    Shapes.CONSISTENT_READ,
                                    Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE),
                            Constraint.minLength(1),
                            Constraint.maxLength(25))),
            Shapes.RETURN_CONSUMED_CAPACITY);
    static final Structure TRANSACTION = Shapes.input(
            "ExecuteTransaction",
            needed(
                    "TransactStatements",
                    new Sequence(
                            new Structure(
                                    "ParameterizedStatement",
                                    false,
                                    needed("Statement", STATEMENT),
                                    optional("Parameters", Shapes.ATTRIBUTE_LIST),
                                    Shapes.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE),
                            Constraint.minLength(1),
                            Constraint.maxLength(100))),
            optional("ClientRequestToken", new Text(Constraint.minLength(1), Constraint.maxLength(36))),
            Shapes.RETURN_CONSUMED_CAPACITY);

    private StatementInputs() {}
}
