package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The rule for names of tables. */
final class TableNames {
    private static final Predicate<String> LEGAL =
            Pattern.compile("[a-zA-Z0-9_.-]{3,255}").asMatchPredicate();

    private TableNames() {}

    /** Throws the service's error unless the name is one that a table can have. */
    static void check(String name) {
        if (!LEGAL.test(name)) {
            throw DynamoError.validation("Invalid table/index name.  Table/index names must be between 3 and 255"
                            + " characters long, and may contain only the characters a-z, A-Z, 0-9, '_', '-', and '.'")
                    .exception();
        }
    }
}
