package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HopsTest {
    @ParameterizedTest
    @ValueSource(strings = {"me", "me,b", "a,me", "a, me ,b"})
    void ring_nodeIsListed(String hops) {
        assertThat(Hops.ring(hops, "me")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a,b", "me2", "meme,nome", ",,"})
    void ring_nodeIsNotListed(String hops) {
        assertThat(Hops.ring(hops, "me")).isFalse();
    }

    @Test
    void ring_noHopsAtAll() {
        assertThat(Hops.ring(null, "me")).isFalse();
    }

    @Test
    void ring_endlessList() {
        assertThat(Hops.ring(String.join(",", Collections.nCopies(15, "x")), "me"))
                .isFalse();
        assertThat(Hops.ring(String.join(",", Collections.nCopies(16, "x")), "me"))
                .isTrue();
    }

    @Test
    void plus_appends() {
        assertThat(Hops.plus(null, "me")).isEqualTo("me");
        assertThat(Hops.plus("a,b", "me")).isEqualTo("a,b,me");
    }
}
