package io.heatshield.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Bytes;
import io.heatshield.protocol.KeySchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LayoutTest {
    private static final GatherRules RULES = new GatherRules(4, Duration.ofSeconds(1), false);
    private static final Layout TWELVE = Layout.of(1, 12, "#%02d");
    private static final Layout MANY = Layout.of(2, 256, "#%02d");

    @Test
    void physical_ofAShard_isTheKeyAndItsNumber() {
        assertThat(TWELVE.physical("DAY#1", 3)).isEqualTo("DAY#1#03");
        assertThat(MANY.physical("DAY#1", 103)).isEqualTo("DAY#1#103");
        assertThat(Layout.NONE.physical("DAY#1", 0)).isEqualTo("DAY#1");
    }

    @Property
    void suffixAt_ofWhatALayoutMade_isTheEndOfTheLogicalKey(
            @ForAll @StringLength(min = 1, max = 12) String logical, @ForAll @IntRange(max = 255) int shard) {
        assertThat(MANY.suffixAt(MANY.physical(logical, shard))).isEqualTo(logical.length());
    }

    @ParameterizedTest
    @CsvSource({"DAY#12", "DAY#3", "DAY#003", "DAY", "#03", "03", "DAY#03x", "DAY-03"})
    void suffixAt_ofAKeyThatTheLayoutCannotMake_isNone(String key) {
        assertThat(TWELVE.suffixAt(key)).isEqualTo(-1);
    }

    /** The figures are those that a program gets which hashes by hand. */
    @ParameterizedTest
    @CsvSource({"event-00,12", "event-01,12", "event-35,12", "ä,7", "'',3"})
    void hash_ofAText_isFourBytesOfItsSha256(String text, int shards) {
        java.math.BigInteger digest = new java.math.BigInteger(
                1,
                java.util.Arrays.copyOf(ShardHash.sha256(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)), 4));

        assertThat(ShardHash.of(text, shards))
                .isEqualTo(digest.mod(java.math.BigInteger.valueOf(shards)).intValue());
    }

    @Test
    void hash_ofKnownTexts_neverChanges() {
        assertThat(ShardHash.of("abc", 1 << 16)).isEqualTo(0x16bf);
        assertThat(ShardHash.of("", 256)).isEqualTo(0x42);
    }

    @Test
    void hash_ofNumbersAndBinary_goesByValue() {
        assertThat(ShardHash.of(new AttributeValue.N(new BigDecimal("10.0")), 256))
                .isEqualTo(ShardHash.of("10", 256));
        assertThat(ShardHash.of(new AttributeValue.B(Bytes.copyOf(new byte[] {97})), 256))
                .isEqualTo(ShardHash.of("a", 256));
        assertThat(ShardHash.of(new AttributeValue.Bool(true), 256)).isEqualTo(-1);
        assertThat(ShardHash.of((AttributeValue) null, 256)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "DAY#*,DAY#,true",
        "DAY#*,DAY,false",
        "DAY#*,DAY#1,true",
        "*,x,true",
        "A,A,true",
        "A,AB,false",
        "A*B,AB,true",
        "A*B,AxxB,true",
        "A*B,A,false",
        "a*b*c,abc,true",
        "a*b*c,axbxc,true",
        "a*b*c,acb,false",
        "aa*aa,aaa,false"
    })
    void pattern_matches(String pattern, String key, boolean matches) {
        assertThat(KeyPattern.of(pattern).matches(key)).isEqualTo(matches);
    }

    @Test
    void shards_whileItemsAreMoved_areThoseOfEachLayoutOnce() {
        ShardedKey key = ShardedKey.of(
                KeyPattern.of("D*"),
                new Choice.Random(),
                List.of(Layout.of(1, 2, "#%d"), Layout.of(2, 3, "#%d")),
                2,
                List.of(2, 0, 1),
                RULES);

        assertThat(key.shards("D")).containsExactly("D#0", "D#1", "D#2");
        assertThat(key.otherShards("D")).containsExactly("D");
        assertThat(key.moving()).isTrue();
        assertThat(key.logical("D#2")).isEqualTo("D");
        assertThat(key.logical("E#2")).isNull();
        assertThat(key.logical("D#3")).isNull();
    }

    @Test
    void misfit_ofATableThatCannotBeSpread_namesTheSetting() {
        KeySchema.Attribute pk = new KeySchema.Attribute("pk", KeySchema.Type.S);
        KeySchema.Attribute sk = new KeySchema.Attribute("sk", KeySchema.Type.S);
        KeySchema.Attribute number = new KeySchema.Attribute("pk", KeySchema.Type.N);

        assertThat(table(null).misfit(new KeySchema(pk, sk))).isNull();
        assertThat(table(null).misfit(new KeySchema(pk, null))).startsWith("sharded-keys: the table has no sort key");
        assertThat(table(null).misfit(new KeySchema(number, sk))).contains("no String");
        assertThat(table("pk").misfit(new KeySchema(pk, sk))).startsWith("sharded-keys.0.choose-by.hash-of: pk");
        ShardedIndex index = new ShardedIndex(
                "byStatus",
                "status",
                Set.of("ACTIVE"),
                "other",
                table(null).keys().get(0));
        assertThat(new ShardedTable("T", List.of(), List.of(index)).misfit(new KeySchema(pk, null)))
                .startsWith("sharded-indexes.0.choose-by.hash-of: other is not in the table's key");
        assertThat(index.logical("ACTIVE#03")).isEqualTo("ACTIVE");
        assertThat(index.logical("DONE#03")).isNull();
    }

    private static ShardedTable table(@org.jspecify.annotations.Nullable String hashOf) {
        ShardedKey key =
                ShardedKey.of(KeyPattern.of("D*"), new Choice.HashOf(hashOf), List.of(TWELVE), 1, List.of(1), RULES);
        return new ShardedTable("T", List.of(key), List.of());
    }
}
