package io.heatshield.app;

import io.heatshield.config.ByteSize;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.OriginConfig;
import io.heatshield.origin.AwsEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is not wrong in a configuration, and yet should not be overlooked. */
final class Warnings {
    private Warnings() {}

    static List<String> of(HeatshieldConfig config, Map<String, String> environment) {
        List<String> warnings = new ArrayList<>();
        if (config.origin().kind() == OriginConfig.Kind.DYNAMODB) {
            warnings.addAll(AwsEnvironment.warnings(environment, System.getProperties()));
        }
        ByteSize local = config.cache().local().maxBytes();
        if (Tiers.localBytes(config) < local.bytes()) {
            warnings.add("cache.local.max-bytes is " + local + ", and the heap has room for "
                    + new ByteSize(Tiers.localBytes(config)) + "; give the JVM more with -Xmx, or ask for less");
        }
        if (!config.listen().onLoopback()) {
            warnings.add("anyone who reaches " + config.listen().host()
                    + " reads and writes with the origin's rights (auth.mode none)");
        }
        if (!config.admin().onLoopback()) {
            warnings.add("the admin face on " + config.admin().host() + " does not ask who is asking");
        }
        return warnings;
    }
}
