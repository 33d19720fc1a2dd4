package io.heatshield.origin;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/** What the AWS environment of this process says, where it matters to the origin. */
public final class AwsEnvironment {
    private AwsEnvironment() {}

    /**
     * The region of the SDK's chain (environment, system property, profile, instance), looked up on a worker. Fails if
     * there is none.
     */
    public static Future<String> region(Vertx vertx) {
        return vertx.executeBlocking(
                () -> DefaultAwsRegionProviderChain.builder()
                        .build()
                        .getRegion()
                        .id(),
                false);
    }

    /**
     * What to warn of at start-up. An endpoint that is set for this machine's clients mostly names the proxy itself;
     * it is never followed for the origin, or the proxy would call itself.
     *
     * @param environment as of {@link System#getenv()}
     * @param properties as of {@link System#getProperties()}
     */
    public static List<String> warnings(Map<String, String> environment, Map<?, ?> properties) {
        List<String> warnings = new ArrayList<>();
        for (String name : List.of("AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_DYNAMODB_STREAMS")) {
            if (isSet(environment.get(name))) {
                warnings.add(ignored(name));
            }
        }
        for (String name : List.of("aws.endpointUrlDynamoDb", "aws.endpointUrlDynamoDbStreams")) {
            if (isSet(properties.get(name))) {
                warnings.add(ignored(name));
            }
        }
        if (isSet(environment.get("AWS_ENDPOINT_URL"))) {
            warnings.add(everything("AWS_ENDPOINT_URL"));
        }
        if (isSet(properties.get("aws.endpointUrl"))) {
            warnings.add(everything("aws.endpointUrl"));
        }
        return warnings;
    }

    private static boolean isSet(@Nullable Object value) {
        return value instanceof String text && !text.isBlank();
    }

    private static String ignored(String name) {
        return name + " is set and is ignored for the origin; set origin.endpoint if it was meant for it";
    }

    private static String everything(String name) {
        return name + " is set; it is ignored for the origin, but the look-up of credentials (STS, SSO) follows it";
    }
}
