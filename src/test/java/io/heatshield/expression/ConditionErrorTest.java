package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the service refuses in conditions, in its words, and which of several mistakes it reports. */
final class ConditionErrorTest {
    private static final Map<String, AttributeValue> VALUES = Plain.item("""
            {':s': 'abc', ':z': 'zzz', ':n': 5, ':m': 1, ':b': {$b: 'x'}, ':t': true, ':nil': null, ':l': [1], ':map': {},
             ':ss': {$ss: ['a']}, ':ns': {$ns: [1]}, ':bs': {$bs: ['x']}, ':STRING': 'STRING', ':S': 'S'}
            """);
    private static final Map<String, String> NAMES = Map.of("#a", "a", "#n", "name");

    private static Condition read(String text) {
        return Expressions.condition("ConditionExpression", text, Placeholders.of(NAMES, VALUES));
    }

    private static void assertRefused(String text, String expected) {
        assertThatThrownBy(() -> read(text)).isInstanceOfSatisfying(DynamoException.class, e -> {
            assertThat(e.error().kind()).isEqualTo(ErrorKind.VALIDATION);
            assertThat(e.error().message()).isEqualTo("Invalid ConditionExpression: " + expected.replace('`', '"'));
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name = :s | Attribute name is a reserved keyword; reserved keyword: name",
                "a.Name = :s | Attribute name is a reserved keyword; reserved keyword: Name",
                "attribute_exists(size) | Attribute name is a reserved keyword; reserved keyword: size",
                "add = :s | Attribute name is a reserved keyword; reserved keyword: add",
                "#x = :s | An expression attribute name used in the document path is not defined; attribute name: #x",
                "a = :x | An expression attribute value used in expression is not defined; attribute value: :x",
                "#x = :x | An expression attribute name used in the document path is not defined; attribute name: #x",
                ":x = #x | An expression attribute value used in expression is not defined; attribute value: :x",
                "contains(a, :x) | An expression attribute value used in expression is not defined; attribute value: :x",
                "a IN (:s, :x) | An expression attribute value used in expression is not defined; attribute value: :x",
                "a BETWEEN :x AND :s | An expression attribute value used in expression is not defined; attribute value: :x",
                "f(a) | Invalid function name; function: f",
                "CONTAINS(a, :s) | Invalid function name; function: CONTAINS",
                "a = f(f(f(b))) | Invalid function name; function: f",
                "f123_hi(a) = :s | Invalid function name; function: f123_hi",
                "if_not_exists(a, :s) = :s | The function is not allowed in a condition expression; function: if_not_exists",
                "list_append(a, b) = :s | The function is not allowed in a condition expression; function: list_append",
                "size(a) | The function is not allowed to be used this way in an expression; function: size",
                "NOT size(a) | The function is not allowed to be used this way in an expression; function: size",
                "size(a) AND a = :s | The function is not allowed to be used this way in an expression; function: size",
                "(size(a)) | The function is not allowed to be used this way in an expression; function: size",
                "attribute_exists(a) = :t | The function is not allowed to be used this way in an expression; function: attribute_exists",
                "a = contains(b, :s) | The function is not allowed to be used this way in an expression; function: contains",
                "size(contains(a, :s)) = :n | The function is not allowed to be used this way in an expression; function: contains",
                "a IN (begins_with(b, :s)) | The function is not allowed to be used this way in an expression; function: begins_with",
                "a BETWEEN attribute_type(b, :S) AND :s | The function is not allowed to be used this way in an expression; function: attribute_type",
                "attribute_exists(:s) | Operator or function requires a document path; operator or function: attribute_exists",
                "attribute_not_exists(:s) | Operator or function requires a document path; operator or function: attribute_not_exists",
                "attribute_exists(size(a)) | Operator or function requires a document path; operator or function: attribute_exists",
                "attribute_exists(a, b) | Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2",
                "contains(a) | Incorrect number of operands for operator or function; operator or function: contains, number of operands: 1",
                "begins_with(a, :s, :z) | Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 3",
                "size(a, b) = :n | Incorrect number of operands for operator or function; operator or function: size, number of operands: 2",
                "begins_with(a, :n) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
                "begins_with(:n, a) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
                "begins_with(a, :ss) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: SS",
                "begins_with(a, size(b)) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
                "attribute_type(a, :n) | Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N",
                "attribute_type(a, b) | Incorrect operand type for operator or function; operator or function: attribute_type, operand type: {S,SS,N,NS,B,BS,BOOL,NULL,L,M,HD,DOUBLE,FLOAT,HDS,FS,DOUBLESET,DICT,DECIMAL,INT,DECIMALSET,INTSET}",
                "attribute_type(a, :STRING) | Invalid attribute type name found; type: STRING, valid types: {S,SS,N,NS,B,BS,BOOL,NULL,L,M}",
                "size(:n) = :n | Incorrect operand type for operator or function; operator or function: size, operand type: N",
                "size(:t) = :n | Incorrect operand type for operator or function; operator or function: size, operand type: BOOL",
                "size(:nil) = :n | Incorrect operand type for operator or function; operator or function: size, operand type: NULL",
                "size(size(a)) = :n | Incorrect operand type for operator or function; operator or function: size, operand type: N",
                "a < :t | Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
                "a <= :nil | Incorrect operand type for operator or function; operator or function: <=, operand type: NULL",
                ":l > a | Incorrect operand type for operator or function; operator or function: >, operand type: L",
                "a >= :map | Incorrect operand type for operator or function; operator or function: >=, operand type: M",
                "a < :ss | Incorrect operand type for operator or function; operator or function: <, operand type: SS",
                "a BETWEEN :l AND :l | Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: L",
                ":ns BETWEEN a AND b | Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: NS",
                "a BETWEEN :n AND :m | The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:1}",
                "a BETWEEN :z AND :s | The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:zzz}, upper bound operand: AttributeValue: {S:abc}",
                "a BETWEEN :n AND :s | The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {S:abc}",
                "a BETWEEN :b AND :n | The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {B:eA==}, upper bound operand: AttributeValue: {N:5}",
                "a = a | The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]",
                "a.b[1] <> a.b[1] | The first operand must be distinct from the remaining operands for this operator or function; operator: <>, first operand: [a, b, [1]]",
                "a < #a | The first operand must be distinct from the remaining operands for this operator or function; operator: <, first operand: [a]",
                "contains(a, a) | The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [a]",
                "begins_with(a, #a) | The first operand must be distinct from the remaining operands for this operator or function; operator: begins_with, first operand: [a]",
                "a IN (:s, a) | The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [a]",
                "((a = :s)) | The expression has redundant parentheses;",
                "((a)) = :s | The expression has redundant parentheses;",
                "a = ((:s)) | The expression has redundant parentheses;",
                "NOT ((a = :s)) | The expression has redundant parentheses;",
                "(a = :s) AND ((b = :s)) | The expression has redundant parentheses;",
                "((a = :s AND b = :s)) | The expression has redundant parentheses;",
                "((attribute_exists(a))) | The expression has redundant parentheses;",
                "((((a = :s)))) | The expression has redundant parentheses;",
                "a[99999999999] = :s | List index is not within the allowable range; index: [99999999999]"
            })
    void parse_refusesWhatMakesNoSense(String text, String expected) {
        assertRefused(text, expected);
    }

    /** Of several mistakes the service reports the gravest kind, then the first. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a = :x AND ((f(name) = a)) | The expression has redundant parentheses;",
                "a = :x AND size(a) AND f(name) | Invalid function name; function: f",
                "a = :x AND name = :s AND size(b) | The function is not allowed to be used this way in an expression; function: size",
                "a = :x AND name = :s | Attribute name is a reserved keyword; reserved keyword: name",
                "a = a AND b = :x | The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]",
                "b = :x AND a = a | An expression attribute value used in expression is not defined; attribute value: :x",
                "begins_with(a, :n) AND b = :x | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
                "begins_with(a, a, :x) | An expression attribute value used in expression is not defined; attribute value: :x",
                "status = :s OR name = :s | Attribute name is a reserved keyword; reserved keyword: status"
            })
    void parse_reportsTheGravestMistake(String text, String expected) {
        assertRefused(text, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | Syntax error; token: `<EOF>`, near: `a`",
                ":s | Syntax error; token: `<EOF>`, near: `:s`",
                "(a) | Syntax error; token: `<EOF>`, near: `)`",
                "a = | Syntax error; token: `<EOF>`, near: `=`",
                "= :s | Syntax error; token: `=`, near: `= :s`",
                "a = :s AND | Syntax error; token: `<EOF>`, near: `AND`",
                "a = :s OR | Syntax error; token: `<EOF>`, near: `OR`",
                "a = :s AND :z | Syntax error; token: `<EOF>`, near: `:z`",
                "a AND b = :s | Syntax error; token: `AND`, near: `a AND b`",
                "a = :s b = :s | Syntax error; token: `b`, near: `:s b =`",
                "NOT | Syntax error; token: `<EOF>`, near: `NOT`",
                "NOT a | Syntax error; token: `<EOF>`, near: `a`",
                "AND = :s | Syntax error; token: `AND`, near: `AND =`",
                "a.or = :s | Syntax error; token: `or`, near: `.or =`",
                "a == :s | Syntax error; token: `=`, near: `== :s`",
                "a != :s | Syntax error; token: `!`, near: `a !=`",
                "a = 5 | Syntax error; token: `5`, near: `= 5`",
                "a = 'x' | Syntax error; token: `'`, near: `= 'x`",
                "(a = :s | Syntax error; token: `<EOF>`, near: `:s`",
                "a = :s) | Syntax error; token: `)`, near: `:s)`",
                "() | Syntax error; token: `)`, near: `()`",
                "(a = :s) = :s | Syntax error; token: `=`, near: `) = :s`",
                "a = (b = :s) | Syntax error; token: `=`, near: `b = :s`",
                "a BETWEEN :s | Syntax error; token: `<EOF>`, near: `:s`",
                "a BETWEEN :s OR :z | Syntax error; token: `OR`, near: `:s OR :z`",
                "a BETWEEN :s, :z | Syntax error; token: `,`, near: `:s, :z`",
                "a IN :s | Syntax error; token: `:s`, near: `IN :s`",
                "a IN () | Syntax error; token: `)`, near: `()`",
                "a IN (:s, ) | Syntax error; token: `)`, near: `, )`",
                "a IN (:s :z) | Syntax error; token: `:z`, near: `:s :z)`",
                "attribute_exists() | Syntax error; token: `)`, near: `()`",
                "attribute_exists(a | Syntax error; token: `<EOF>`, near: `a`",
                "contains(a :s) | Syntax error; token: `:s`, near: `a :s)`",
                "a + b = :n | Syntax error; token: `+`, near: `a + b`",
                "hits : incr | Syntax error; token: `:`, near: `hits : incr`",
                "__typename <> :s | Syntax error; token: `_`, near: `__`",
                "ten:s- | Syntax error; token: `:s`, near: `ten:s-`",
                "#a attribute_not_exists :s | Syntax error; token: `attribute_not_exists`, near: `#a attribute_not_exists :s`",
                "a[0.b = :s | Syntax error; token: `.`, near: `0.b`"
            })
    void parse_refusesWhatIsNotSyntax(String text, String expected) {
        assertRefused(text, expected);
    }

    @Test
    void parse_refusesEmptyAndLongTexts() {
        assertRefused("", "The expression can not be empty;");
        assertRefused(" ", "Syntax error; token: `<EOF>`, near: ``");
        assertThat(read("a" + " ".repeat(4090) + "= :s")).isNotNull();
        assertThatThrownBy(() -> read("a" + " ".repeat(4092) + "= :s"))
                .hasMessageContaining("Expression size has exceeded the maximum allowed size");
        assertThatThrownBy(() -> read("(".repeat(15000)))
                .hasMessageContaining("Expression size has exceeded the maximum allowed size");
    }

    /** Operations of the older layer word a few errors differently. */
    @Test
    void parse_wordsErrorsAsTheOperationDoes() {
        Placeholders older = Placeholders.of(NAMES, VALUES, AttributeJson.Wording.OLDER);
        assertThatThrownBy(() -> Expressions.condition("FilterExpression", "a".repeat(5000), older))
                .hasMessageEndingWith("maximum allowed size; expression size: 5000");
        assertThatThrownBy(() -> Expressions.condition("FilterExpression", "attribute_type(a, :STRING)", older))
                .hasMessageEndingWith("valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}");
        assertThatThrownBy(() -> Expressions.condition("FilterExpression", "attribute_type(a, b)", older))
                .hasMessageEndingWith("operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
        assertRefused("a".repeat(5000), "Expression size has exceeded the maximum allowed size;");
    }

    @Test
    void parse_limitsOperators() {
        assertThat(read("a<b " + "or (a<b ".repeat(149) + ")".repeat(149))).isNotNull();
        assertRefused(
                "a<b " + "or (a<b ".repeat(151) + ")".repeat(151),
                "The expression contains too many operators; operator count: 301");
        assertRefused("not ".repeat(1000) + "a<b", "The expression contains too many operators; operator count: 301");
        assertThat(read("not ".repeat(299) + "a<b").test(Plain.item("{a: 2, b: 1}")))
                .isTrue();
    }

    @Test
    void parse_boundsDepth() {
        assertRefused("(".repeat(2046) + "a<b" + ")".repeat(2046), "The expression has redundant parentheses;");
        assertThatThrownBy(() -> read("(".repeat(4096))).isInstanceOf(DynamoException.class);
        assertThatThrownBy(() -> read("a<" + "(".repeat(4000))).isInstanceOf(DynamoException.class);
        assertRefused("a < " + "f(".repeat(1355) + "b" + ")".repeat(1355), "Invalid function name; function: f");
        assertThatThrownBy(() -> read("a < " + "size(".repeat(680) + "b" + ")".repeat(680)))
                .isInstanceOf(DynamoException.class);
        assertThatThrownBy(() -> read("a<b " + "or (a<b ".repeat(454) + ")".repeat(454)))
                .hasMessageContaining("too many operators");
    }

    @Test
    void parse_limitsCandidates() {
        Map<String, AttributeValue> values = IntStream.range(0, 101)
                .boxed()
                .collect(Collectors.toMap(i -> ":v" + i, i -> new AttributeValue.S("x" + i)));
        String hundred = IntStream.range(0, 100).mapToObj(i -> ":v" + i).collect(Collectors.joining(","));
        Placeholders placeholders = Placeholders.of(null, values);
        assertThat(Expressions.condition("FilterExpression", "a IN (" + hundred + ")", placeholders)
                        .test(Plain.item("{a: 'x99'}")))
                .isTrue();
        assertThatThrownBy(
                        () -> Expressions.condition("FilterExpression", "a IN (" + hundred + ",:v100)", placeholders))
                .hasMessageEndingWith("Invalid FilterExpression: The IN operator is provided with too many operands;"
                        + " number of operands: 101");
    }

    @Test
    void parse_countsKeywordsInAnyCaseButFunctionsExactly() {
        assertThat(read("NoT a BeTwEeN :s aNd :z oR b iN (:s)")).isNotNull();
        assertRefused("Size(a) = :n", "Invalid function name; function: Size");
    }
}
