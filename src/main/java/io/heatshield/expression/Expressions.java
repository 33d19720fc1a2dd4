package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * DynamoDB's expressions, from text to trees. Reading takes time linear in the text, whatever the text. All methods
 * throw {@link DynamoException} with a ValidationException in the service's words; none of its messages has the
 * prefix {@code 1 validation error detected:} that some operations put before them.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.html">Expressions</a>
 */
public final class Expressions {
    private Expressions() {}

    /** Reads a {@code ProjectionExpression}. */
    public static Projection projection(String text, Placeholders placeholders) {
        return Projection.parse(text, placeholders);
    }

    /**
     * Reads a condition.
     *
     * @param kind the request's member: {@code ConditionExpression} or {@code FilterExpression}
     */
    public static Condition condition(String kind, String text, Placeholders placeholders) {
        return ConditionParser.parse(kind, text, placeholders);
    }

    /** Reads an {@code UpdateExpression}. */
    public static Update update(String text, Placeholders placeholders) {
        return UpdateParser.parse(text, placeholders);
    }

    /**
     * A condition or a projection with what its placeholders stand for in their place. Equal for spellings that differ
     * in placeholders, in spaces and in the case of keywords, and for none that mean different things.
     *
     * @return null if a placeholder stands for nothing, or the text has a sign that no expression has
     */
    public static @Nullable String canonical(
            String text, Map<String, String> names, Map<String, AttributeValue> values) {
        return CanonicalText.of(text, names, values);
    }

    /**
     * Reads a {@code KeyConditionExpression}.
     *
     * @param keys the key schema of the table or the index that is queried
     */
    public static KeyCondition keyCondition(String text, Placeholders placeholders, KeySchema keys) {
        Condition condition = ConditionParser.parse(KeyConditionReader.MEMBER, text, placeholders);
        return KeyConditionReader.read(condition, keys);
    }

    /**
     * Reads a {@code KeyConditionExpression} before the schema is known: what it asks of each attribute. The service
     * finds what is wrong with the text before it looks for the table.
     */
    public static Map<String, KeyCondition.SortCondition> keyTests(String text, Placeholders placeholders) {
        return KeyConditionReader.tests(ConditionParser.parse(KeyConditionReader.MEMBER, text, placeholders));
    }
}
