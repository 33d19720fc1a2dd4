package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnListenerTest {
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8100, 127.0.0.1, 8100, true",
        "http://localhost:8100, 127.0.0.1, 8100, true",
        "http://LOCALHOST:8100, localhost, 8100, true",
        "http://127.0.0.1:8100, 0.0.0.0, 8100, true",
        "http://127.0.0.2:8100, 0.0.0.0, 8100, true",
        "http://0.0.0.0:8100, 127.0.0.1, 8100, true",
        "http://127.0.0.1, 127.0.0.1, 80, true",
        "https://127.0.0.1, 0.0.0.0, 443, true",
        "http://127.0.0.1:8000, 127.0.0.1, 8100, false",
        "http://127.0.0.2:8100, 127.0.0.1, 8100, false",
        "http://192.0.2.1:8100, 0.0.0.0, 8100, false",
        "http://nobody.invalid:8100, 0.0.0.0, 8100, false"
    })
    void is_byHostAndPort(URI endpoint, String host, int port, boolean own) {
        assertThat(OwnListener.is(endpoint, host, port)).isEqualTo(own);
    }
}
