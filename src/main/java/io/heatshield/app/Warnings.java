package io.heatshield.app;

import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.OriginConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is not wrong in a configuration, and yet should not be overlooked. */
final class Warnings {
    private static final List<String> ENDPOINT_VARIABLES =
            List.of("AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_DYNAMODB_STREAMS", "AWS_ENDPOINT_URL");

    private Warnings() {}

    static List<String> of(HeatshieldConfig config, Map<String, String> environment) {
        List<String> warnings = new ArrayList<>();
        if (config.origin().kind() == OriginConfig.Kind.DYNAMODB) {
            ENDPOINT_VARIABLES.stream()
                    .filter(name -> !environment.getOrDefault(name, "").isEmpty())
                    .forEach(name -> warnings.add(name + " is set and ignored: it tells clients where Heatshield is,"
                            + " and following it could lead back here; the origin is what origin.endpoint says"));
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
