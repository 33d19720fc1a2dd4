package io.heatshield.protocol;

/**
 * The identity of a table. A request may say the table's name or its ARN; both come to the one ARN that the origin
 * reports, so that they are one table here, and tables of other accounts and regions are kept apart.
 *
 * @param arn the {@code TableArn} of the table's description
 * @param name the bare name, as in metrics and logs
 */
public record TableId(String arn, String name) {
    @Override
    public boolean equals(Object other) {
        return other instanceof TableId id && arn.equals(id.arn);
    }

    @Override
    public int hashCode() {
        return arn.hashCode();
    }

    /** The bare name of a table that a request names by name or by ARN. */
    public static String bareName(String nameOrArn) {
        int at = nameOrArn.indexOf(":table/");
        if (!nameOrArn.startsWith("arn:") || at < 0) {
            return nameOrArn;
        }
        int end = nameOrArn.indexOf('/', at + 7);
        return nameOrArn.substring(at + 7, end < 0 ? nameOrArn.length() : end);
    }
}
