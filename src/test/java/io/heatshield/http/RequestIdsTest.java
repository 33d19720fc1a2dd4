package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RequestIdsTest {
    @Test
    void next_isInTheServicesFormAndNeverTheSame() {
        RequestIds ids = new RequestIds(new SplittableRandom(7));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            String id = ids.next().toString();
            assertThat(id).matches("[0-9A-V]{52}");
            assertThat(seen.add(id)).isTrue();
        }
    }

    @Test
    void presentable_isWhatCannotEndAHeader() {
        assertThat(RequestIds.presentable("4KBNVRGD25RG1KEO9UT4V3FQDJVV4KQNSO5AEMVJF66Q9ASUAAJG"))
                .isTrue();
        assertThat(RequestIds.presentable("6d3f0a5e-0d1b-4c7e-9d0e-0b1f0a2c3d4e"))
                .isTrue();
        assertThat(RequestIds.presentable("")).isFalse();
        assertThat(RequestIds.presentable("a b")).isFalse();
        assertThat(RequestIds.presentable("a\r\nb: c")).isFalse();
        assertThat(RequestIds.presentable("é")).isFalse();
        assertThat(RequestIds.presentable("x".repeat(129))).isFalse();
    }
}
