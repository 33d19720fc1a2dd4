package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.TEXT;
import static io.heatshield.embedded.Shapes.needed;
import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Structure;

/** The inputs of the operations on what surrounds tables: backups, exports, insights. */
final class ControlInputs {
    static final Structure CONTINUOUS_BACKUPS = Shapes.input("DescribeContinuousBackups", Shapes.TABLE_NAME);
    static final Structure UPDATE_CONTINUOUS_BACKUPS = Shapes.input(
            "UpdateContinuousBackups",
            Shapes.TABLE_NAME,
            needed(
                    "PointInTimeRecoverySpecification",
                    new Structure(
                            "PointInTimeRecoverySpecification",
                            true,
                            needed("PointInTimeRecoveryEnabled", Shapes.FLAG),
                            optional(
                                    "RecoveryPeriodInDays",
                                    Shapes.whole(Constraint.atLeast(1), Constraint.atMost(35))))));
    static final Structure OF_TABLE = Shapes.input("DescribeContributorInsights", Shapes.TABLE_NAME);
    static final Structure NONE = Shapes.input("DescribeEndpoints");

    private ControlInputs() {}

    /** The input of an operation that names one thing that is no table. */
    static Structure naming(String operation, String member) {
        return Shapes.input(operation, needed(member, TEXT));
    }
}
