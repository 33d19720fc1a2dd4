package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.expression.KeyCondition.Operator;
import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Key conditions: the shapes that a query understands, and the service's words for all others. */
final class KeyConditionTest {
    private static final KeySchema COMPOSITE = new KeySchema(
            new KeySchema.Attribute("pk", KeySchema.Type.S), new KeySchema.Attribute("sk", KeySchema.Type.N));
    private static final KeySchema STRINGS = new KeySchema(
            new KeySchema.Attribute("pk", KeySchema.Type.S), new KeySchema.Attribute("sk", KeySchema.Type.S));
    private static final KeySchema BINARY = new KeySchema(
            new KeySchema.Attribute("pk", KeySchema.Type.B), new KeySchema.Attribute("sk", KeySchema.Type.B));
    private static final KeySchema SIMPLE = new KeySchema(new KeySchema.Attribute("pk", KeySchema.Type.S), null);

    private static final Map<String, AttributeValue> VALUES = Plain.item(
            "{':p': 'part', ':s': 'abc', ':e': '', ':n': 5, ':m': 9, ':b': {$b: 'x'}, ':t': true, ':ss': {$ss: ['a']}}");
    private static final Map<String, String> NAMES = Map.of("#p", "pk", "#s", "sk");

    private static KeyCondition read(String text, KeySchema keys) {
        return Expressions.keyCondition(text, Placeholders.of(NAMES, VALUES), keys);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pk = :p AND sk = :n | EQ",
                "pk = :p AND sk < :n | LT",
                "pk = :p AND sk <= :n | LE",
                "pk = :p AND sk > :n | GT",
                "pk = :p AND sk >= :n | GE",
                "pk = :p AND sk BETWEEN :n AND :m | BETWEEN",
                "pk=:p AnD sk bEtWeEn :n aNd :m | BETWEEN",
                "sk = :n AND pk = :p | EQ",
                "#p = :p AND #s = :n | EQ",
                ":p = pk AND :n = sk | EQ",
                "pk = :p AND :n < sk | GT",
                "pk = :p AND :n <= sk | GE",
                "pk = :p AND :n > sk | LT",
                "pk = :p AND :n >= sk | LE",
                "(pk = :p) AND (sk = :n) | EQ",
                "((sk = :n) AND (pk = :p)) | EQ",
                "(pk = :p AND sk < :n) | LT",
                "(pk) = :p AND (sk) < (:n) | LT"
            })
    void read_understandsRangesOfTheSortKey(String text, Operator operator) {
        KeyCondition condition = read(text, COMPOSITE);
        assertThat(condition.partition()).isEqualTo(VALUES.get(":p"));
        assertThat(condition.sort()).isNotNull();
        assertThat(condition.sort().operator()).isEqualTo(operator);
        assertThat(condition.sort().operand()).isEqualTo(VALUES.get(":n"));
        assertThat(condition.sort().upper()).isEqualTo(operator == Operator.BETWEEN ? VALUES.get(":m") : null);
    }

    @Test
    void read_understandsPrefixes() {
        KeyCondition strings = read("pk = :p AND begins_with(sk, :s)", STRINGS);
        assertThat(strings.sort()).isEqualTo(new SortCondition(Operator.BEGINS_WITH, Plain.value("'abc'"), null));
        assertThat(read("pk = :b AND begins_with(sk, :b)", BINARY).sort()).isNotNull();
    }

    @Test
    void read_understandsWholePartitions() {
        assertThat(read("pk = :p", COMPOSITE)).isEqualTo(new KeyCondition(Plain.value("'part'"), null));
        assertThat(read("pk = :p", SIMPLE)).isEqualTo(new KeyCondition(Plain.value("'part'"), null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pk = :p OR sk = :n | Invalid operator used in KeyConditionExpression: OR",
                "NOT pk = :p | Invalid operator used in KeyConditionExpression: NOT",
                "pk = :p AND NOT sk = :n | Invalid operator used in KeyConditionExpression: NOT",
                "pk = :p AND sk <> :n | Invalid operator used in KeyConditionExpression: <>",
                "pk = :p AND sk IN (:n) | Invalid operator used in KeyConditionExpression: IN",
                "pk = :p AND attribute_exists(sk) | Invalid operator used in KeyConditionExpression: attribute_exists",
                "pk = :p AND attribute_not_exists(sk) | Invalid operator used in KeyConditionExpression: attribute_not_exists",
                "pk = :p AND attribute_type(sk, :x) | An expression attribute value used in expression is not defined; attribute value: :x",
                "pk = :p AND contains(sk, :s) | Invalid operator used in KeyConditionExpression: contains",
                "pk = :p AND size(sk) = :n | KeyConditionExpressions cannot contain nested operations",
                "pk = :p AND sk.x = :n | KeyConditionExpressions cannot have conditions on nested attributes",
                "pk[0] = :p | KeyConditionExpressions cannot have conditions on nested attributes",
                "pk = sk | Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
                "pk = :p AND sk BETWEEN a AND :n | Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
                ":p = :n | Invalid condition in KeyConditionExpression: No key attribute specified",
                "pk = :p AND pk = :p | KeyConditionExpressions must only contain one condition per key",
                "pk = :p AND sk > :n AND sk < :m | KeyConditionExpressions must only contain one condition per key",
                "pk = :p AND :n BETWEEN sk AND :m | Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand",
                "pk = :p AND begins_with(:s, sk) | Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand",
                "pk = :p AND begins_with(sk, :n) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
                "pk = :p AND sk BETWEEN :m AND :n | The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:9}, upper bound operand: AttributeValue: {N:5}",
                "pk = :p AND BEGINS_WITH(sk, :s) | Invalid function name; function: BEGINS_WITH",
                "name = :p | Attribute name is a reserved keyword; reserved keyword: name",
                "((pk = :p)) | The expression has redundant parentheses;",
                "pk | Syntax error; token: `<EOF>`, near: `pk`",
                "pk = :p AND sk != :n | Syntax error; token: `!`, near: `sk !=`",
                "GI-1-PK = :p | Syntax error; token: `-`, near: `GI-1`"
            })
    void read_refusesWhatKeysCannotBeAsked(String text, String expected) {
        assertRefused(text, COMPOSITE, "Invalid KeyConditionExpression: " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pk = :p AND sk = :n AND a = :n | Conditions can be of length 1 or 2 only",
                "sk = :n | Query condition missed key schema element: pk",
                "a = :n | Query condition missed key schema element: pk",
                "sk = :n AND a = :n | Query condition missed key schema element: pk",
                "pk = :p AND a = :n | Query condition missed key schema element: sk",
                "pk < :p | Query key condition not supported",
                "pk BETWEEN :p AND :p | Query key condition not supported",
                "begins_with(pk, :p) | Query key condition not supported",
                "pk = :n | One or more parameter values were invalid: Condition parameter type does not match schema type",
                "pk < :n | One or more parameter values were invalid: Condition parameter type does not match schema type",
                "pk = :p AND sk = :s | One or more parameter values were invalid: Condition parameter type does not match schema type",
                "pk = :p AND sk = :t | One or more parameter values were invalid: Condition parameter type does not match schema type",
                "pk = :e | One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"
            })
    void read_refusesWhatDoesNotFitTheSchema(String text, String expected) {
        assertRefused(text, COMPOSITE, expected);
    }

    @Test
    void read_refusesASecondConditionWhereThereIsNoSortKey() {
        assertRefused("pk = :p AND a = :n", SIMPLE, "Query key condition not supported");
        assertRefused("a = :p", SIMPLE, "Query condition missed key schema element: pk");
    }

    private static void assertRefused(String text, KeySchema keys, String expected) {
        assertThatThrownBy(() -> read(text, keys))
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message()).isEqualTo(expected.replace('`', '"')));
    }

    @ParameterizedTest
    @CsvSource({
        "EQ,5,true",
        "EQ,4,false",
        "LT,4,true",
        "LT,5,false",
        "LE,5,true",
        "LE,6,false",
        "GT,6,true",
        "GT,5,false",
        "GE,5,true",
        "GE,4,false",
        "BETWEEN,5,true",
        "BETWEEN,9,true",
        "BETWEEN,9.1,false",
        "BETWEEN,4.9,false"
    })
    void test_tellsWhetherASortKeyIsInTheRange(Operator operator, String sortKey, boolean expected) {
        SortCondition range =
                new SortCondition(operator, Plain.value("5"), operator == Operator.BETWEEN ? Plain.value("9") : null);
        assertThat(range.test(Plain.value(sortKey))).isEqualTo(expected);
    }

    @Test
    void test_tellsPrefixes() {
        SortCondition range = new SortCondition(Operator.BEGINS_WITH, Plain.value("'ab'"), null);
        assertThat(range.test(Plain.value("'abc'"))).isTrue();
        assertThat(range.test(Plain.value("'ab'"))).isTrue();
        assertThat(range.test(Plain.value("'a'"))).isFalse();
    }

    @Test
    void toString_showsNoKeys() {
        assertThat(read("pk = :p AND sk = :n", COMPOSITE).toString()).doesNotContain("=part", "5");
    }
}
