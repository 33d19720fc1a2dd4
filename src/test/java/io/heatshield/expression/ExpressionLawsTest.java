package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.M;
import io.heatshield.protocol.Bytes;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** What holds for all items and all texts. */
final class ExpressionLawsTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d1");
    private static final KeySchema KEYS = new KeySchema(
            new KeySchema.Attribute("a", KeySchema.Type.S), new KeySchema.Attribute("b", KeySchema.Type.N));

    /** Any words of the grammar in any order. */
    @Property(tries = 3000)
    void parse_ofTokenSoup_failsOnlyAsTheServiceDoes(@ForAll("soups") String text) {
        parseAll(text);
    }

    /** A right expression with a word removed, doubled or replaced: closer to the grammar than soup. */
    @Property(tries = 2000)
    void parse_ofSpoiltExpressions_failsOnlyAsTheServiceDoes(
            @ForAll("expressions") String text, @ForAll @IntRange(max = 200) int at, @ForAll("words") String word) {
        String[] words = text.split(" ", -1);
        words[at % words.length] = word;
        parseAll(String.join(" ", words));
    }

    @Property(tries = 1000)
    void parse_ofAnyText_failsOnlyAsTheServiceDoes(@ForAll String text) {
        parseAll(text);
        readStatement(text);
    }

    /** As for expressions: any words of the language, and right statements with a word replaced. */
    @Property(tries = 3000)
    void parse_ofSpoiltStatements_failsOnlyAsTheServiceDoes(
            @ForAll("statements") String text,
            @ForAll @IntRange(max = 200) int at,
            @ForAll("statementWords") List<String> soup) {
        readStatement(String.join(" ", soup));
        String[] words = text.split(" ", -1);
        words[at % words.length] = soup.isEmpty() ? "" : soup.get(0);
        readStatement(String.join(" ", words));
    }

    private static void readStatement(String text) {
        try {
            Statement statement = PartiQl.parse(text, List.of(Plain.value("'x'")));
            if (statement instanceof Statement.Select select) {
                select.where().condition().test(sample());
                select.where().access(KEYS);
            } else if (statement instanceof Statement.Update update) {
                update.update().apply(sample());
                update.where().target(KEYS);
            }
        } catch (DynamoException e) {
            assertThat(e.error().message()).isNotBlank();
        }
    }

    @Provide
    Arbitrary<List<String>> statementWords() {
        return Arbitraries.of(
                        "SELECT",
                        "*",
                        "FROM",
                        "t",
                        "\"t\"",
                        "WHERE",
                        "a",
                        "b",
                        "=",
                        "'x'",
                        "1",
                        "-",
                        "?",
                        "(",
                        ")",
                        "[",
                        "]",
                        "{",
                        "}",
                        "<<",
                        ">>",
                        ",",
                        ":",
                        ".",
                        ";",
                        "AND",
                        "or",
                        "NOT",
                        "IN",
                        "IS",
                        "MISSING",
                        "NULL",
                        "BETWEEN",
                        "begins_with(",
                        "size(",
                        "UPDATE",
                        "SET",
                        "REMOVE",
                        "DELETE",
                        "INSERT",
                        "INTO",
                        "VALUE",
                        "RETURNING",
                        "ALL",
                        "OLD",
                        "ORDER",
                        "BY",
                        "DESC",
                        "list_append(",
                        "set_add(",
                        "'",
                        "\"",
                        "/*",
                        "--",
                        "~",
                        "1e999")
                .list()
                .ofMaxSize(20);
    }

    @Provide
    Arbitrary<String> statements() {
        return Arbitraries.of(
                "SELECT a , c [ 1 ] FROM t WHERE a = ? AND b BETWEEN 1 AND 2 OR NOT contains ( c , 'x' ) ORDER BY b DESC",
                "SELECT * FROM \"t\" . \"i\" WHERE a IN [ 'x' , ? ] AND b IS NOT MISSING",
                "UPDATE t SET a = ? , b = b + 1 REMOVE d1 SET c = list_append ( c , [ 1 ] ) WHERE a = 'x' AND b = 1",
                "UPDATE t SET d1 = set_add( d1 , << 'y' >> ) WHERE a = ? AND b = 1 RETURNING ALL NEW *",
                "DELETE FROM t WHERE a = ? AND b = 1 RETURNING ALL OLD *",
                "INSERT INTO t VALUE { 'a' : ? , 'b' : { 'c' : [ 1 , << 1 , 2 >> , null ] } }");
    }

    private static void parseAll(String text) {
        Placeholders placeholders = placeholders();
        List<Runnable> readers = List.of(
                () -> Expressions.projection(text, placeholders).apply(sample()),
                () -> Expressions.condition("FilterExpression", text, placeholders)
                        .test(sample()),
                () -> Expressions.update(text, placeholders).apply(sample()),
                () -> Expressions.update(text, placeholders).create(Map.of()),
                () -> Expressions.keyCondition(text, placeholders, KEYS));
        for (Runnable reader : readers) {
            try {
                reader.run();
            } catch (DynamoException e) {
                assertThat(e.error().message()).isNotBlank();
            }
        }
    }

    private static Placeholders placeholders() {
        return Placeholders.of(
                Map.of("#a", "a", "#b", "b"),
                Plain.item("{':s': 'x', ':n': 1, ':l': [1], ':ss': {$ss: ['x']}, ':t': true, ':m': {a: 1}}"));
    }

    private static Map<String, AttributeValue> sample() {
        return Plain.item("{a: {b: [1, {c: 'x'}]}, b: 1, c: ['x', ['y']], d1: {$ss: ['x']}}");
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void projection_neverAltersItsSource(
            @ForAll("items") Map<String, AttributeValue> item, @ForAll("paths") List<DocumentPath> paths) {
        Map<String, AttributeValue> copy = copyOf(item);
        new Projection(paths).apply(item);
        assertThat(item).isEqualTo(copy);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void projection_doesNotDependOnTheOrderOfPaths(
            @ForAll("items") Map<String, AttributeValue> item, @ForAll("paths") List<DocumentPath> paths) {
        List<DocumentPath> reversed = new ArrayList<>(paths);
        Collections.reverse(reversed);
        assertThat(new Projection(reversed).apply(item)).isEqualTo(new Projection(paths).apply(item));
    }

    /** Without indices, every path leads to the same value in what was kept as in the whole. */
    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void projection_keepsExactlyWhatPathsName(
            @ForAll("items") Map<String, AttributeValue> item, @ForAll("paths") List<DocumentPath> paths) {
        List<DocumentPath> named = paths.stream()
                .filter(path -> path.elements().stream().allMatch(DocumentPath.Name.class::isInstance))
                .toList();
        Map<String, AttributeValue> kept = new Projection(named).apply(item);
        for (DocumentPath path : named) {
            assertThat(path.in(kept)).isEqualTo(path.in(item));
        }
        assertThat(new Projection(named).apply(kept)).isEqualTo(kept);
        assertThat(item.keySet()).containsAll(kept.keySet());
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void set_thenTheConditionHolds(
            @ForAll("items") Map<String, AttributeValue> item,
            @ForAll("names") String name,
            @ForAll("values") AttributeValue value) {
        Map<String, AttributeValue> copy = copyOf(item);
        Placeholders placeholders = Placeholders.of(Map.of("#n", name), Map.of(":v", value));
        Map<String, AttributeValue> after =
                Expressions.update("SET #n = :v", placeholders).apply(item).after();
        assertThat(holds("#n = :v", placeholders, after)).isTrue();
        assertThat(holds("#n <> :v", placeholders, after)).isFalse();
        assertThat(holds("#n IN (:v)", placeholders, after)).isTrue();
        assertThat(holds("attribute_exists(#n)", placeholders, after)).isTrue();
        assertThat(item).isEqualTo(copy);
        Map<String, AttributeValue> others = new LinkedHashMap<>(after);
        others.remove(name);
        copy.remove(name);
        assertThat(others).isEqualTo(copy);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void remove_thenNothingIsThere(@ForAll("items") Map<String, AttributeValue> item, @ForAll("names") String name) {
        Placeholders placeholders = Placeholders.of(Map.of("#n", name), null);
        Map<String, AttributeValue> after =
                Expressions.update("REMOVE #n", placeholders).apply(item).after();
        assertThat(holds("attribute_not_exists(#n)", placeholders, after)).isTrue();
        assertThat(after.size()).isEqualTo(item.size() - (item.containsKey(name) ? 1 : 0));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void add_thenSubtract_isNothing(@ForAll @IntRange(min = -99999, max = 99999) int start, @ForAll int step) {
        Map<String, AttributeValue> item = Map.of("n", number(start));
        Placeholders placeholders = Placeholders.of(null, Map.of(":v", number(step)));
        Map<String, AttributeValue> added =
                Expressions.update("ADD n :v", placeholders).apply(item).after();
        assertThat(added.get("n")).isEqualTo(number((long) start + step));
        assertThat(Expressions.update("SET n = n - :v", placeholders)
                        .apply(added)
                        .after())
                .isEqualTo(item);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void union_thenDifference_leavesWhatWasNotAdded(
            @ForAll("stringSets") Set<String> start, @ForAll("stringSets") Set<String> change) {
        Map<String, AttributeValue> item = Map.of("t", new AttributeValue.SS(start));
        Placeholders placeholders = Placeholders.of(null, Map.of(":v", new AttributeValue.SS(change)));
        Map<String, AttributeValue> added =
                Expressions.update("ADD t :v", placeholders).apply(item).after();
        Map<String, AttributeValue> rest =
                Expressions.update("DELETE t :v", placeholders).apply(added).after();
        if (change.containsAll(start)) {
            assertThat(rest).isEmpty();
        } else {
            assertThat(((AttributeValue.SS) rest.values().iterator().next()).values())
                    .containsAll(start.stream().filter(s -> !change.contains(s)).toList())
                    .doesNotContainAnyElementsOf(change);
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void conditions_obeyLogic(
            @ForAll("items") Map<String, AttributeValue> item,
            @ForAll("predicates") String p,
            @ForAll("predicates") String q) {
        boolean left = holds(p, placeholders(), item);
        boolean right = holds(q, placeholders(), item);
        assertThat(holds("NOT " + p, placeholders(), item)).isEqualTo(!left);
        assertThat(holds(p + " AND " + q, placeholders(), item)).isEqualTo(left && right);
        assertThat(holds(p + " OR " + q, placeholders(), item)).isEqualTo(left || right);
        assertThat(holds("NOT (" + p + " OR " + q + ")", placeholders(), item))
                .isEqualTo(holds("NOT " + p + " AND NOT " + q, placeholders(), item));
        assertThat(holds(p + " OR " + q + " AND " + p, placeholders(), item)).isEqualTo(left);
    }

    /** Of two values with an order, one is less, or both are equal. */
    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void comparisons_areATotalOrderWithinAType(
            @ForAll("scalars") AttributeValue left, @ForAll("scalars") AttributeValue right) {
        Assume.that(left.type().equals(right.type()));
        Map<String, AttributeValue> item = Map.of("a", left, "b", right);
        List<Boolean> outcomes = new ArrayList<>();
        for (String comparator : List.of("<", "=", ">")) {
            outcomes.add(holds("a " + comparator + " b", Placeholders.none(), item));
        }
        assertThat(outcomes).containsOnlyOnce(true);
        assertThat(holds("a <= b", Placeholders.none(), item)).isEqualTo(outcomes.get(0) || outcomes.get(1));
        assertThat(holds("b <= a", Placeholders.none(), item)).isEqualTo(outcomes.get(2) || outcomes.get(1));
        assertThat(holds("a <> b", Placeholders.none(), item)).isEqualTo(!outcomes.get(1));
    }

    private static boolean holds(String text, Placeholders placeholders, Map<String, AttributeValue> item) {
        return Expressions.condition("FilterExpression", text, placeholders).test(item);
    }

    private static AttributeValue number(long value) {
        return new AttributeValue.N(BigDecimal.valueOf(value));
    }

    /** A copy that shares nothing that could change. */
    private static Map<String, AttributeValue> copyOf(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> copy = new LinkedHashMap<>();
        item.forEach((name, value) -> copy.put(name, copyOf(value)));
        return copy;
    }

    private static AttributeValue copyOf(AttributeValue value) {
        if (value instanceof M map) {
            return new M(copyOf(map.values()));
        }
        return value instanceof L list
                ? new L(new ArrayList<>(
                        list.values().stream().map(ExpressionLawsTest::copyOf).toList()))
                : value;
    }

    @Provide
    Arbitrary<String> words() {
        return Arbitraries.of(
                "a",
                "b",
                "c",
                "name",
                "#a",
                "#q",
                "#",
                ":s",
                ":n",
                ":l",
                ":ss",
                ":q",
                ":",
                "=",
                "<>",
                "<",
                "<=",
                ">",
                ">=",
                "(",
                ")",
                "((",
                "))",
                "[",
                "]",
                "[0]",
                "[99999999999]",
                ".",
                ",",
                "+",
                "-",
                "*",
                "!",
                "0",
                "17",
                "_",
                "AND",
                "or",
                "NOT",
                "BETWEEN",
                "IN",
                "SET",
                "remove",
                "ADD",
                "DELETE",
                "size",
                "contains",
                "begins_with",
                "attribute_exists",
                "attribute_type",
                "if_not_exists",
                "list_append",
                "f(",
                "size(a)",
                "a.b[1].c",
                "é",
                "\"",
                "\ud83d");
    }

    @Provide
    Arbitrary<String> soups() {
        return words().list()
                .ofMaxSize(25)
                .flatMap(list -> Arbitraries.of(" ", "").map(gap -> String.join(gap, list)));
    }

    @Provide
    Arbitrary<String> expressions() {
        return Arbitraries.of(
                "a = :s AND b BETWEEN :n AND :n OR NOT contains ( c , :s )",
                "( a . b [ 1 ] = :s OR size ( c ) > :n ) AND b IN ( :s , :n )",
                "SET a = if_not_exists ( a , :n ) + :n , c [ 1 ] = :s REMOVE d1 ADD b :n",
                "SET c = list_append ( c , :l ) DELETE d1 :ss",
                "a . b [ 1 ] . c , b , c [ 0 ] , #a . #b",
                "a = :s AND b >= :n",
                "begins_with ( b , :s ) AND a = :s");
    }

    @Provide
    Arbitrary<String> predicates() {
        return Arbitraries.of(
                "a = :s",
                "b <> :n",
                "c < :n",
                "attribute_exists(a)",
                "attribute_not_exists(b.c)",
                "contains(a, :s)",
                "size(b) > :n",
                "a BETWEEN :n AND :n",
                "b IN (:s, :n, :t)",
                "begins_with(c, :s)",
                "a[0] = b");
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.of(NAMES);
    }

    @Provide
    Arbitrary<AttributeValue> scalars() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(3).map(AttributeValue.S::new),
                Arbitraries.integers().between(-3, 3).map(n -> number(n)),
                Arbitraries.bytes()
                        .array(byte[].class)
                        .ofMaxSize(3)
                        .map(bytes -> new AttributeValue.B(Bytes.owning(bytes))));
    }

    @Provide
    Arbitrary<Set<String>> stringSets() {
        return Arbitraries.of("a", "b", "c", "d").set().ofMinSize(1).ofMaxSize(4);
    }

    @Provide
    Arbitrary<AttributeValue> values() {
        Arbitrary<AttributeValue> leaves = Arbitraries.oneOf(
                scalars(),
                Arbitraries.of(true, false).map(AttributeValue.Bool::new),
                Arbitraries.just(new AttributeValue.Null()),
                stringSets().map(AttributeValue.SS::new));
        return Arbitraries.recursive(
                () -> leaves,
                inner -> Arbitraries.oneOf(
                        inner,
                        inner.list().ofMaxSize(3).map(L::new),
                        maps(inner).map(M::new)),
                0,
                3);
    }

    private Arbitrary<Map<String, AttributeValue>> maps(Arbitrary<AttributeValue> inner) {
        return Arbitraries.maps(names(), inner).ofMaxSize(4);
    }

    @Provide
    Arbitrary<Map<String, AttributeValue>> items() {
        return maps(values());
    }

    /** Paths of which none is part of another. */
    @Provide
    Arbitrary<List<DocumentPath>> paths() {
        Arbitrary<DocumentPath.Element> steps = Arbitraries.oneOf(
                names().map(DocumentPath.Name::new),
                Arbitraries.integers().between(0, 3).map(DocumentPath.Index::new));
        Arbitrary<DocumentPath> path = Combinators.combine(names(), steps.list().ofMaxSize(3))
                .as((head, rest) -> {
                    List<DocumentPath.Element> elements = new ArrayList<>();
                    elements.add(new DocumentPath.Name(head));
                    elements.addAll(rest);
                    return new DocumentPath(elements);
                });
        return path.list().ofMaxSize(6).map(ExpressionLawsTest::withoutClashes);
    }

    private static List<DocumentPath> withoutClashes(List<DocumentPath> paths) {
        PathTree<DocumentPath> tree = new PathTree<>();
        List<DocumentPath> kept = new ArrayList<>();
        for (DocumentPath path : paths) {
            PathTree.@Nullable Clash clash = tree.add(path, path);
            if (clash == null) {
                kept.add(path);
            }
        }
        return kept;
    }
}
