package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.expression.LegacyConditions.Criterion;
import io.heatshield.expression.LegacyConditions.Expected;
import io.heatshield.expression.LegacyConditions.Operator;
import io.heatshield.expression.LegacyUpdates.Action;
import io.heatshield.expression.LegacyUpdates.Change;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The members of the time before expressions: what they mean, and what is refused. */
final class LegacyTest {
    private static final Map<String, AttributeValue> ITEM = Plain.item("""
            {s: 'hello', n: 5, b: {$b: 'bytes'}, ss: {$ss: ['a', 'b']}, ns: {$ns: [1, 2]}, l: [1, 'x'], m: {k: 1},
             t: true, nil: null, 'a.b': 1}
            """);
    private static final KeySchema KEYS = new KeySchema(
            new KeySchema.Attribute("pk", KeySchema.Type.S), new KeySchema.Attribute("sk", KeySchema.Type.N));

    private static List<AttributeValue> list(String json) {
        return ((AttributeValue.L) Plain.value(json)).values();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "s | EQ | ['hello'] | true",
                "s | EQ | ['x'] | false",
                "s | EQ | [5] | false",
                "l | EQ | [[1, 'x']] | true",
                "m | EQ | [{k: 1.0}] | true",
                "t | EQ | [true] | true",
                "nil | EQ | [null] | true",
                "ss | EQ | [{$ss: ['b', 'a']}] | true",
                "gone | EQ | ['x'] | false",
                "a.b | EQ | [1] | true",
                "s | NE | ['x'] | true",
                "s | NE | ['hello'] | false",
                "s | NE | [5] | true",
                "gone | NE | [5] | true",
                "n | LT | [6] | true",
                "n | LT | [5] | false",
                "n | LT | ['x'] | false",
                "n | LE | [5] | true",
                "n | GT | [4] | true",
                "n | GE | [5.0] | true",
                "s | GE | ['help'] | false",
                "b | GT | [{$b: 'by'}] | true",
                "gone | GE | [1] | false",
                "n | BETWEEN | [5, 5] | true",
                "n | BETWEEN | [6, 9] | false",
                "s | BETWEEN | ['a', 'z'] | true",
                "gone | BETWEEN | [1, 9] | false",
                "n | IN | [1, 5, 9] | true",
                "n | IN | [1, 9] | false",
                "ns | IN | [1] | false",
                "s | NOT_NULL | [] | true",
                "nil | NOT_NULL | [] | true",
                "gone | NOT_NULL | [] | false",
                "s | NULL | [] | false",
                "nil | NULL | [] | false",
                "gone | NULL | [] | true",
                "s | CONTAINS | ['ell'] | true",
                "s | CONTAINS | [1] | false",
                "ss | CONTAINS | ['a'] | true",
                "ns | CONTAINS | [2] | true",
                "l | CONTAINS | ['x'] | true",
                "b | CONTAINS | [{$b: 'yte'}] | true",
                "gone | CONTAINS | ['x'] | false",
                "s | NOT_CONTAINS | ['zz'] | true",
                "s | NOT_CONTAINS | [1] | true",
                "s | NOT_CONTAINS | ['ell'] | false",
                "ss | NOT_CONTAINS | ['a'] | false",
                "gone | NOT_CONTAINS | ['x'] | false",
                "s | BEGINS_WITH | ['hel'] | true",
                "s | BEGINS_WITH | ['el'] | false",
                "b | BEGINS_WITH | [{$b: 'by'}] | true",
                "n | BEGINS_WITH | ['5'] | false"
            })
    void filterAndExpected_compare(String attribute, Operator operator, String values, boolean expected) {
        Condition filter = LegacyConditions.filter(Map.of(attribute, new Criterion(operator, list(values))), null);
        assertThat(filter.test(ITEM)).isEqualTo(expected);
        assertThat(filter.paths()).containsExactly(DocumentPath.of(attribute));
        Condition condition =
                LegacyConditions.expected(Map.of(attribute, new Expected(null, null, operator, list(values))), null);
        assertThat(condition.test(ITEM)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "EQ | [] | Invalid number of argument(s) for the EQ ComparisonOperator",
                "EQ | [1, 2] | Invalid number of argument(s) for the EQ ComparisonOperator",
                "LE | [2, 3] | Invalid number of argument(s) for the LE ComparisonOperator",
                "IN | [] | Invalid number of argument(s) for the IN ComparisonOperator",
                "BETWEEN | [1] | Invalid number of argument(s) for the BETWEEN ComparisonOperator",
                "BETWEEN | [1, 2, 3] | Invalid number of argument(s) for the BETWEEN ComparisonOperator",
                "NULL | [1] | Invalid number of argument(s) for the NULL ComparisonOperator",
                "NOT_NULL | [1] | Invalid number of argument(s) for the NOT_NULL ComparisonOperator",
                "CONTAINS | [] | Invalid number of argument(s) for the CONTAINS ComparisonOperator",
                "IN | [3, 'dog'] | AttributeValues inside AttributeValueList must be of same type",
                "BETWEEN | [4, 'dog'] | AttributeValues inside AttributeValueList must be of same type",
                "IN | [[1], [2]] | ComparisonOperator IN is not valid for L AttributeValue type",
                "LT | [{$ss: ['a']}] | ComparisonOperator LT is not valid for SS AttributeValue type",
                "GE | [true] | ComparisonOperator GE is not valid for BOOL AttributeValue type",
                "BETWEEN | [{$ns: [1]}, {$ns: [2]}] | ComparisonOperator BETWEEN is not valid for NS AttributeValue type",
                "CONTAINS | [[1]] | ComparisonOperator CONTAINS is not valid for L AttributeValue type",
                "BEGINS_WITH | [3] | ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type"
            })
    void filterAndExpected_refuse(Operator operator, String values, String expected) {
        String message = "One or more parameter values were invalid: " + expected;
        assertRefused(() -> LegacyConditions.filter(Map.of("a", new Criterion(operator, list(values))), null), message);
        assertRefused(
                () -> LegacyConditions.expected(Map.of("a", new Expected(null, null, operator, list(values))), null),
                message);
        assertRefused(
                () -> LegacyConditions.keyConditions(Map.of("pk", new Criterion(operator, list(values))), KEYS),
                message);
    }

    @Test
    void filter_refusesBoundsInTheWrongOrder() {
        assertRefused(
                () -> LegacyConditions.filter(Map.of("a", new Criterion(Operator.BETWEEN, list("[4, 3]"))), null),
                "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "5 | - | - | - | true",
                "6 | - | - | - | false",
                "5 | true | - | - | true",
                "5 | - | EQ | - | true",
                "6 | - | LT | - | true"
            })
    void expected_takesASingleValue(
            String value,
            @Nullable Boolean exists,
            @Nullable Operator operator,
            @Nullable String values,
            boolean holds) {
        Expected expected = new Expected(Plain.value(value), exists, operator, values == null ? null : list(values));
        assertThat(LegacyConditions.expected(Map.of("n", expected), null).test(ITEM))
                .isEqualTo(holds);
    }

    @Test
    void expected_canForbidExistence() {
        Expected absent = new Expected(null, false, null, null);
        assertThat(LegacyConditions.expected(Map.of("gone", absent), null).test(ITEM))
                .isTrue();
        assertThat(LegacyConditions.expected(Map.of("n", absent), null).test(ITEM))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "1 | - | EQ | [1] | Value and AttributeValueList cannot be used together for Attribute: n",
                "- | true | EQ | [1] | Exists and ComparisonOperator cannot be used together for Attribute: n",
                "- | - | EQ | - | Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: n",
                "- | - | - | [1] | AttributeValueList can only be used with a ComparisonOperator for Attribute: n",
                "- | - | - | - | Value must be provided when Exists is null for Attribute: n",
                "- | true | - | - | Value must be provided when Exists is true for Attribute: n",
                "1 | false | - | - | Value cannot be used when Exists is false for Attribute: n",
                "1 | - | NULL | - | Invalid number of argument(s) for the NULL ComparisonOperator"
            })
    void expected_refusesMixtures(
            @Nullable String value,
            @Nullable Boolean exists,
            @Nullable Operator operator,
            @Nullable String values,
            String message) {
        Expected expected = new Expected(
                value == null ? null : Plain.value(value), exists, operator, values == null ? null : list(values));
        assertRefused(
                () -> LegacyConditions.expected(Map.of("n", expected), null),
                "One or more parameter values were invalid: " + message);
    }

    @Test
    void conditionalOperator_joinsAndIsChecked() {
        Map<String, Criterion> two =
                Map.of("n", new Criterion(Operator.EQ, list("[5]")), "s", new Criterion(Operator.EQ, list("['x']")));
        assertThat(LegacyConditions.filter(two, null).test(ITEM)).isFalse();
        assertThat(LegacyConditions.filter(two, false).test(ITEM)).isFalse();
        assertThat(LegacyConditions.filter(two, true).test(ITEM)).isTrue();
        assertThat(LegacyConditions.expected(Map.of(), null).test(ITEM)).isTrue();
        assertRefused(
                () -> LegacyConditions.expected(Map.of(), true),
                "ConditionalOperator cannot be used without Filter or Expected");
        assertRefused(
                () -> LegacyConditions.filter(Map.of("n", new Criterion(Operator.EQ, list("[5]"))), false),
                "ConditionalOperator can only be used when Filter or Expected has two or more elements");
    }

    @Test
    void keyConditions_giveTheSameAsExpressions() {
        KeyCondition condition = LegacyConditions.keyConditions(
                Map.of(
                        "pk", new Criterion(Operator.EQ, list("['p']")),
                        "sk", new Criterion(Operator.BETWEEN, list("[1, 9]"))),
                KEYS);
        assertThat(condition)
                .isEqualTo(Expressions.keyCondition(
                        "pk = :p AND sk BETWEEN :a AND :b",
                        Placeholders.of(null, Plain.item("{':p': 'p', ':a': 1, ':b': 9}")),
                        KEYS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "- | EQ | Conditions can be of length 1 or 2 only",
                "sk | EQ | Query condition missed key schema element: pk",
                "pk | GT | Query key condition not supported",
                "pk | NE | Attempted conditional constraint is not an indexable operation",
                "pk | IN | Attempted conditional constraint is not an indexable operation",
                "pk | CONTAINS | Attempted conditional constraint is not an indexable operation",
                "pk sk | NE | Attempted conditional constraint is not an indexable operation",
                "pk a | EQ | Query condition missed key schema element: sk",
                "pk sk | EQ | One or more parameter values were invalid: Condition parameter type does not match schema type",
                "pk sk a | EQ | Conditions can be of length 1 or 2 only"
            })
    void keyConditions_refuseWhatDoesNotFit(@Nullable String attributes, Operator operator, String expected) {
        Map<String, Criterion> conditions = new LinkedHashMap<>();
        String[] names = attributes == null ? new String[0] : attributes.split(" ", -1);
        for (String name : names) {
            boolean plain = name.equals("pk") && names.length > 1;
            conditions.put(name, new Criterion(plain ? Operator.EQ : operator, list("['p']")));
        }
        assertRefused(() -> LegacyConditions.keyConditions(conditions, KEYS), expected);
    }

    @Test
    void keyConditions_refuseConditionsWithoutValues() {
        assertRefused(
                () -> LegacyConditions.keyConditions(Map.of("pk", new Criterion(Operator.NULL, List.of())), KEYS),
                "Attempted conditional constraint is not an indexable operation");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "s | PUT | 'new' | {s: 'new'}",
                "s | - | 'new' | {s: 'new'}",
                "q | PUT | [1] | {q: [1]}",
                "s | DELETE | - | {s: 'GONE'}",
                "gone | DELETE | - | {}",
                "ss | DELETE | {$ss: ['a']} | {ss: {$ss: ['b']}}",
                "ss | DELETE | {$ss: ['a', 'b']} | {ss: 'GONE'}",
                "gone | DELETE | {$ss: ['a']} | {}",
                "n | ADD | 3 | {n: 8}",
                "q | ADD | 3 | {q: 3}",
                "ss | ADD | {$ss: ['z']} | {ss: {$ss: ['a', 'b', 'z']}}",
                "l | ADD | [7] | {l: [1, 'x', 7]}",
                "q | ADD | [7] | {q: [7]}",
                "a.b | ADD | 1 | {'a.b': 2}"
            })
    void attributeUpdates_change(String attribute, @Nullable Action action, @Nullable String value, String changes) {
        Map<String, AttributeValue> expected = new LinkedHashMap<>(ITEM);
        expected.putAll(Plain.item(changes));
        expected.values().removeIf(new AttributeValue.S("GONE")::equals);
        assertThat(update(attribute, action, value).apply(ITEM).after()).isEqualTo(expected);
    }

    private static Update update(String attribute, @Nullable Action action, @Nullable String value) {
        return LegacyUpdates.attributeUpdates(
                Map.of(attribute, new Change(action, value == null ? null : Plain.value(value))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "PUT | - | Only DELETE action is allowed when no attribute value is specified",
                "- | - | Only DELETE action is allowed when no attribute value is specified",
                "ADD | - | Only DELETE action is allowed when no attribute value is specified",
                "DELETE | 'x' | DELETE action with value is not supported for the type S",
                "DELETE | [1] | DELETE action with value is not supported for the type L",
                "ADD | 'x' | ADD action is not supported for the type S",
                "ADD | {k: 1} | ADD action is not supported for the type M",
                "ADD | null | ADD action is not supported for the type NULL"
            })
    void attributeUpdates_refuse(@Nullable Action action, @Nullable String value, String expected) {
        assertRefused(() -> update("a", action, value), "One or more parameter values were invalid: " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"s | ADD | 1", "n | ADD | {$ss: ['a']}", "ss | ADD | {$ns: [1]}", "n | DELETE | {$ss: ['a']}"})
    void attributeUpdates_refuseTypesThatDoNotMatch(String attribute, Action action, String value) {
        assertRefused(() -> update(attribute, action, value).apply(ITEM), "Type mismatch for attribute to update");
    }

    @Test
    void attributeUpdates_createItems() {
        assertThat(LegacyUpdates.attributeUpdates(Map.of()).createsItem()).isTrue();
        assertThat(LegacyUpdates.attributeUpdates(Map.of())
                        .create(Plain.item("{p: 1}"))
                        .after())
                .isEqualTo(Plain.item("{p: 1}"));
        assertThat(update("a", Action.DELETE, null).createsItem()).isFalse();
        assertThat(update("a", Action.PUT, "1").createsItem()).isTrue();
        assertThat(update("a", Action.PUT, "1").apply(ITEM).updatedNew()).isEqualTo(Plain.item("{a: 1}"));
    }

    @Test
    void attributesToGet_areWholeAttributes() {
        assertThat(LegacyUpdates.attributesToGet(List.of("a.b", "n", "gone")).apply(ITEM))
                .isEqualTo(Plain.item("{'a.b': 1, n: 5}"));
        assertRefused(
                () -> LegacyUpdates.attributesToGet(List.of("n", "s", "n")),
                "One or more parameter values were invalid: Duplicate value in attribute name: n");
    }

    private static void assertRefused(Runnable code, String expected) {
        assertThatThrownBy(code::run)
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message()).isEqualTo(expected));
    }
}
