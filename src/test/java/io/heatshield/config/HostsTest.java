package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostsTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.9.9.9, true",
        "localhost, true",
        "LocalHost, true",
        "::1, true",
        "[::1], true",
        "0.0.0.0, false",
        "::, false",
        "10.0.0.1, false",
        "localhost.example.com, false",
        "127.0.0.1.nip.io, false"
    })
    void isLoopback_ofAHost_trustsNoName(String host, boolean expected) {
        assertThat(Hosts.isLoopback(host)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1, true", "127.0.0.1, 127.0.0.2, false", "0.0.0.0, 127.0.0.1, true",
        "127.0.0.1, localhost, true", "::1, localhost, true", "10.0.0.1, 127.0.0.1, false"
    })
    void overlap_ofTwoHosts_isSymmetric(String one, String other, boolean expected) {
        assertThat(Hosts.overlap(one, other)).isEqualTo(expected);
        assertThat(Hosts.overlap(other, one)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, localhost, true", "0.0.0.0, 0.0.0.0, true", "0.0.0.0, dynamodb.example.com, false",
        "127.0.0.1, localhost, true", "10.0.0.1, 10.0.0.1, true", "10.0.0.1, 10.0.0.2, false"
    })
    void sameMachine_ofAnEndpoint_findsTheListener(String bound, String host, boolean expected) {
        assertThat(Hosts.sameMachine(bound, host)).isEqualTo(expected);
    }

    @Test
    void port_ofAUrlWithoutOne_isThatOfItsScheme() {
        assertThat(Hosts.port(URI.create("https://h"))).isEqualTo(443);
        assertThat(Hosts.port(URI.create("http://h"))).isEqualTo(80);
        assertThat(Hosts.port(URI.create("http://h:1"))).isEqualTo(1);
    }
}
