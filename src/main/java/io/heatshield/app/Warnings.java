package io.heatshield.app;

import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.OriginConfig;
import io.heatshield.origin.AwsEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is not wrong in a configuration, and yet should not be overlooked. */
final class Warnings {
    private Warnings() {}

    /**
     * @param heapBytes the longest that the heap may grow
     */
    static List<String> of(HeatshieldConfig config, Map<String, String> environment, long heapBytes) {
        List<String> warnings = new ArrayList<>();
        if (config.origin().kind() == OriginConfig.Kind.DYNAMODB) {
            warnings.addAll(AwsEnvironment.warnings(environment, System.getProperties()));
        }
        if (!config.listen().onLoopback()) {
            warnings.add("anyone who reaches " + config.listen().host()
                    + " reads and writes with the origin's rights (auth.mode none)");
        }
        if (!config.admin().onLoopback()) {
            warnings.add("the admin face on " + config.admin().host() + " does not ask who is asking");
        }
        long local = Tiers.localBytes(config, heapBytes);
        if (local < config.cache().local().maxBytes().bytes()) {
            warnings.add("the local tier takes " + (local >> 20) + "MiB, half of the heap, and not "
                    + config.cache().local().maxBytes() + " as cache.local.max-bytes says; give java a larger -Xmx");
        }
        return warnings;
    }
}
