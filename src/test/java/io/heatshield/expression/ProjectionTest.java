package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Projections keep what the service keeps, in the service's shapes, and refuse what it refuses in its words. */
final class ProjectionTest {
    private static final Map<String, AttributeValue> ITEM = Plain.item("""
            {p: 'k', s: 'text', n: 7, e: null, 'a.b': 'dotted',
             m: {x: 1, y: {z: 'deep', w: 2}, l: [10, 11, {q: 'in', r: 'list'}]},
             l: ['l0', 'l1', 'l2', {a: 1, b: 2, c: [5, 6]}, ['n0', 'n1']],
             t: {$ss: ['u', 'v']}, bare: {}, nix: []}
            """);
    private static final Map<String, String> NAMES =
            Map.of("#s", "s", "#d", "a.b", "#m", "m", "#x", "x", "#size", "size", "#l", "l", "#0", "n");

    private static Projection projection(String text) {
        return Expressions.projection(text, Placeholders.of(NAMES, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s | {s: 'text'}",
                "s,n | {s: 'text', n: 7}",
                " s ,  n  | {s: 'text', n: 7}",
                "e | {e: null}",
                "t | {t: {$ss: ['u', 'v']}}",
                "#s | {s: 'text'}",
                "#0 | {n: 7}",
                "#d | {'a.b': 'dotted'}",
                "a.b | {}",
                "gone | {}",
                "gone, s | {s: 'text'}",
                "gone.x.y | {}",
                "m | {m: {x: 1, y: {z: 'deep', w: 2}, l: [10, 11, {q: 'in', r: 'list'}]}}",
                "m.x | {m: {x: 1}}",
                "#m.#x | {m: {x: 1}}",
                "m.y.z | {m: {y: {z: 'deep'}}}",
                "m.y.z, m.x | {m: {x: 1, y: {z: 'deep'}}}",
                "m.y.z, m.y.w | {m: {y: {z: 'deep', w: 2}}}",
                "m.l[0] | {m: {l: [10]}}",
                "m.l[2].q | {m: {l: [{q: 'in'}]}}",
                "m.l[2].q, m.l[0] | {m: {l: [10, {q: 'in'}]}}",
                "l[0] | {l: ['l0']}",
                "l[2], l[0] | {l: ['l0', 'l2']}",
                "l[0], l[2] | {l: ['l0', 'l2']}",
                "l[1], l[4][1], l[0] | {l: ['l0', 'l1', ['n1']]}",
                "l[3].b, l[3].a | {l: [{a: 1, b: 2}]}",
                "l[3].c[1], l[3].a | {l: [{a: 1, c: [6]}]}",
                "l[99] | {}",
                "l[99], l[1] | {l: ['l1']}",
                "l[0].x | {}",
                "l[0][0] | {}",
                "m[0] | {}",
                "l.x | {}",
                "s.x | {}",
                "n[0] | {}",
                "t[0] | {}",
                "bare | {bare: {}}",
                "nix | {nix: []}",
                "bare.x | {}",
                "nix[0] | {}",
                "m.gone, l[99], s | {s: 'text'}",
                "m.l[00] | {m: {l: [10]}}"
            })
    void apply_keepsTheShapesOfTheService(String text, String expected) {
        assertThat(projection(text).apply(ITEM)).isEqualTo(Plain.item(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | The expression can not be empty;",
                "name | Attribute name is a reserved keyword; reserved keyword: name",
                "a.Name | Attribute name is a reserved keyword; reserved keyword: Name",
                "a[0].status.x | Attribute name is a reserved keyword; reserved keyword: status",
                "STATUS, name | Attribute name is a reserved keyword; reserved keyword: STATUS",
                "#q | An expression attribute name used in the document path is not defined; attribute name: #q",
                "a.#q | An expression attribute name used in the document path is not defined; attribute name: #q",
                "#q, name | Attribute name is a reserved keyword; reserved keyword: name",
                "a, a | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
                "a, a.b | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]",
                "a.b.c, a.b | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b, c], path two: [a, b]",
                "x, a.b, a.b[2] | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, b, [2]]",
                "a[1], a[1] | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, [1]], path two: [a, [1]]",
                "s, #s | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [s], path two: [s]",
                "a.b, a[1] | Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, [1]]",
                "a[1].x, b, a[1][2] | Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, [1], x], path two: [a, [1], [2]]",
                "a[3000000000] | List index is not within the allowable range; index: [3000000000]",
                "a, | Syntax error; token: `<EOF>`, near: `,`",
                ",a | Syntax error; token: `,`, near: `,a`",
                "a,,b | Syntax error; token: `,`, near: `,,b`",
                "a b | Syntax error; token: `b`, near: `a b`",
                "_type | Syntax error; token: `_`, near: `_type`",
                "a-type | Syntax error; token: `-`, near: `a-type`",
                "a. | Syntax error; token: `<EOF>`, near: `.`",
                "a.1 | Syntax error; token: `1`, near: `.1`",
                "a..b | Syntax error; token: `.`, near: `..b`",
                "a[] | Syntax error; token: `]`, near: `[]`",
                "a[-1] | Syntax error; token: `-`, near: `[-1`",
                "a[x] | Syntax error; token: `x`, near: `[x]`",
                "a[:v] | Syntax error; token: `:v`, near: `[:v]`",
                "a[#s] | Syntax error; token: `#s`, near: `[#s]`",
                "a[0 | Syntax error; token: `<EOF>`, near: `0`",
                "a[0.b | Syntax error; token: `.`, near: `0.b`",
                "[0] | Syntax error; token: `[`, near: `[0`",
                ":v | Syntax error; token: `:v`, near: `:v`",
                "# | Syntax error; token: `#`, near: `#`",
                "a b c d | Syntax error; token: `b`, near: `a b c`",
                "a$b | Syntax error; token: `$`, near: `a$b`",
                "a  !  b | Syntax error; token: `!`, near: `a  !  b`",
                "é | Syntax error; token: `é`, near: `é`"
            })
    void parse_refusesInTheWordsOfTheService(String text, String expected) {
        assertThatThrownBy(() -> projection(text == null ? "" : text))
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message())
                                .isEqualTo("Invalid ProjectionExpression: " + expected.replace('`', '"')));
    }

