package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders: their spelling, and that the service insists on every one being used. */
final class PlaceholdersTest {
    private static final AttributeValue ONE = Plain.value("1");

    @ParameterizedTest
    @ValueSource(strings = {"#a", "#1", "#_", "#Alpha_Numeric_123", "#123a"})
    void of_acceptsNames(String key) {
        assertThatCode(() -> Placeholders.of(Map.of(key, "x"), null)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "a", ":a", "#a-b", "#!hi", "# a", "##a", "#é", "#a.b"})
    void of_refusesMisspeltNames(String key) {
        assertRefused(
                () -> Placeholders.of(Map.of(key, "x"), null),
                "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "a", "#a", ":hi!there", ":a b"})
    void of_refusesMisspeltValues(String key) {
        assertRefused(
                () -> Placeholders.of(null, Map.of(key, ONE)),
                "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @Test
    void of_refusesEmptyMaps() {
        assertRefused(() -> Placeholders.of(Map.of(), null), "ExpressionAttributeNames must not be empty");
        assertRefused(() -> Placeholders.of(null, Map.of()), "ExpressionAttributeValues must not be empty");
    }

    @Test
    void requireAllUsed_namesThoseThatNoExpressionUsed() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("#a", "a");
        names.put("#b", "b");
        names.put("#c", "c");
        Placeholders placeholders = Placeholders.of(names, Map.of(":v", ONE));
        Expressions.projection("#b", placeholders);
        assertRefused(
                placeholders::requireAllUsed,
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}");
        Expressions.update("SET #a = if_not_exists(#c, d)", placeholders);
        assertRefused(
                placeholders::requireAllUsed,
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
        Expressions.condition("ConditionExpression", "x = :v", placeholders);
        placeholders.requireAllUsed();
        Placeholders.none().requireAllUsed();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "names | UpdateExpression, ConditionExpression | - | ExpressionAttributeNames can only be specified when using expressions",
                "names | ProjectionExpression | ProjectionExpression | -",
                "values | UpdateExpression, ConditionExpression | - | ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and ConditionExpression are null",
                "values | ConditionExpression | - | ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null",
                "values | FilterExpression, KeyConditionExpression, ProjectionExpression | ProjectionExpression | ExpressionAttributeValues can only be specified when using expressions: FilterExpression and KeyConditionExpression are null",
                "values | ConditionExpression | ConditionExpression | -",
                "none | ConditionExpression | - | -"
            })
    void requireExpressions_refusesPlaceholdersThatNothingCouldUse(
            String given, String members, @Nullable String present, @Nullable String expected) {
        Set<String> having = present == null ? Set.of() : Set.of(present);
        Runnable check = () -> Placeholders.requireExpressions(
                given.equals("names") ? Map.of("#a", "a") : null,
                given.equals("values") ? Map.of(":v", ONE) : null,
                List.of(members.split(", ", -1)),
                having::contains);
        if (expected == null) {
            assertThatCode(check::run).doesNotThrowAnyException();
        } else {
            assertRefused(check, expected);
        }
    }

    @Test
    void reservedWords_areAllKnown() {
        assertThat(ReservedWords.count()).isEqualTo(573);
        assertThat(ReservedWords.contains("abort")).isTrue();
        assertThat(ReservedWords.contains("Zone")).isTrue();
        assertThat(ReservedWords.contains("zones")).isFalse();
    }

    private static void assertRefused(Runnable code, String expected) {
        assertThatThrownBy(code::run)
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message()).isEqualTo(expected));
    }
}
