package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the service refuses in updates before it looks at an item, in its words. */
final class UpdateErrorTest {
    private static final Map<String, AttributeValue> VALUES = Plain.item("""
            {':s': 'abc', ':n': 5, ':m': 1, ':b': {$b: 'x'}, ':t': true, ':nil': null, ':l': [1], ':map': {},
             ':ss': {$ss: ['a']}, ':ns': {$ns: [1]}, ':bs': {$bs: ['x']}}
            """);
    private static final Map<String, String> NAMES = Map.of("#a", "a", "#n", "name");

    private static Update read(String text) {
        return Expressions.update(text, Placeholders.of(NAMES, VALUES));
    }

    private static void assertRefused(String text, String expected) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message())
                                .isEqualTo("Invalid UpdateExpression: " + expected.replace('`', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET name = :s | Attribute name is a reserved keyword; reserved keyword: name",
                "REMOVE a.Status | Attribute name is a reserved keyword; reserved keyword: Status",
                "SET a = if_not_exists(data, :s) | Attribute name is a reserved keyword; reserved keyword: data",
                "SET #x = :s | An expression attribute name used in the document path is not defined; attribute name: #x",
                "SET a = #x | An expression attribute name used in the document path is not defined; attribute name: #x",
                "SET a = :x | An expression attribute value used in expression is not defined; attribute value: :x",
                "ADD a :x | An expression attribute value used in expression is not defined; attribute value: :x",
                "SET a = if_not_exists(:x, :s) | An expression attribute value used in expression is not defined; attribute value: :x",
                "SET a = f(b, c, d) | Invalid function name; function: f",
                "SET a = LIST_APPEND(:l, :l) | Invalid function name; function: LIST_APPEND",
                "SET a = f123_hi(b) | Invalid function name; function: f123_hi",
                "SET a = contains(b, :s) | The function is not allowed in an update expression; function: contains",
                "SET a = size(b) | The function is not allowed in an update expression; function: size",
                "SET a = list_append(list_append(:l, :l), :l) | The function is not allowed to be used this way in an expression; function: list_append",
                "SET a = if_not_exists(b, list_append(:l, :l)) | The function is not allowed to be used this way in an expression; function: list_append",
                "SET a = if_not_exists(if_not_exists(a, :n), :n) | Operator or function requires a document path; operator or function: if_not_exists",
                "SET a = if_not_exists(:n, :n) | Operator or function requires a document path; operator or function: if_not_exists",
                "SET a = list_append(:l) | Incorrect number of operands for operator or function; operator or function: list_append, number of operands: 1",
                "SET a = list_append(:l, :l, :l) | Incorrect number of operands for operator or function; operator or function: list_append, number of operands: 3",
                "SET a = if_not_exists(b) | Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1",
                "SET a = list_append(:l, :s) | Incorrect operand type for operator or function; operator or function: list_append, operand type: S",
                "SET a = list_append(:map, :l) | Incorrect operand type for operator or function; operator or function: list_append, operand type: M",
                "SET a = :s + :n | Incorrect operand type for operator or function; operator or function: +, operand type: S",
                "SET a = b + :l | Incorrect operand type for operator or function; operator or function: +, operand type: L",
                "SET a = :ss - b | Incorrect operand type for operator or function; operator or function: -, operand type: SS",
                "ADD a :s | Incorrect operand type for operator or function; operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "ADD a :b | Incorrect operand type for operator or function; operator: ADD, operand type: BINARY, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "ADD a :t | Incorrect operand type for operator or function; operator: ADD, operand type: BOOLEAN, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "ADD a :nil | Incorrect operand type for operator or function; operator: ADD, operand type: NULL, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "ADD a :l | Incorrect operand type for operator or function; operator: ADD, operand type: LIST, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "ADD a :map | Incorrect operand type for operator or function; operator: ADD, operand type: MAP, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "DELETE a :n | Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND",
                "DELETE a :s | Incorrect operand type for operator or function; operator: DELETE, operand type: STRING, typeSet: ALLOWED_FOR_DELETE_OPERAND",
                "SET a = :s SET b = :s | The `SET` section can only be used once in an update expression;",
                "SET a = :s REMOVE c SET b = :s | The `SET` section can only be used once in an update expression;",
                "remove a remove b | The `REMOVE` section can only be used once in an update expression;",
                "ADD a :n ADD b :n | The `ADD` section can only be used once in an update expression;",
                "DELETE a :ss DELETE b :ss | The `DELETE` section can only be used once in an update expression;",
                "SET a = :s, a = :n | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
                "SET a = :s REMOVE a | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
                "SET #a = :s, a = :n | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
                "SET a = :s, a.b = :n | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]",
                "SET a.b.c.d = :s, a.b = :n | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b, c, d], path two: [a, b]",
                "SET a[1][1] = :s, a[1] = :n | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, [1], [1]], path two: [a, [1]]",
                "ADD a.b :n DELETE a :ss | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a]",
                "SET a.b = :s, a[1] = :n | Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, [1]]",
                "SET a.b.c = :s, a.b[2] = :n | Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b, c], path two: [a, b, [2]]",
                "SET a[4294967295] = :s | List index is not within the allowable range; index: [4294967295]"
            })
    void parse_refusesWhatMakesNoSense(String text, String expected) {
        assertRefused(text, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET name = f(:x), name = :s | Attribute name is a reserved keyword; reserved keyword: name",
                "SET a = f(:x) SET a = :s | Invalid function name; function: f",
                "SET a = :x SET a = :s | The `SET` section can only be used once in an update expression;",
                "SET a = :x, b = #x | An expression attribute name used in the document path is not defined; attribute name: #x",
                "SET a = :x, a = :s | An expression attribute value used in expression is not defined; attribute value: :x",
                "SET a = :s + :n, a.b = :s | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]",
                "SET b = :s + :n ADD a :s | Incorrect operand type for operator or function; operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND"
            })
    void parse_reportsTheGravestMistake(String text, String expected) {
        assertRefused(text, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET | Syntax error; token: `<EOF>`, near: `SET`",
                "REMOVE | Syntax error; token: `<EOF>`, near: `REMOVE`",
                "SET a | Syntax error; token: `<EOF>`, near: `a`",
                "SET a = | Syntax error; token: `<EOF>`, near: `=`",
                "SET a = :s, | Syntax error; token: `<EOF>`, near: `,`",
                "SET a = :s b = :n | Syntax error; token: `b`, near: `:s b =`",
                "SET a :s | Syntax error; token: `:s`, near: `a :s`",
                "SET :a = :s | Syntax error; token: `:a`, near: `SET :a =`",
                "set _something = :s | Syntax error; token: `_`, near: `set _something`",
                "SET 123a = :s | Syntax error; token: `123`, near: `SET 123a`",
                "SET hi-there = :s | Syntax error; token: `-`, near: `hi-there`",
                "SET hi$there = :s | Syntax error; token: `$`, near: `hi$there`",
                "SET a = :n + | Syntax error; token: `<EOF>`, near: `+`",
                "SET a = :n + :m + :n | Syntax error; token: `+`, near: `:m + :n`",
                "SET a = (b + :n) + :m | Syntax error; token: `+`, near: `) + :m`",
                "SET a = b * :n | Syntax error; token: `*`, near: `b * :n`",
                "SET a = if_not_exists(a, :n + :m) | Syntax error; token: `+`, near: `:n + :m`",
                "SET a = if_not_exists(non@sense, :n) | Syntax error; token: `@`, near: `non@sense`",
                "SET a = _f(b) | Syntax error; token: `_`, near: `= _f`",
                "SET a = list_append() | Syntax error; token: `)`, near: `()`",
                "SET a = 5 | Syntax error; token: `5`, near: `= 5`",
                "SET a = :s, REMOVE b | Syntax error; token: `REMOVE`, near: `, REMOVE b`",
                "SET add = :s | Syntax error; token: `add`, near: `SET add =`",
                "SET a.delete = :s | Syntax error; token: `delete`, near: `.delete =`",
                "ADD a | Syntax error; token: `<EOF>`, near: `a`",
                "ADD a 1 | Syntax error; token: `1`, near: `a 1`",
                "ADD a b | Syntax error; token: `b`, near: `a b`",
                "ADD a = :n | Syntax error; token: `=`, near: `a = :n`",
                "DELETE a | Syntax error; token: `<EOF>`, near: `a`",
                "HELLO a = :s | Syntax error; token: `HELLO`, near: `HELLO a`",
                "INVALID SYNTAX HERE | Syntax error; token: `INVALID`, near: `INVALID SYNTAX`",
                "a = :s | Syntax error; token: `a`, near: `a =`",
                ", SET a = :s | Syntax error; token: `,`, near: `, SET`",
                "SET (a) = :s | Syntax error; token: `(`, near: `SET (a`",
                "SET a = (:s | Syntax error; token: `<EOF>`, near: `:s`",
                "SET a = :s) | Syntax error; token: `)`, near: `:s)`",
                "SET a[:i] = :s | Syntax error; token: `:i`, near: `[:i]`",
                "ADD hits : incr | Syntax error; token: `:`, near: `hits : incr`"
            })
    void parse_refusesWhatIsNotSyntax(String text, String expected) {
        assertRefused(text, expected);
    }

    @Test
    void parse_refusesEmptyAndLongTexts() {
        assertRefused("", "The expression can not be empty;");
        assertThat(read("SET" + " ".repeat(4085) + "a = :s").targets()).hasSize(1);
        assertThatThrownBy(() -> read("SET " + " ".repeat(4087) + "a = :s"))
                .hasMessageContaining("Expression size has exceeded the maximum allowed size");
    }

    @Test
    void parse_takesManyActions() {
        String text =
                IntStream.range(0, 400).mapToObj(i -> "x" + i + "=:n").collect(Collectors.joining(",", "SET ", ""));
        assertThat(read(text).apply(Map.of()).after()).hasSize(400);
    }

    @Test
    void parse_limitsOperators() {
        String text =
                IntStream.range(0, 301).mapToObj(i -> "x" + i + "=a+a").collect(Collectors.joining(",", "SET ", ""));
        assertRefused(text, "The expression contains too many operators; operator count: 301");
    }

    @Test
    void parse_boundsDepth() {
        assertThatThrownBy(() -> read("SET a = " + "f(".repeat(1300) + "b" + ")".repeat(1300)))
                .hasMessageContaining("Invalid function name; function: f");
        assertThatThrownBy(() -> read("SET a = " + "(".repeat(4000))).isInstanceOf(DynamoException.class);
        assertThatThrownBy(() -> read("SET a = " + "if_not_exists(b,".repeat(250)))
                .isInstanceOf(DynamoException.class);
    }
}
