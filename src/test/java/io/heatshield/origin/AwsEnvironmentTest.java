package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class AwsEnvironmentTest {
    @Test
    void warnings_nothingSet_areNone() {
        assertThat(AwsEnvironment.warnings(Map.of("AWS_REGION", "eu-west-1", "AWS_ENDPOINT_URL", " "), Map.of()))
                .isEmpty();
    }

    @Test
    void warnings_nameEachVariable() {
        assertThat(AwsEnvironment.warnings(
                        Map.of(
                                "AWS_ENDPOINT_URL_DYNAMODB", "http://localhost:8100",
                                "AWS_ENDPOINT_URL", "http://localhost:8100"),
                        Map.of("aws.endpointUrlDynamoDb", "http://localhost:8100")))
                .satisfiesExactly(
                        warning -> assertThat(warning).startsWith("AWS_ENDPOINT_URL_DYNAMODB is set and is ignored"),
                        warning -> assertThat(warning).startsWith("aws.endpointUrlDynamoDb is set and is ignored"),
                        warning -> assertThat(warning)
                                .startsWith("AWS_ENDPOINT_URL is set")
                                .contains("STS"));
    }
}
