package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.needed;
import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Member;
import io.heatshield.embedded.Shape.Structure;
import io.heatshield.embedded.Shape.Text;

/** The inputs of the stream operations. */
final class StreamInputs {
    private static final Member ARN =
            needed("StreamArn", new Text(Constraint.minLength(37), Constraint.maxLength(1024)));
    private static final Member LIMIT = optional("Limit", Shapes.whole(Constraint.atLeast(1), Constraint.atMost(100)));

    static final Structure LIST = Shapes.input(
            "ListStreams",
            optional("TableName", new Text(Constraint.minLength(1), Constraint.maxLength(1024))),
            LIMIT,
            optional("ExclusiveStartStreamArn", Shapes.TEXT));
    static final Structure DESCRIBE = Shapes.input(
            "DescribeStream",
            ARN,
            LIMIT,
            optional("ExclusiveStartShardId", new Text(Constraint.minLength(28), Constraint.maxLength(65))));
    static final Structure ITERATOR = Shapes.input(
            "GetShardIterator",
            ARN,
            needed("ShardId", new Text(Constraint.minLength(28), Constraint.maxLength(65))),
            needed(
                    "ShardIteratorType",
                    Shapes.oneOf("TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER")),
            optional("SequenceNumber", new Text(Constraint.minLength(21), Constraint.maxLength(40))));
    static final Structure RECORDS = Shapes.input(
            "GetRecords",
            needed("ShardIterator", new Text(Constraint.minLength(1), Constraint.maxLength(2048))),
            optional("Limit", Shapes.whole(Constraint.atLeast(1), Constraint.atMost(1000))));

    private StreamInputs() {}
}
