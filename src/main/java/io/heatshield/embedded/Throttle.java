package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;

/**
 * Why a request is throttled.
 *
 * @param index whether an index is to blame, else the table
 * @param write whether it was a write
 * @param limit which limit was met
 * @param resource the ARN of what is to blame
 */
record Throttle(boolean index, boolean write, Limit limit, String resource) {

    enum Limit {
        KEY_RANGE("KeyRangeThroughputExceeded"),
        PROVISIONED("ProvisionedThroughputExceeded"),
        ON_DEMAND("MaxOnDemandThroughputExceeded");

        private final String suffix;

        Limit(String suffix) {
            this.suffix = suffix;
        }
    }

    /** The service's word for it, such as {@code TableWriteKeyRangeThroughputExceeded}. */
    String reason() {
        return (index ? "Index" : "Table") + (write ? "Write" : "Read") + limit.suffix;
    }

    /** The error that tells it. The member of a ThrottlingException has a small initial, those of others a capital. */
    DynamoException exception() {
        boolean onDemand = limit == Limit.ON_DEMAND;
        String list = "[{\"reason\":\"" + reason() + "\",\"resource\":\"" + resource + "\"}]";
        return new DynamoError(
                        onDemand ? ErrorKind.THROTTLING : ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED,
                        onDemand
                                ? "Throughput exceeds the maximum OnDemandThroughput configured on table or index"
                                : "The level of configured provisioned throughput for one or more global secondary"
                                        + " indexes of the table or for the table was exceeded. Consider increasing your"
                                        + " provisioning level with the UpdateTable API",
                        (onDemand ? "\"throttlingReasons\":" : "\"ThrottlingReasons\":") + list)
                .exception();
    }

    /** Whether an error says that something was throttled. */
    static boolean is(DynamoException e) {
        return e.error().kind() == ErrorKind.THROTTLING
                || e.error().kind() == ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED;
    }
}