    @Test
    void parse_limitsLengthInBytes() {
        assertThat(projection("x".repeat(4096)).paths()).hasSize(1);
        assertThatThrownBy(() -> projection("x".repeat(4097)))
                .hasMessageContaining("Invalid ProjectionExpression: Expression size has exceeded the maximum allowed");
        assertThatThrownBy(() -> projection("é".repeat(2049))).hasMessageContaining("Expression size has exceeded");
    }

    @Test
    void parse_limitsDepth() {
        assertThat(projection("a" + ".b".repeat(31)).paths()).hasSize(1);
        assertThatThrownBy(() -> projection("a" + ".b".repeat(32)))
                .hasMessageContaining("The document path has too many nesting levels; nesting levels: 33");
        assertThatThrownBy(() -> projection("a" + "[0]".repeat(1000))).hasMessageContaining("nesting levels: 1001");
    }

    @Test
    void paths_areInTheOrderGiven() {
        assertThat(projection("b, a.c[1], #d").paths())
                .extracting(DocumentPath::toString)
                .containsExactly("[b]", "[a, c, [1]]", "[a.b]");
        assertThat(projection("a.c[1]").paths().get(0).head()).isEqualTo("a");
        assertThat(projection("a.c[1]").paths().get(0).isTopLevel()).isFalse();
    }

    @Test
    void onto_refusesPathsThatClash() {
        assertThatThrownBy(() -> new Projection(List.of(DocumentPath.of("a"), DocumentPath.of("a"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void path_beginsWithAName() {
        assertThatThrownBy(() -> new DocumentPath(List.of(new DocumentPath.Index(0))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DocumentPath(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
