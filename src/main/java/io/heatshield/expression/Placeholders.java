package io.heatshield.expression;

import io.heatshield.protocol.AttributeJson.Wording;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What {@code #n} and {@code :v} stand for in the expressions of one request, and which of them were used. One
 * instance serves all expressions of a request (the service reads them in the order update, condition, key condition,
 * filter, projection); {@link #requireAllUsed} comes after the last. Not safe for use by several threads.
 */
public final class Placeholders {
    /** What stands for nothing: the placeholders of a request that brings none. */
    private final Map<String, String> names;

    private final Map<String, AttributeValue> values;
    private final Set<String> unusedNames;
    private final Set<String> unusedValues;
    private final Wording wording;

    private Placeholders(Map<String, String> names, Map<String, AttributeValue> values, Wording wording) {
        this.wording = wording;
        this.names = names;
        this.values = values;
        this.unusedNames = new LinkedHashSet<>(names.keySet());
        this.unusedValues = new LinkedHashSet<>(values.keySet());
    }

    /**
     * The placeholders of a request.
     *
     * @param names {@code ExpressionAttributeNames}, or null if the request has none
     * @param values {@code ExpressionAttributeValues}, or null if the request has none
     * @throws DynamoException a ValidationException if a map is given but empty, or a key is misspelt
     */
    public static Placeholders of(@Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values) {
        return of(names, values, Wording.CURRENT);
    }

    /**
     * The placeholders of a request.
     *
     * @param names {@code ExpressionAttributeNames}, or null if the request has none
     * @param values {@code ExpressionAttributeValues}, or null if the request has none
     * @param wording how the operation words the errors of its expressions
     * @throws DynamoException a ValidationException if a map is given but empty, or a key is misspelt
     */
    public static Placeholders of(
            @Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values, Wording wording) {
        checkKeys("ExpressionAttributeNames", '#', names);
        checkKeys("ExpressionAttributeValues", ':', values);
        checkNames(names);
        return new Placeholders(names == null ? Map.of() : names, values == null ? Map.of() : values, wording);
    }

    /** No placeholders at all. */
    public static Placeholders none() {
        return new Placeholders(Map.of(), Map.of(), Wording.CURRENT);
    }

    /** How the errors of the request's expressions are worded. */
    Wording wording() {
        return wording;
    }

    private static void checkKeys(String member, char sign, @Nullable Map<String, ?> map) {
        if (map == null) {
            return;
        }
        if (map.isEmpty()) {
            throw invalid(member + " must not be empty");
        }
        for (String key : map.keySet()) {
            if (key.length() < 2 || key.charAt(0) != sign || !allWordCharacters(key)) {
                throw invalid(member + " contains invalid key: Syntax error; key: \"" + key + "\"");
            }
        }
    }

    private static void checkNames(@Nullable Map<String, String> names) {
        if (names == null) {
            return;
        }
        names.forEach((key, name) -> {
            if (name.isEmpty()) {
                throw invalid("ExpressionAttributeNames contains invalid value: Empty attribute name for key " + key);
            }
        });
    }

    private static boolean allWordCharacters(String key) {
        for (int i = 1; i < key.length(); i++) {
            if (!isWordPart(key.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a character may stand in a placeholder: a letter or digit of ASCII, or an underscore. */
    static boolean isWordPart(char c) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        boolean digit = c >= '0' && c <= '9';
        return letter || digit || c == '_';
    }

    /**
     * Refuses placeholders that no expression of the request could use. Called before any expression is read.
     *
     * @param expressions the request's members that take expressions, in the order of the service's errors, such as
     *     {@code ["UpdateExpression", "ConditionExpression"]}; {@code ProjectionExpression} among them where the
     *     operation has it
     * @param given whether the request has that member
     * @throws DynamoException a ValidationException in the service's words
     */
    public static void requireExpressions(
            @Nullable Map<String, String> names,
            @Nullable Map<String, AttributeValue> values,
            Iterable<String> expressions,
            Predicate<String> given) {
        boolean any = false;
        boolean takesValues = false;
        Set<String> valued = new LinkedHashSet<>();
        for (String expression : expressions) {
            any |= given.test(expression);
            if (!expression.equals("ProjectionExpression")) {
                valued.add(expression);
                takesValues |= given.test(expression);
            }
        }
        if (names != null && !any) {
            throw invalid("ExpressionAttributeNames can only be specified when using expressions");
        }
        if (values != null && !takesValues && !valued.isEmpty()) {
            throw invalid("ExpressionAttributeValues can only be specified when using expressions: "
                    + String.join(" and ", valued) + (valued.size() > 1 ? " are" : " is") + " null");
        }
    }

    /** The name behind {@code #n}, sign included, marked as used; or null if the request does not define it. */
    @Nullable
    String name(String placeholder) {
        unusedNames.remove(placeholder);
        return names.get(placeholder);
    }

    /** The value behind {@code :v}, sign included, marked as used; or null if the request does not define it. */
    @Nullable
    AttributeValue value(String placeholder) {
        unusedValues.remove(placeholder);
        return values.get(placeholder);
    }

    /**
     * Refuses placeholders that no expression used.
     *
     * @throws DynamoException a ValidationException in the service's words
     */
    public void requireAllUsed() {
        if (!unusedNames.isEmpty()) {
            throw invalid("Value provided in ExpressionAttributeNames unused in expressions: keys: {"
                    + String.join(", ", unusedNames) + "}");
        }
        if (!unusedValues.isEmpty()) {
            throw invalid("Value provided in ExpressionAttributeValues unused in expressions: keys: {"
                    + String.join(", ", unusedValues) + "}");
        }
    }

    private static DynamoException invalid(String message) {
        return DynamoError.validation(message).exception();
    }
}
