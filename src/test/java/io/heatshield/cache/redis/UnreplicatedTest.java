package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.cache.Keys;
import io.heatshield.cache.Scope;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class UnreplicatedTest {
    private static final Scope A = new Scope.Item(Keys.key("a"));
    private static final Scope B = new Scope.Item(Keys.key("b"));

    private final Unreplicated fences = new Unreplicated(3);

    @Test
    void confirmation_settlesWhatWasRaisedBeforeIt() {
        fences.add(1, A, 10);
        fences.add(1, B, 20);
        fences.add(2, A, 10);
        fences.confirmed(1, 0, 15);
        assertThat(fences.size()).isEqualTo(2);
        assertThat(fences.take(1)).containsExactly(B);
        assertThat(fences.groups()).containsExactly(2);
    }

    @Test
    void confirmation_byAServerThatTookOverLater_settlesNothing() {
        fences.add(1, A, 10);
        fences.confirmed(1, 11, 15);
        assertThat(fences.take(1)).containsExactly(A);
    }

    @Test
    void fenceOfAScopeThatIsThere_takesTheOldOnesPlace() {
        fences.add(1, A, 10);
        fences.add(1, A, 20);
        assertThat(fences.size()).isEqualTo(1);
        fences.confirmed(1, 0, 15);
        assertThat(fences.size()).isEqualTo(1);
    }

    @Test
    void moreThanTheBound_isEverythingOfTheGroupsConcerned() {
        fences.add(1, A, 10);
        fences.add(1, B, 10);
        fences.add(2, A, 10);
        fences.add(2, B, 10);
        assertThat(fences.size()).isEqualTo(2);
        assertThat(fences.take(1)).isEqualTo(Set.of(new Scope.Everything()));
        assertThat(fences.take(2)).isEqualTo(Set.of(new Scope.Everything()));
        assertThat(fences.size()).isZero();
        assertThat(fences.groups()).isEmpty();
    }
}
