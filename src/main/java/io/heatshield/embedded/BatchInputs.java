package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.needed;
import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Mapping;
import io.heatshield.embedded.Shape.Sequence;
import io.heatshield.embedded.Shape.Structure;

/** The inputs of the batch operations. */
final class BatchInputs {
    /** Its table names are checked before the rest, unlike those of BatchWriteItem, which come after. */
    static final Structure GET = Shapes.input(
            "BatchGetItem",
            needed(
                    "RequestItems",
                    new Mapping(
                            "KeysAndAttributes",
                            new Structure(
                                    "KeysAndAttributes",
                                    false,
                                    needed(
                                            "Keys",
                                            new Sequence(
                                                    Shapes.ATTRIBUTES,
                                                    Constraint.minLength(1).unechoed(),
                                                    Constraint.maxLength(100).unechoed())),
                                    Shapes.ATTRIBUTES_TO_GET,
                                    Shapes.CONSISTENT_READ,
                                    Shapes.PROJECTION_EXPRESSION,
                                    Shapes.EXPRESSION_ATTRIBUTE_NAMES),
                            Constraint.minLength(1).unechoed(),
                            Constraint.tableKeys())),
            Shapes.RETURN_CONSUMED_CAPACITY);

    static final Structure WRITE = Shapes.input(
            "BatchWriteItem",
            Shapes.RETURN_CONSUMED_CAPACITY,
            Shapes.RETURN_ITEM_COLLECTION_METRICS,
            needed(
                    "RequestItems",
                    new Mapping(
                            "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>",
                            new Sequence(new Structure(
                                    "WriteRequest",
                                    false,
                                    optional(
                                            "DeleteRequest",
                                            new Structure("DeleteRequest", true, needed("Key", Shapes.ATTRIBUTES))),
                                    optional(
                                            "PutRequest",
                                            new Structure("PutRequest", true, needed("Item", Shapes.ATTRIBUTES))))),
                            Constraint.minLength(1).unechoed())));

    /** What a BatchWriteItem is held to once nothing else is wrong with its form. */
    static final Shape WRITE_LIMITS =
            new Mapping("WriteRequests", Shapes.ANY, Constraint.valueLengths(1, 25), Constraint.tableKeys());

    private BatchInputs() {}
}
