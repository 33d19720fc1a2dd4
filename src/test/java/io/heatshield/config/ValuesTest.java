package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

final class ValuesTest {
    @Property
    void duration_shown_readsBackAsItself(@ForAll @LongRange(min = 0, max = 604_800_000) long millis) {
        Duration duration = Duration.ofMillis(millis);

        assertThat(Values.parse(Duration.class, Values.show(duration))).isEqualTo(duration);
    }

    @Property
    void size_shown_readsBackAsItself(@ForAll @LongRange(min = 0, max = 1L << 39) long bytes) {
        ByteSize size = new ByteSize(bytes);

        assertThat(Values.parse(ByteSize.class, Values.show(size))).isEqualTo(size);
    }

    @Property
    void percentage_shown_readsBackAsItself(@ForAll @LongRange(min = 0, max = 1_000) long tenths) {
        Percentage percentage = Percentage.of(tenths / 10.0);

        assertThat(Values.parse(Percentage.class, Values.show(percentage))).isEqualTo(percentage);
    }
}
