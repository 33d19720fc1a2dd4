package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.AttributeValue;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What conditions hold for an item. */
final class ConditionTest {
    private static final Map<String, AttributeValue> ITEM = Plain.item("""
            {s: 'hello', t: 'help', u: '', n: 5, o: 5.0, neg: -3, b: {$b: 'bytes'}, yes: true, nay: false, nil: null,
             ss: {$ss: ['a', 'b', 'c']}, ns: {$ns: [1, 2, 3]}, bs: {$bs: ['x', 'y']},
             l: ['a', 1, {$ss: ['p', 'q']}, [7], null], m: {x: 1, y: {z: 'deep'}, lst: [10, 20]},
             bare: {}, nix: [], emoji: '😀é'}
            """);
    private static final Map<String, AttributeValue> VALUES = Plain.item("""
            {':hello': 'hello', ':hel': 'hel', ':x': 'x', ':a': 'a', ':ell': 'ell', ':zz': 'zz', ':e': '',
             ':n5': 5, ':n1': 1, ':n9': 9, ':n3': 3, ':n0': 0, ':n2': 2, ':n10': 10, ':n20': 20, ':big': 1e10,
             ':by': {$b: 'by'}, ':bytes': {$b: 'bytes'}, ':yte': {$b: 'yte'}, ':bx': {$b: 'x'},
             ':t': true, ':f': false, ':nil': null, ':l': ['a', 1, {$ss: ['q', 'p']}, [7], null], ':l7': [7],
             ':ss': {$ss: ['c', 'b', 'a']}, ':ss2': {$ss: ['a', 'b']}, ':pq': {$ss: ['q', 'p']},
             ':ns': {$ns: [3.0, 2, 1]}, ':bs': {$bs: ['y', 'x']}, ':m': {lst: [10, 20], y: {z: 'deep'}, x: 1.0},
             ':S': 'S', ':N': 'N', ':B': 'B', ':BOOL': 'BOOL', ':NULL': 'NULL', ':SS': 'SS', ':NS': 'NS', ':BS': 'BS',
             ':L': 'L', ':M': 'M', ':deep': 'deep'}
            """);
    private static final Map<String, String> NAMES = Map.of("#n", "n", "#m", "m", "#y", "y");

