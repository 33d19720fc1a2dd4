package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PortsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Address already in use            | listen: port 80 on h is taken by another process; stop it, or choose another port with --set listen.port=PORT
            bind(..) failed: Permission denied | listen: no permission to listen on h:80; ports below 1024 are reserved, choose another with --set listen.port=PORT
            Cannot assign requested address   | listen: h is no address of this machine; set listen.host
            something else                    | listen: cannot listen on h:80: something else
            """)
    void refused_ofEachCause_saysWhatToDo(String cause, String words) {
        assertThat(Ports.refused("listen", "h", 80, new IOException(cause))).hasMessage(words);
    }

    @Test
    void reachable_ofAWildcard_isLoopback() {
        assertThat(Ports.reachable("0.0.0.0")).isEqualTo("127.0.0.1");
        assertThat(Ports.reachable("::")).isEqualTo("127.0.0.1");
        assertThat(Ports.reachable("::1")).isEqualTo("[::1]");
        assertThat(Ports.reachable("10.0.0.1")).isEqualTo("10.0.0.1");
    }
}
