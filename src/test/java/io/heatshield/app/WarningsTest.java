package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.config.ConfigReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WarningsTest {
    private static final long LARGE_HEAP = 4L << 30;

    @Test
    void warnings_ofTheDefaults_areNone() {
        assertThat(warnings(LARGE_HEAP)).isEmpty();
    }

    @Test
    void warnings_ofASmallHeap_sayWhatTheTierTakes() {
        assertThat(warnings(64 << 20))
                .containsExactly("the local tier takes 32MiB, half of the heap, and not 256MiB as cache.local.max-bytes"
                        + " says; give java a larger -Xmx");
        assertThat(warnings(64 << 20, "cache.local.max-bytes=16MiB")).isEmpty();
    }

    @Test
    void warnings_ofOpenFaces_nameEach() {
        assertThat(warnings(LARGE_HEAP, "listen.host=0.0.0.0", "admin.host=0.0.0.0", "auth.allow-unauthenticated=true"))
                .hasSize(2)
                .anyMatch(warning -> warning.startsWith("anyone who reaches 0.0.0.0"))
                .anyMatch(warning -> warning.startsWith("the admin face on 0.0.0.0"));
    }

    @Test
    void warnings_ofAnEndpointMeantForClients_onlyWhereItCouldBeMistaken() {
        Map<String, String> environment = Map.of("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8100");

        assertThat(Warnings.of(ConfigReader.of(), environment, LARGE_HEAP)).isEmpty();
        assertThat(Warnings.of(ConfigReader.of("origin.kind=dynamodb"), environment, LARGE_HEAP))
                .singleElement()
                .asString()
                .startsWith("AWS_ENDPOINT_URL_DYNAMODB is set");
    }

    private static List<String> warnings(long heapBytes, String... settings) {
        return Warnings.of(ConfigReader.of(settings), Map.of(), heapBytes);
    }
}