    private static boolean test(String text) {
        return Expressions.condition("FilterExpression", text, Placeholders.of(NAMES, VALUES))
                .test(ITEM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // equality, by value and by type
                "s = :hello",
                ":hello = s",
                "n = o",
                "n = :n5",
                "#n = :n5",
                "b = :bytes",
                "yes = :t",
                "nil = :nil",
                "ss = :ss",
                "ns = :ns",
                "bs = :bs",
                "l = :l",
                "m = :m",
                "u = :e",
                "m.x = :n1",
                "#m.#y.z = :deep",
                "m.lst[1] = :n20",
                "l[3] = :l7",
                "(s) = :hello",
                "s = (:hello)",
                // inequality: what is gone differs from everything, itself too
                "s <> :x",
                "s <> :n5",
                "n <> :n9",
                "gone <> :x",
                "gone <> absent",
                "ss <> :ss2",
                "m.x <> m.y",
                // order within a type
                "n < :n9",
                "n <= :n5",
                "n > :n1",
                "n >= :n5",
                "neg < :n0",
                "n < :big",
                "s < :x",
                "s < t",
                "s <= :hello",
                "s > :hel",
                "u < s",
                "b > :by",
                "b >= :bytes",
                ":n1 < n",
                // between and in
                "n BETWEEN :n1 AND :n9",
                "n between :n5 and :n5",
                ":n5 BETWEEN :n1 AND n",
                "s BETWEEN :hel AND :x",
                "b BETWEEN :by AND :bytes",
                "m.x BETWEEN :n1 AND :n2",
                "n BETWEEN neg AND :n9",
                "size(s) BETWEEN :n1 AND :n9",
                "n IN (:n1, :n5)",
                "n in (:hello,:n5)",
                "s IN (:hello)",
                "ss IN (:ss2, :ss)",
                "l IN (:l)",
                "m.x IN (n, :n1)",
                ":n5 IN (:n1, n)",
                "size(ss) IN (:n3)",
                // functions
                "attribute_exists(s)",
                "attribute_exists (nil)",
                "attribute_exists(m.y.z)",
                "attribute_exists(l[4])",
                "attribute_not_exists(gone)",
                "attribute_not_exists(m.q)",
                "attribute_not_exists(l[9])",
                "attribute_not_exists(s.x)",
                "attribute_not_exists(s[0])",
                "attribute_type(s, :S)",
                "attribute_type(n, :N)",
                "attribute_type(b, :B)",
                "attribute_type(yes, :BOOL)",
                "attribute_type(nil, :NULL)",
                "attribute_type(ss, :SS)",
                "attribute_type(ns, :NS)",
                "attribute_type(bs, :BS)",
                "attribute_type(l, :L)",
                "attribute_type(m, :M)",
                "attribute_type(:n5, :N)",
                "begins_with(s, :hel)",
                "begins_with(s, :e)",
                "begins_with(b, :by)",
                "begins_with(:hello, s)",
                "begins_with(t, :hel)",
                "contains(s, :ell)",
                "contains(s, :e)",
                "contains(b, :yte)",
                "contains(ss, :a)",
                "contains(ns, :n2)",
                "contains(bs, :bx)",
                "contains(l, :a)",
                "contains(l, :n1)",
                "contains(l, :pq)",
                "contains(l, :l7)",
                "contains(l, :nil)",
                "contains(:hello, s)",
                "contains(m.lst, :n10)",
                "size(s) = n",
                "size(s) = :n5",
                "size(u) = :n0",
                "size(b) = :n5",
                "size(ss) = :n3",
                "size(ns) = :n3",
                "size(bs) = :n2",
                "size(l) = :n5",
                "size(m) = :n3",
                "size(bare) = :n0",
                "size(nix) = :n0",
                "size(emoji) = :n3",
                "(size(s)) >= :n5",
                "size(:ss) = :n3",
                "size(n) <> :n1",
                // logic
                "s = :hello AND n = :n5",
                "s = :hello or n = :n9",
                "s = :x OR n = :n5",
                "NOT s = :x",
                "not not s = :hello",
                "NOT gone = :x",
                "NOT contains(s, :zz)",
                "NOT attribute_exists(gone)",
                "s = :hello OR s = :x AND n = :n9",
                "(s = :x OR s = :hello) AND n = :n5",
                "NOT s = :x AND n = :n5",
                "NOT (s = :x AND n = :n5)",
                "NOT (s = :x OR n = :n9) AND yes = :t",
                "n BETWEEN :n1 AND :n9 AND s = :hello",
                "n BETWEEN :n1 AND :n9 OR s = :x AND s = :zz",
                "((s = :hello) AND (n = :n5))",
                "(s=:hello)AND(n=:n5)",
                "s=:hello AND\tn\n=\r:n5",
                "attribute_exists(s) AND NOT attribute_exists(gone) OR s = :zz"
            })
    void test_holds(String text) {
        assertThat(test(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s = :x",
                "s = :n5",
                "gone = :x",
                "gone = absent",
                "ss = :ss2",
                "yes = :f",
                "m.q = :n1",
                "s <> :hello",
                "n <> o",
                // types that differ, or have no order
                "n < :hello",
                "n > :hello",
                "s > :n1",
                "yes < nay",
                "nil <= nil2",
                "ss < ns",
                "l > nix",
                "gone < :n1",
                "gone >= :n1",
                ":n1 > gone",
                "n BETWEEN :n9 AND o",
                "n BETWEEN s AND t",
                "n BETWEEN gone AND :n9",
                "s BETWEEN u AND gone",
                "gone BETWEEN :n1 AND :n9",
                "n IN (:n1, :n9)",
                "gone IN (:n1, absent)",
                "s IN (:n5)",
                "attribute_exists(gone)",
                "attribute_exists(m.y.q)",
                "attribute_not_exists(nil)",
                "attribute_type(s, :N)",
                "attribute_type(gone, :S)",
                "begins_with(s, :x)",
                "begins_with(n, :hel)",
                "begins_with(s, :by)",
                "begins_with(gone, :hel)",
                "begins_with(:hel, s)",
                "contains(s, :zz)",
                "contains(s, :n5)",
                "contains(n, :n5)",
                "contains(ss, :n1)",
                "contains(ss, :x)",
                "contains(ns, :a)",
                "contains(l, :x)",
                "contains(m, :n1)",
                "contains(gone, :a)",
                "contains(b, :a)",
                "size(n) = :n1",
                "size(yes) = :n1",
                "size(nil) = :n1",
                "size(gone) = :n0",
                "size(s) = :hello",
                "s = :hello AND n = :n9",
                "s = :x OR n = :n9",
                "NOT s = :hello",
                "NOT gone <> :x",
                "(s = :hello OR s = :x) AND n = :n9",
                "NOT s = :hello OR NOT n = :n5",
                "NOT n BETWEEN :n1 AND :n9"
            })
    void test_doesNotHold(String text) {
        assertThat(test(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"attribute_not_exists(s),true", "attribute_exists(s),false", "s <> :x,true", "s = :x,false"})
    void test_ofNoItem(String text, boolean expected) {
        Condition condition = Expressions.condition("ConditionExpression", text, Placeholders.of(null, VALUES));
        assertThat(condition.test(Map.of())).isEqualTo(expected);
    }

    /** Strings are ordered by code point, where chars would put a surrogate before the last characters of the BMP. */
    @Test
    void test_ordersStringsByTheirUtf8Bytes() {
        Map<String, AttributeValue> item =
                Map.of("high", new AttributeValue.S("\uff5e"), "astral", new AttributeValue.S("\ud83d\ude00"));
        Placeholders empty = Placeholders.none();
        assertThat(Expressions.condition("FilterExpression", "high < astral", empty)
                        .test(item))
                .isTrue();
        assertThat(Expressions.condition("FilterExpression", "astral < high", empty)
                        .test(item))
                .isFalse();
    }

    @Test
    void test_ordersBinaryByUnsignedBytes() {
        Map<String, AttributeValue> item = Map.of(
                "low", new AttributeValue.B(io.heatshield.protocol.Bytes.owning(new byte[] {127})),
                "high", new AttributeValue.B(io.heatshield.protocol.Bytes.owning(new byte[] {(byte) 128})));
        assertThat(Expressions.condition("FilterExpression", "low < high", Placeholders.none())
                        .test(item))
                .isTrue();
    }

    @Test
    void paths_areThoseThatTheTextNames() {
        Condition condition = Expressions.condition(
                "FilterExpression",
                "s = :x AND (size(m.l[0]) > n OR NOT attribute_exists(q)) AND contains(t, :x) AND u IN (v, :x)"
                        + " AND w BETWEEN x AND y1 AND attribute_not_exists(z) AND attribute_type(z1, :S)"
                        + " AND begins_with(z2, :x)",
                Placeholders.of(null, VALUES));
        assertThat(condition.paths())
                .extracting(DocumentPath::toString)
                .containsExactly(
                        "[s]",
                        "[m, l, [0]]",
                        "[n]",
                        "[q]",
                        "[t]",
                        "[u]",
                        "[v]",
                        "[w]",
                        "[x]",
                        "[y1]",
                        "[z]",
                        "[z1]",
                        "[z2]");
    }
}
