package io.heatshield.history;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ways to add one to a counter, each of which tells what it made of it. All but the last may be used by any number
 * of clients on one counter.
 */
final class Writes {
    /** It was certainly not written. */
    static final long NONE = -2;

    private static final Pattern VERSION = Pattern.compile("\"v\":\\{\"N\":\"(\\d+)\"}");

    /** The error by which a strict write is refused before it is sent. */
    private static final String REFUSED = "nothing was written";

    private Writes() {}

    /** The counter in an answer, or 0 if there is none. */
    static long version(String body) {
        Matcher found = VERSION.matcher(body);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    /** Whether an answer says that the write was refused for want of a shared tier. */
    private static boolean refused(Door.Answer answer) {
        return answer.body().contains(REFUSED);
    }

    static long update(Door door, String table, String key) throws IOException {
        return told(door.ask("UpdateItem", """
                {"TableName":"%s","Key":{"id":{"S":"%s"}},"UpdateExpression":"ADD v :one",\
                "ExpressionAttributeValues":{":one":{"N":"1"}},"ReturnValues":"ALL_NEW"}""".formatted(table, key)));
    }

    /** PartiQL, which makes no item where there is none. */
    static long statement(Door door, String table, String key) throws IOException {
        Door.Answer answer = door.ask("ExecuteStatement", """
                {"Statement":"UPDATE \\"%s\\" SET v = v + 1 WHERE id = ? RETURNING ALL NEW *",\
                "Parameters":[{"S":"%s"}]}""".formatted(table, key));
        return answer.body().contains("ConditionalCheckFailed") ? NONE : told(answer);
    }

    /** A transaction that writes only if nobody did since the counter was read. It tells no values itself. */
    static long transaction(Door door, String table, String key) throws IOException {
        Door.Answer read = door.ask("GetItem", """
                {"TableName":"%s","Key":{"id":{"S":"%s"}},"ConsistentRead":true}""".formatted(table, key));
        if (read.status() != 200) {
            return NONE;
        }
        long before = version(read.body());
        Door.Answer answer = door.ask("TransactWriteItems", """
                {"TransactItems":[{"Update":{"TableName":"%s","Key":{"id":{"S":"%s"}},"UpdateExpression":"SET v = :new",\
                "ConditionExpression":"%s","ExpressionAttributeValues":{":new":{"N":"%d"}%s}}}]}""".formatted(
                        table,
                        key,
                        before == 0 ? "attribute_not_exists(v)" : "v = :old",
                        before + 1,
                        before == 0 ? "" : ",\":old\":{\"N\":\"" + before + "\"}"));
        if (answer.status() == 200) {
            return before + 1;
        }
        boolean none = answer.body().contains("TransactionCanceledException") || refused(answer);
        return none ? NONE : Written.UNKNOWN;
    }

    /** A batch that puts what it is told to: for a counter that nobody else writes. */
    static long batch(Door door, String table, String key, long version) throws IOException {
        Door.Answer answer = door.ask("BatchWriteItem", """
                {"RequestItems":{"%s":[{"PutRequest":{"Item":{"id":{"S":"%s"},"v":{"N":"%d"}}}}]}}""".formatted(table, key, version));
        if (answer.status() == 200 && answer.body().contains("\"UnprocessedItems\":{}")) {
            return version;
        }
        return refused(answer) ? NONE : Written.UNKNOWN;
    }

    private static long told(Door.Answer answer) {
        if (answer.status() == 200) {
            return version(answer.body());
        }
        return refused(answer) ? NONE : Written.UNKNOWN;
    }
}
