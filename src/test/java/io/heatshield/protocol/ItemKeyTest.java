package io.heatshield.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ItemKeyTest {
    private static final TableId TABLE = new TableId("arn:aws:dynamodb:us-east-1:1:table/T", "T");

    private static ItemKey number(String text) {
        return ItemKey.of(TABLE, ItemKey.canonical(KeySchema.Type.N, text), null);
    }

    private static ItemKey strings(String partition, String sort) {
        return ItemKey.of(
                TABLE, ItemKey.canonical(KeySchema.Type.S, partition), ItemKey.canonical(KeySchema.Type.S, sort));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0", "1e0", "+1", "01", "10e-1", "0.1E1", "1.000", "100e-2"})
    void numbers_inAnySpelling_areOneKey(String spelling) {
        assertThat(number(spelling)).isEqualTo(number("1")).hasSameHashCodeAs(number("1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "0.0", "0e5", "+0", "000"})
    void zeros_areOneKey(String spelling) {
        assertThat(number(spelling)).isEqualTo(number("0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 1", "1 ", "abc", "0x1", "1f", "NaN", "Infinity", "--1", "1e", ".", "1_000", "١"})
    void whatIsNoNumber_isRefused(String text) {
        assertThatThrownBy(() -> number(text)).isInstanceOf(DynamoException.class);
    }

    @Test
    void numbers_ofMoreThan38Digits_areRefusedAndOf38Kept() {
        String longest = "1234567890".repeat(4).substring(0, 38);
        assertThat(number(longest)).isNotEqualTo(number(longest.substring(0, 37) + "9"));
        assertThatThrownBy(() -> number(longest + "1")).isInstanceOf(DynamoException.class);
    }

    @Test
    void keys_areSpeltAgain_ifTheyAreOfTheTable() {
        KeySchema.Attribute number = new KeySchema.Attribute("n", KeySchema.Type.N);
        KeySchema.Attribute binary = new KeySchema.Attribute("b", KeySchema.Type.B);
        TableDescription pair = new TableDescription(TABLE, new KeySchema(number, binary), null);
        TableDescription single = new TableDescription(TABLE, new KeySchema(number, null), null);
        for (String text : new String[] {"0", "1", "-120", "1.5e-7", "12345678901234567890123456789012345678"}) {
            ItemKey key = ItemKey.of(
                    TABLE, ItemKey.canonical(KeySchema.Type.N, text), ItemKey.canonical(KeySchema.Type.B, "AP8="));
            KeyParts parts = KeyParts.of(key, pair);
            assertThat(parts).isNotNull();
            assertThat(parts.asKey(pair)).isEqualTo(key);
            assertThat(parts.parts()).extracting(KeyParts.Part::text).element(1).isEqualTo("AP8=");
            assertThat(KeyParts.of(key, single)).isNull();
            assertThat(KeyParts.of(number(text), single)).isNotNull();
            assertThat(KeyParts.of(number(text), pair)).isNull();
        }
        assertThat(KeyParts.of(strings("a", "b"), pair)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e126", "-1e126", "1e-131", "1e999999999", "1e-999999999"})
    void numbers_outOfRange_areRefused(String text) {
        assertThatThrownBy(() -> number(text)).isInstanceOf(DynamoException.class);
    }

    @Property
    void numbers_areEqualKeysExactlyWhenTheyAreEqual(@ForAll("spelt") String one, @ForAll("spelt") String other) {
        boolean equal = new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
        assertThat(number(one).equals(number(other))).isEqualTo(equal);
    }

    @Property
    void numbers_spelledPlainOrWithAnExponent_areOneKey(@ForAll("spelt") String text) {
        BigDecimal value = new BigDecimal(text);
        assertThat(number(value.toPlainString())).isEqualTo(number(text));
        assertThat(number(value.stripTrailingZeros().toString())).isEqualTo(number(text));
    }

    @Provide
    Arbitrary<String> spelt() {
        Arbitrary<String> digits =
                Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(4);
        Arbitrary<Integer> exponents = Arbitraries.integers().between(-6, 6);
        return Combinators.combine(Arbitraries.of("", "-", "+"), digits, digits, exponents)
                .as((sign, whole, part, exponent) -> sign + whole + "." + part + "e" + exponent);
    }

    @Property
    void pairsOfStrings_areEqualKeysExactlyWhenBothPartsAre(
            @ForAll("short") String a,
            @ForAll("short") String b,
            @ForAll("short") String c,
            @ForAll("short") String d) {
        assertThat(strings(a, b).equals(strings(c, d))).isEqualTo(a.equals(c) && b.equals(d));
    }

    @Provide("short")
    Arbitrary<String> shortStrings() {
        return Arbitraries.strings().withChars('a', 'b', '\0').ofMaxLength(3);
    }

    @Test
    void partsOfOtherTypes_areOtherKeys() {
        String base64 = Base64.getEncoder().encodeToString("1".getBytes(StandardCharsets.UTF_8));
        ItemKey binary = ItemKey.of(TABLE, ItemKey.canonical(KeySchema.Type.B, base64), null);
        ItemKey string = ItemKey.of(TABLE, ItemKey.canonical(KeySchema.Type.S, "1"), null);
        assertThat(binary).isNotEqualTo(string);
        assertThat(string).isNotEqualTo(number("1"));
    }

    @Test
    void absentSortKey_isNotAnEmptyOne() {
        ItemKey alone = ItemKey.of(TABLE, ItemKey.canonical(KeySchema.Type.S, "a"), null);
        assertThat(strings("a", "")).isNotEqualTo(alone);
    }

    @Test
    void tablesOfTwoAccounts_areTwoTables() {
        TableId other = new TableId("arn:aws:dynamodb:us-east-1:2:table/T", "T");
        byte[] partition = ItemKey.canonical(KeySchema.Type.S, "a");
        assertThat(ItemKey.of(TABLE, partition, null)).isNotEqualTo(ItemKey.of(other, partition, null));
    }

    @Test
    void text_neverShowsTheKey() {
        assertThat(strings("secret-partition", "secret-sort").toString()).doesNotContain("secret");
    }

    @Test
    void bareName_isTakenFromNamesAndArns() {
        assertThat(TableId.bareName("T")).isEqualTo("T");
        assertThat(TableId.bareName("arn:aws:dynamodb:eu-west-1:12:table/Big.Table"))
                .isEqualTo("Big.Table");
        assertThat(TableId.bareName("arn:aws:dynamodb:eu-west-1:12:table/T/index/i"))
                .isEqualTo("T");
    }
}
