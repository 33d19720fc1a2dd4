package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.expression.KeyCondition.Operator;
import io.heatshield.expression.Statement.Returning;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements: what they say, how their keys are found, and what is refused. */
final class PartiQlTest {
    private static final KeySchema KEYS = new KeySchema(
            new KeySchema.Attribute("pk", KeySchema.Type.S), new KeySchema.Attribute("sk", KeySchema.Type.N));
    private static final KeySchema SIMPLE = new KeySchema(new KeySchema.Attribute("pk", KeySchema.Type.S), null);
    private static final Map<String, AttributeValue> ITEM = Plain.item("""
            {pk: 'p', sk: 1, s: 'hello', n: 5, nil: null, ss: {$ss: ['a', 'b']}, l: ['l0', 'l1'], m: {x: 1, l: [7, 8]},
             'odd name': 1, t: true}
            """);

    private static List<AttributeValue> list(@Nullable String json) {
        return json == null ? List.of() : ((AttributeValue.L) Plain.value(json)).values();
    }

    private static Statement parse(String text, @Nullable String parameters) {
        return PartiQl.parse(text, list(parameters));
    }

    private static Condition where(String text) {
        return ((Statement.Select) parse("SELECT * FROM t WHERE " + text, null))
                .where()
                .condition();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "SELECT * FROM Music | Music | -",
                "select * from \"Music\" | Music | -",
                "SELECT * FROM \"Mu-sic\".\"by-Artist\" | Mu-sic | by-Artist",
                "SELECT * FROM Music.idx WHERE a = 1 | Music | idx",
                "SELECT * FROM \"arn:aws:dynamodb:eu-west-1:1:table/t\"; | arn:aws:dynamodb:eu-west-1:1:table/t | -",
                "SELECT * /* all */ FROM t -- the table | t | -",
                "UPDATE \"t\" SET a = 1 WHERE pk = 'x' | t | -",
                "DELETE FROM t.i WHERE pk = 'x' | t | i",
                "INSERT INTO \"t\" VALUE {'pk': 'x'} | t | -",
                "EXISTS(SELECT * FROM t WHERE pk = 'x') | t | -"
            })
    void parse_findsTheTable(String text, String table, @Nullable String index) {
        Statement statement = parse(text, null);
        assertThat(statement.table()).isEqualTo(table);
        assertThat(statement.index()).isEqualTo(index);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "* | {pk: 'p', sk: 1, s: 'hello', n: 5, nil: null, ss: {$ss: ['a', 'b']}, l: ['l0', 'l1'], m: {x: 1, l: [7, 8]}, 'odd name': 1, t: true}",
                "s | {s: 'hello'}",
                "s, n | {s: 'hello', n: 5}",
                "\"odd name\" | {'odd name': 1}",
                "m.x | {x: 1}",
                "m.l[1] | {'l[1]': 8}",
                "m['x'] | {x: 1}",
                "l[0], gone | {'l[0]': 'l0'}",
                "gone.x | {}"
            })
    void select_projects(String columns, String expected) {
        Statement.Select select = (Statement.Select) parse("SELECT " + columns.replace("\\", "") + " FROM t", null);
        assertThat(select.project(ITEM)).isEqualTo(Plain.item(expected));
        assertThat(select.where().parts()).isEmpty();
        assertThat(select.where().condition().test(ITEM)).isTrue();
    }

    @Test
    void select_orders() {
        Statement.Select select =
                (Statement.Select) parse("SELECT * FROM t WHERE pk = 'x' ORDER BY pk, sk DESC, \"a\" ASC", null);
        assertThat(select.order())
                .containsExactly(
                        new Statement.Order("pk", false),
                        new Statement.Order("sk", true),
                        new Statement.Order("a", false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s = 'hello'",
                "'hello' = s",
                "s <> 'x'",
                "s != 'x'",
                "n > 4 AND n >= 5 AND n < 5.1 AND n <= 5e0",
                "4 < n",
                "n BETWEEN 1 AND 5",
                "n NOT BETWEEN 6 AND 9",
                "s IN ['x', 'hello']",
                "s IN ('x', 'hello')",
                "s NOT IN ['x']",
                "gone IS MISSING",
                "s IS NOT MISSING",
                "nil IS NULL",
                "s IS NOT NULL",
                "NOT s IS NULL",
                "begins_with(s, 'hel')",
                "BEGINS_WITH(\"s\", 'hel')",
                "contains(s, 'ell')",
                "contains(ss, 'a')",
                "attribute_type(n, 'N')",
                "attribute_exists(s) AND attribute_not_exists(gone)",
                "size(s) = 5",
                "SIZE(l) >= 2",
                "s = 'x' OR n = 5",
                "s = 'x' OR (n = 5 AND NOT n = 6)",
                "NOT (s = 'x' OR n = 6)",
                "NOT gone = 'x'",
                "ss = <<'b', 'a'>>",
                "m = {'x': 1, 'l': [7, 8]}",
                "m.l[1] = 8",
                "m.x = +1",
                "n > -5",
                "n > - -4",
                "t = true",
                "t = TRUE AND NOT t = false",
                "nil = null",
                "\"odd name\" = 1",
                "s = 'it''s' OR s = 'hello'",
                "l = ['l0', 'l1']"
            })
    void where_holds(String text) {
        assertThat(where(text).test(ITEM)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s = 'x'",
                "s = 5",
                "gone = 'x'",
                "n BETWEEN 6 AND 9",
                "s IN ['x']",
                "s NOT IN ['hello']",
                "s IS MISSING",
                "nil IS MISSING",
                "gone IS NULL",
                "begins_with(s, 'x')",
                "size(gone) = 0",
                "s = 'hello' AND n = 6",
                "s = 'it''s'"
            })
    void where_doesNotHold(String text) {
        assertThat(where(text).test(ITEM)).isFalse();
    }

    @Test
    void parameters_standInOrder() {
        Statement.Update update = (Statement.Update)
                parse("UPDATE t SET a = ?, b = n + ? WHERE pk = ? AND sk = ? AND n > ?", "['x', 2, 'p', 1, 4]");
        assertThat(update.update().apply(ITEM).updatedNew()).isEqualTo(Plain.item("{a: 'x', b: 7}"));
        Where.Target target = update.where().target(KEYS);
        assertThat(target.key()).isEqualTo(Plain.item("{pk: 'p', sk: 1}"));
        assertThat(target.condition().test(ITEM)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "VALUE {'pk': 'x', 'sk': 1} | - | {pk: 'x', sk: 1}",
                "value {\"pk\": 'x', sk: -1.5e2} | - | {pk: 'x', sk: -150}",
                "VALUE {'pk': ?, 'a': ?} | ['x', {k: [1]}] | {pk: 'x', a: {k: [1]}}",
                "VALUE {'a': {'b': [1, 'x', {'c': null}], 'd': <<1, 2>>}, 'e': <<'x'>>} | - | {a: {b: [1, 'x', {c: null}], d: {$ns: [1, 2]}}, e: {$ss: ['x']}}",
                "VALUE {'a': [], 'b': {}, 'c': '', 'd': true} | - | {a: [], b: {}, c: '', d: true}",
                "VALUE {} | - | {}",
                "VALUE ? | [{pk: 'x'}] | {pk: 'x'}"
            })
    void insert_hasAnItem(String value, @Nullable String parameters, String expected) {
        Statement.Insert insert = (Statement.Insert) parse("INSERT INTO t " + value, parameters);
        assertThat(insert.item()).isEqualTo(Plain.item(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET s = 'new' | {s: 'new'}",
                "SET s = 'new', q = 1 | {s: 'new', q: 1}",
                "SET s = 'new' SET q = 1 | {s: 'new', q: 1}",
                "SET q = s REMOVE n | {q: 'hello', n: 'GONE'}",
                "REMOVE n, nil | {n: 'GONE', nil: 'GONE'}",
                "REMOVE n REMOVE nil | {n: 'GONE', nil: 'GONE'}",
                "SET n = n + 1 | {n: 6}",
                "SET n = n - 1 | {n: 4}",
                "SET n=n-1 | {n: 4}",
                "SET n = 10 - n | {n: 5}",
                "SET l = list_append(l, ['x']) | {l: ['l0', 'l1', 'x']}",
                "SET l = LIST_APPEND(['x'], l) | {l: ['x', 'l0', 'l1']}",
                "SET l[0] = 'x' | {l: ['x', 'l1']}",
                "SET l[9] = 'x' | {l: ['l0', 'l1', 'x']}",
                "REMOVE l[0] | {l: ['l1']}",
                "SET m.x = 2, m.l[0] = 9 | {m: {x: 2, l: [9, 8]}}",
                "SET \"odd name\" = {'Grammys': [2020, 2018]} | {'odd name': {Grammys: [2020, 2018]}}",
                "SET ss = set_add(ss, <<'z'>>) | {ss: {$ss: ['a', 'b', 'z']}}",
                "SET ss = SET_DELETE(ss, <<'a'>>) | {ss: {$ss: ['b']}}",
                "SET ss = set_delete(ss, <<'a', 'b'>>) | {ss: 'GONE'}"
            })
    void update_changes(String clauses, String changes) {
        Statement.Update update = (Statement.Update)
                parse("UPDATE t " + clauses + " WHERE pk = 'p' AND sk = 1 RETURNING MODIFIED NEW *", null);
        Map<String, AttributeValue> expected = new java.util.LinkedHashMap<>(ITEM);
        expected.putAll(Plain.item(changes));
        expected.values().removeIf(new AttributeValue.S("GONE")::equals);
        assertThat(update.update().apply(ITEM).after()).isEqualTo(expected);
        assertThat(update.returning()).isEqualTo(Returning.MODIFIED_NEW);
    }

    @ParameterizedTest
    @CsvSource({
        "'',NONE",
        "RETURNING ALL OLD *,ALL_OLD",
        "returning all new *,ALL_NEW",
        "RETURNING MODIFIED OLD *,MODIFIED_OLD",
        "RETURNING MODIFIED NEW *,MODIFIED_NEW"
    })
    void update_returns(String clause, Returning expected) {
        Statement.Update update = (Statement.Update) parse("UPDATE t SET a = 1 WHERE pk = 'p' " + clause, null);
        assertThat(update.returning()).isEqualTo(expected);
    }

    @Test
    void delete_returnsTheOldItemAtMost() {
        Statement.Delete delete = (Statement.Delete)
                parse("DELETE FROM t WHERE pk = 'p' AND sk = 1 AND s = 'x' RETURNING ALL OLD *", null);
        assertThat(delete.returning()).isEqualTo(Returning.ALL_OLD);
        assertThat(delete.where().target(KEYS).condition().test(ITEM)).isFalse();
        assertRefused(
                "DELETE FROM t WHERE pk = 'p' RETURNING ALL NEW *",
                "Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is allowed in DELETE"
                        + " statements.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pk = 'p' | ['p'] | - | true",
                "'p' = pk AND s = 'x' | ['p'] | - | false",
                "pk IN ['p', 'q', 'p'] | ['p', 'q'] | - | true",
                "pk = 'p' AND sk = 1 | ['p'] | EQ | true",
                "pk = 'p' AND 9 > sk | ['p'] | LT | true",
                "pk = 'p' AND sk BETWEEN 1 AND 9 | ['p'] | BETWEEN | true",
                "(pk = 'p' AND sk >= 1) AND n = 5 | ['p'] | GE | true",
                "pk = 'p' AND sk > 0 AND sk < 9 | ['p'] | GT | true",
                "pk = 'p' AND sk IN [1, 2] | ['p'] | - | true",
                "pk = 'p' AND sk <> 1 | ['p'] | - | false",
                "pk = 'p' AND pk = 'q' | ['p'] | - | false",
                "pk > 'a' | [] | - | true",
                "pk = 'p' OR n = 5 | [] | - | true",
                "NOT pk = 'p' | [] | - | false",
                "sk = 1 | [] | - | true",
                "n = 5 | [] | - | true"
            })
    void access_findsPartitionsAndRange(String text, String partitions, String operator, boolean rest) {
        Where where = ((Statement.Select) parse("SELECT * FROM t WHERE " + text, null)).where();
        Where.Access access = where.access(KEYS);
        assertThat(access.partitions()).isEqualTo(list(partitions));
        assertThat(access.sort() == null ? "-" : access.sort().operator().name())
                .isEqualTo(operator);
        assertThat(access.filter().test(ITEM)).isEqualTo(rest);
    }

    /** Range and filter together must ask what the clause asks, wherever the parts go. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pk = 'p' AND sk = 1",
                "pk = 'p' AND sk > 1",
                "pk = 'p' AND sk > 0 AND sk < 1",
                "pk IN ['q'] AND sk = 1",
                "pk = 'p' AND pk = 'q'",
                "pk = 'p' AND sk IN [1]",
                "sk = 1 AND pk = 'p' AND s = 'hello'"
            })
    void access_asksWhatTheClauseAsks(String text) {
        Where where = ((Statement.Select) parse("SELECT * FROM t WHERE " + text, null)).where();
        Where.Access access = where.access(KEYS);
        KeyCondition.@Nullable SortCondition sort = access.sort();
        boolean found = access.partitions().contains(Plain.value("'p'"))
                && (sort == null || sort.test(Plain.value("1")))
                && access.filter().test(ITEM);
        assertThat(found).isEqualTo(where.condition().test(ITEM));
    }

    @Test
    void access_knowsPrefixes() {
        KeySchema strings = new KeySchema(
                new KeySchema.Attribute("pk", KeySchema.Type.S), new KeySchema.Attribute("sk", KeySchema.Type.S));
        Where where =
                ((Statement.Select) parse("SELECT * FROM t WHERE pk = 'p' AND begins_with(sk, 'a')", null)).where();
        assertThat(where.access(strings).sort())
                .isEqualTo(new KeyCondition.SortCondition(Operator.BEGINS_WITH, Plain.value("'a'"), null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pk = 'p' | Where clause does not contain a mandatory equality on all key attributes",
                "pk = 'p' AND sk > 1 | Where clause does not contain a mandatory equality on all key attributes",
                "n = 1 | Where clause does not contain a mandatory equality on all key attributes",
                "pk = 'p' OR sk = 1 | Where clause does not contain a mandatory equality on all key attributes",
                "pk = 'p' AND sk = 1 AND pk = 'q' | Multiple conditions on same key",
                "pk = 5 AND sk = 1 | The provided key element does not match the schema"
            })
    void target_wantsTheWholeKey(String text, String expected) {
        Statement.Delete delete = (Statement.Delete) parse("DELETE FROM t WHERE " + text, null);
        assertThatThrownBy(() -> delete.where().target(KEYS))
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message()).isEqualTo(expected));
    }

    @Test
    void target_wantsAClause() {
        Statement.Update update = (Statement.Update) parse("UPDATE t SET a = 1", null);
        assertThatThrownBy(() -> update.where().target(SIMPLE))
                .hasMessageContaining("Where clause does not contain a mandatory equality on all key attributes");
        Statement.Update keyed = (Statement.Update) parse("UPDATE t SET a = 1 WHERE pk = 'x'", null);
        assertThat(keyed.where().target(SIMPLE).key()).isEqualTo(Plain.item("{pk: 'x'}"));
    }

    @Test
    void access_refusesKeysOfAnotherType() {
        Where where = ((Statement.Select) parse("SELECT * FROM t WHERE pk = 5", null)).where();
        assertThatThrownBy(() -> where.access(KEYS))
                .hasMessageContaining("Condition parameter type does not match schema type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "HELLO", "(SELECT * FROM t)", "CREATE TABLE t", "DROP TABLE t", "MERGE INTO t"})
    void parse_refusesWhatIsNoStatement(String text) {
        assertRefused(text, "Statement wasn't well formed, can't be processed: Expected data manipulation");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT * FROM | Unexpected term",
                "SELECT * FROM t WHERE | Unexpected term",
                "SELECT FROM t | Unexpected keyword",
                "SELECT * t | Expected FROM",
                "SELECT * FROM WHERE a = 1 | Unexpected keyword",
                "SELECT * FROM t WHERE a = | Unexpected term",
                "SELECT * FROM t WHERE a | Unexpected term",
                "SELECT * FROM t WHERE a b | Unexpected token after expression",
                "SELECT * FROM t WHERE a = 1 b | Unexpected token after expression",
                "SELECT * FROM t WHERE a = 1 LIMIT 5 | Unexpected token after expression",
                "SELECT * FROM t WHERE (a = 1 | Expected )",
                "SELECT * FROM t WHERE a = 1) | Unexpected token after expression",
                "SELECT * FROM t WHERE a BETWEEN 1 | Expected AND",
                "SELECT * FROM t WHERE a IN 1 | Expected (",
                "SELECT * FROM t WHERE a IS 1 | Expected MISSING",
                "SELECT * FROM t WHERE a = 'x | Unexpected token",
                "SELECT * FROM \"t | Unexpected token",
                "SELECT * FROM t /* never | Unexpected token",
                "SELECT * FROM t WHERE a = 1 AND AND b = 1 | Unexpected keyword",
                "SELECT * FROM t WHERE a ~ 1 | Unexpected token",
                "SELECT * FROM t; SELECT * FROM t | Unexpected keyword",
                "SELECT * FROM t ORDER pk | Expected BY",
                "INSERT t VALUE {} | Expected INTO",
                "INSERT INTO urls (key, x) VALUES (1, 2) | Expected VALUE",
                "INSERT INTO t VALUE 5 | Expected {",
                "INSERT INTO t VALUE {'a' 1} | Expected :",
                "INSERT INTO t VALUE {'a': 1, } | Unexpected term",
                "INSERT INTO t VALUE {'a': b} | Unexpected term",
                "INSERT INTO t VALUE {'a': 1 | Expected }",
                "UPDATE t WHERE pk = 1 | Unexpected keyword",
                "UPDATE t SET a WHERE pk = 1 | Unexpected keyword",
                "UPDATE t SET a = 1 2 WHERE pk = 1 | Unexpected token after expression",
                "UPDATE t SET a = upper(b) WHERE pk = 1 | Unsupported function upper",
                "UPDATE t SET a = 1 WHERE pk = 1 RETURNING OLD * | Expected MODIFIED",
                "UPDATE t SET a = 1 WHERE pk = 1 RETURNING ALL OLD | Expected *",
                "DELETE t WHERE pk = 1 | Expected FROM",
                "DELETE FROM t WHERE pk = - | Unexpected term"
            })
    void parse_refusesWhatIsNotWellFormed(String text, String expected) {
        // A word that the service knows as a keyword is called so even where something else was expected.
        assertThatThrownBy(() -> parse(text.replace("\\\"", "\""), null))
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message())
                                .startsWith("Statement wasn't well formed, can't be processed: ")
                                .isEqualTo("Statement wasn't well formed, can't be processed: " + expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT COUNT(*) FROM t | Unexpected path component at 1:8:5",
                "SELECT a AS b FROM t | Aliasing is not supported",
                "SELECT a b FROM t | Aliasing is not supported",
                "SELECT * FROM t AS x | Aliasing is not supported",
                "SELECT * FROM t x WHERE a = 1 | Aliasing is not supported",
                "SELECT * FROM a.b.c | A path may contain at most 2 components in the FROM clause",
                "INSERT INTO a.b VALUE {'pk': 1} | FROM clause may only contain a single table name",
                "SELECT l[-1] FROM t | List index is not within the allowable range; index: [-1] at 1:11:1",
                "SELECT l[3000000000] FROM t | List index is not within the allowable range; index: [3000000000] at 1:10:10",
                "SELECT * FROM t WHERE a < true | Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
                "SELECT * FROM t WHERE a BETWEEN [1] AND [2] | Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: L",
                "SELECT * FROM t WHERE begins_with(a, 5) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
                "SELECT * FROM t WHERE attribute_type(a, 5) | Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N",
                "SELECT * FROM t WHERE attribute_type(a, 'X') | Invalid attribute type name found; type: X, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}",
                "UPDATE t SET a = 1, a = 2 WHERE pk = 'x' | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
                "UPDATE t SET a = 'x' + 1 WHERE pk = 'x' | Incorrect operand type for operator or function; operator or function: +, operand type: S",
                "UPDATE t SET a = set_add(b, <<1>>) WHERE pk = 'x' | The first argument to SET_ADD must equal the assignment value at 1:18:7",
                "UPDATE t SET a = set_add(a, [1]) WHERE pk = 'x' | The second argument to SET_ADD must be a value with type SET at 1:26:1",
                "INSERT INTO t VALUE {'a': <<>>} | Empty bags are not supported",
                "INSERT INTO t VALUE {'a': <<1, 'x'>>} | Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags",
                "INSERT INTO t VALUE {'a': <<1, 1.0>>} | One or more parameter values were invalid: Input collection contains duplicates.",
                "INSERT INTO t VALUE {'a': 1e200} | Number overflow. Attempting to store a number with magnitude larger than supported range",
                "SELECT * FROM t WHERE a = ? | Number of parameters in request and statement don't match."
            })
    void parse_refusesWhatIsNotSupported(String text, String expected) {
        assertRefused(text, expected);
    }

    @Test
    void parse_refusesEmptyNames() {
        assertRefused("SELECT * FROM \"\"", "Path component cannot be an empty string");
        assertRefused("SELECT * FROM \"t\".\"\"", "Path component cannot be an empty string");
    }

    @Test
    void parse_countsParameters() {
        assertThatThrownBy(() -> parse("SELECT * FROM t WHERE a = ?", "[1, 2]"))
                .hasMessageContaining("Number of parameters in request and statement don't match.");
        assertThatThrownBy(() -> parse("INSERT INTO t VALUE {'a': [?]}", "[1]"))
                .hasMessageContaining("Unsupported data type: Parameter under key root[0] at 1:28:1");
    }

    @Test
    void parse_boundsDepth() {
        assertThat(where("(".repeat(100) + "s = 'hello'" + ")".repeat(100)).test(ITEM))
                .isTrue();
        for (String deep : List.of(
                "SELECT * FROM t WHERE " + "(".repeat(5000),
                "SELECT * FROM t WHERE a = " + "[".repeat(5000),
                "SELECT * FROM t WHERE " + "size(".repeat(5000),
                "INSERT INTO t VALUE " + "{'a':".repeat(5000),
                "UPDATE t SET a = " + "list_append(".repeat(5000),
                "SELECT a" + "[0]".repeat(5000) + " FROM t")) {
            assertThatThrownBy(() -> parse(deep, null)).isInstanceOf(DynamoException.class);
        }
        assertThat(where("NOT ".repeat(5000) + "s = 'hello'").test(ITEM)).isTrue();
    }

    private static void assertRefused(String text, String expected) {
        assertThatThrownBy(() -> parse(text, null))
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message()).isEqualTo(expected));
    }
}
