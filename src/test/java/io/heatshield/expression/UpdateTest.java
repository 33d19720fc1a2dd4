package io.heatshield.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.expression.Update.Result;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What updates make of items. */
final class UpdateTest {
    private static final Map<String, AttributeValue> VALUES = Plain.item("""
            {':s': 'new', ':t': 'two', ':n': 3, ':one': 1, ':neg': -3, ':l': ['x', 'y'], ':none': [], ':m': {k: 1},
             ':ss': {$ss: ['a', 'z']}, ':ns': {$ns: [1, 9]}, ':bs': {$bs: ['p']}, ':all': {$ss: ['a', 'b']},
             ':nil': null, ':max': 9e125, ':huge': 1e50, ':digits': 99999999999999999999999999999999999999,
             ':tiny': 1.5e-130, ':frac': 0.1}
            """);
    private static final Map<String, String> NAMES = Map.of("#s", "s", "#d", "a.b", "#k", "k");
    private static final String ITEM = """
            {p: 'key', s: 'old', n: 5, l: ['l0', 'l1', 'l2', 'l3'], ss: {$ss: ['a', 'b']}, ns: {$ns: [1, 2]},
             bs: {$bs: ['p', 'q']}, m: {x: 1, y: {z: 'deep'}, l: [10, [20, 21], {q: 1}], ss: {$ss: ['a']}}}
            """;

    private static Update update(String text) {
        return Expressions.update(text, Placeholders.of(NAMES, VALUES));
    }

    /** The item with the given top-level attributes replaced; those given as {@code 'GONE'} removed. */
    private static Map<String, AttributeValue> itemWith(String changes) {
        Map<String, AttributeValue> item = new java.util.LinkedHashMap<>(Plain.item(ITEM));
        item.putAll(Plain.item(changes));
        item.values().removeIf(new AttributeValue.S("GONE")::equals);
        return item;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // set
                "SET s = :s | {s: 'new'}",
                "set s=:s | {s: 'new'}",
                "  sEt   s  =  :s  | {s: 'new'}",
                "SET #s = :s | {s: 'new'}",
                "SET #d = :s | {'a.b': 'new'}",
                "SET q = :nil | {q: null}",
                "SET s = :s, q = :n | {s: 'new', q: 3}",
                "SET q = s | {q: 'old'}",
                "SET s = n, n = s | {s: 5, n: 'old'}",
                "SET s = s | {}",
                "SET q = m.y.z, r = m.l[1][0] | {q: 'deep', r: 20}",
                "SET q = (:s) | {q: 'new'}",
                // nested
                "SET m.x = :s | {m: {x: 'new', y: {z: 'deep'}, l: [10, [20, 21], {q: 1}], ss: {$ss: ['a']}}}",
                "SET m.w = :s | {m: {x: 1, y: {z: 'deep'}, l: [10, [20, 21], {q: 1}], ss: {$ss: ['a']}, w: 'new'}}",
                "SET m.y = :n | {m: {x: 1, y: 3, l: [10, [20, 21], {q: 1}], ss: {$ss: ['a']}}}",
                "SET m.y.#k = :n | {m: {x: 1, y: {z: 'deep', k: 3}, l: [10, [20, 21], {q: 1}], ss: {$ss: ['a']}}}",
                "SET m.l[1][0] = :s | {m: {x: 1, y: {z: 'deep'}, l: [10, ['new', 21], {q: 1}], ss: {$ss: ['a']}}}",
                "SET m.l[2].r = :s | {m: {x: 1, y: {z: 'deep'}, l: [10, [20, 21], {q: 1, r: 'new'}], ss: {$ss: ['a']}}}",
                "SET m.x = :s, m.y.z = :n REMOVE m.l, m.ss | {m: {x: 'new', y: {z: 3}}}",
                // lists
                "SET l[1] = :s | {l: ['l0', 'new', 'l2', 'l3']}",
                "SET l[4] = :s | {l: ['l0', 'l1', 'l2', 'l3', 'new']}",
                "SET l[99] = :s | {l: ['l0', 'l1', 'l2', 'l3', 'new']}",
                "SET l[84] = :s, l[17] = :t, l[0] = :n | {l: [3, 'l1', 'l2', 'l3', 'two', 'new']}",
                "SET l[0] = l[3], l[3] = l[0] | {l: ['l3', 'l1', 'l2', 'l0']}",
                "SET l[1] = :l | {l: ['l0', ['x', 'y'], 'l2', 'l3']}",
                "REMOVE l[1] | {l: ['l0', 'l2', 'l3']}",
                "REMOVE l[0], l[2] | {l: ['l1', 'l3']}",
                "REMOVE l[2], l[0], l[1], l[3] | {l: []}",
                "REMOVE l[99] | {}",
                "REMOVE l[1] SET l[3] = :s | {l: ['l0', 'l2', 'new']}",
                "SET l[3] = :s REMOVE l[1] | {l: ['l0', 'l2', 'new']}",
                "REMOVE l[0] SET l[9] = :s | {l: ['l1', 'l2', 'l3', 'new']}",
                "SET l = list_append(l, :l) | {l: ['l0', 'l1', 'l2', 'l3', 'x', 'y']}",
                "SET l = list_append(:l, l) | {l: ['x', 'y', 'l0', 'l1', 'l2', 'l3']}",
                "SET q = list_append(:l, :none) | {q: ['x', 'y']}",
                "SET q = list_append(if_not_exists(q, :none), :l) | {q: ['x', 'y']}",
                "SET q = list_append(:l, if_not_exists(l, :none)) | {q: ['x', 'y', 'l0', 'l1', 'l2', 'l3']}",
                "SET q = list_append(m.l[1], :l) | {q: [20, 21, 'x', 'y']}",
                // if_not_exists
                "SET s = if_not_exists(s, :s) | {}",
                "SET q = if_not_exists(q, :s) | {q: 'new'}",
                "SET q = if_not_exists(s, :s) | {q: 'old'}",
                "SET q = if_not_exists(m.y.z, :s) | {q: 'deep'}",
                "SET q = if_not_exists(m.y.w, s) | {q: 'old'}",
                "SET q = if_not_exists(q, if_not_exists(r, :s)) | {q: 'new'}",
                "SET q = if_not_exists(q, :one) + :n | {q: 4}",
                "SET q = :n + if_not_exists(n, :one) | {q: 8}",
                // arithmetic
                "SET n = n + :n | {n: 8}",
                "SET n = n - :n | {n: 2}",
                "SET n = :n - n | {n: -2}",
                "SET q = n + n | {q: 10}",
                "SET q = :n - :n | {q: 0}",
                "SET n = (n - :n) | {n: 2}",
                "SET n = (n) - (:n) | {n: 2}",
                "SET n=n+:n | {n: 8}",
                "SET n=n-:n | {n: 2}",
                "SET q = m.x + :frac | {q: 1.1}",
                "SET q = :digits - :one | {q: 99999999999999999999999999999999999998}",
                "SET q = :digits + :one | {q: 100000000000000000000000000000000000000}",
                // remove
                "REMOVE s | {s: 'GONE'}",
                "REMOVE s, n, gone | {s: 'GONE', n: 'GONE'}",
                "REMOVE m.x, m.y.z | {m: {y: {}, l: [10, [20, 21], {q: 1}], ss: {$ss: ['a']}}}",
                "REMOVE m.gone | {}",
                "REMOVE m.l[1][0], m.l[2].q | {m: {x: 1, y: {z: 'deep'}, l: [10, [21], {}], ss: {$ss: ['a']}}}",
                "REMOVE s SET q = s | {s: 'GONE', q: 'old'}",
                "SET q = s REMOVE s | {s: 'GONE', q: 'old'}",
                // add
                "ADD n :n | {n: 8}",
                "ADD n :neg | {n: 2}",
                "ADD q :n | {q: 3}",
                "ADD ss :ss | {ss: {$ss: ['a', 'b', 'z']}}",
                "ADD ns :ns | {ns: {$ns: [1, 2, 9]}}",
                "ADD bs :bs | {}",
                "ADD q :ss | {q: {$ss: ['a', 'z']}}",
                "ADD m.x :n | {m: {x: 4, y: {z: 'deep'}, l: [10, [20, 21], {q: 1}], ss: {$ss: ['a']}}}",
                "ADD m.l[0] :n, n :n | {n: 8, m: {x: 1, y: {z: 'deep'}, l: [13, [20, 21], {q: 1}], ss: {$ss: ['a']}}}",
                "ADD l[9] :n | {l: ['l0', 'l1', 'l2', 'l3', 3]}",
                // delete
                "DELETE ss :ss | {ss: {$ss: ['b']}}",
                "DELETE ss :all | {ss: 'GONE'}",
                "DELETE ns :ns | {ns: {$ns: [2]}}",
                "DELETE bs :bs | {bs: {$bs: ['q']}}",
                "DELETE gone :ss | {}",
                "DELETE m.ss :ss | {m: {x: 1, y: {z: 'deep'}, l: [10, [20, 21], {q: 1}]}}",
                "DELETE m.gone :ss | {}",
                // all at once, in any order
                "ADD n :n SET s = :s DELETE ss :ss REMOVE l | {n: 8, s: 'new', ss: {$ss: ['b']}, l: 'GONE'}",
                "remove l delete ss :ss add n :n set s = :s | {n: 8, s: 'new', ss: {$ss: ['b']}, l: 'GONE'}"
            })
    void apply_changesTheItem(String text, String changes) {
        Map<String, AttributeValue> before = Plain.item(ITEM);
        Result result = update(text).apply(before);
        assertThat(result.after()).isEqualTo(itemWith(changes));
        assertThat(before).isEqualTo(Plain.item(ITEM));
        assertThat(result.before()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET q = gone | The provided expression refers to an attribute that does not exist in the item",
                "SET q = m.gone | The provided expression refers to an attribute that does not exist in the item",
                "SET q = gone + :n | The provided expression refers to an attribute that does not exist in the item",
                "SET q = list_append(gone, :l) | The provided expression refers to an attribute that does not exist in the item",
                "SET q = if_not_exists(gone, lost) | The provided expression refers to an attribute that does not exist in the item",
                "SET q = :s, r = q | The provided expression refers to an attribute that does not exist in the item",
                "SET q = s + :n | An operand in the update expression has an incorrect data type",
                "SET q = n - l | An operand in the update expression has an incorrect data type",
                "SET q = list_append(s, :l) | An operand in the update expression has an incorrect data type",
                "SET q = list_append(:l, ss) | An operand in the update expression has an incorrect data type",
                "ADD s :n | An operand in the update expression has an incorrect data type",
                "ADD n :ss | An operand in the update expression has an incorrect data type",
                "ADD ss :ns | An operand in the update expression has an incorrect data type",
                "ADD l :ss | An operand in the update expression has an incorrect data type",
                "DELETE s :ss | An operand in the update expression has an incorrect data type",
                "DELETE ss :ns | An operand in the update expression has an incorrect data type",
                "DELETE l :ss | An operand in the update expression has an incorrect data type",
                "SET s.x = :n | The document path provided in the update expression is invalid for update",
                "SET l.x = :n | The document path provided in the update expression is invalid for update",
                "SET m[0] = :n | The document path provided in the update expression is invalid for update",
                "SET gone.x = :n | The document path provided in the update expression is invalid for update",
                "SET gone[0] = :n | The document path provided in the update expression is invalid for update",
                "SET m.gone.x = :n | The document path provided in the update expression is invalid for update",
                "SET l[9].x = :n | The document path provided in the update expression is invalid for update",
                "SET l[0].x = :n | The document path provided in the update expression is invalid for update",
                "SET ss[0] = :n | The document path provided in the update expression is invalid for update",
                "REMOVE s.x | The document path provided in the update expression is invalid for update",
                "REMOVE gone.x | The document path provided in the update expression is invalid for update",
                "REMOVE gone[0] | The document path provided in the update expression is invalid for update",
                "REMOVE l.x | The document path provided in the update expression is invalid for update",
                "ADD gone.x :n | The document path provided in the update expression is invalid for update",
                "DELETE gone.x :ss | The document path provided in the update expression is invalid for update",
                "SET q = :max + :max | Number overflow. Attempting to store a number with magnitude larger than supported range",
                "SET q = :neg - :huge | Number overflow. Attempting to store a number with magnitude larger than supported range",
                "ADD n :huge | Number overflow. Attempting to store a number with magnitude larger than supported range",
                "SET q = n + :tiny | Number overflow. Attempting to store a number with magnitude larger than supported range"
            })
    void apply_refusesWhatDoesNotFitTheItem(String text, String expected) {
        Update update = update(text);
        assertThatThrownBy(() -> update.apply(Plain.item(ITEM)))
                .isInstanceOfSatisfying(
                        DynamoException.class,
                        e -> assertThat(e.error().message()).isEqualTo(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET s = :s, q = :n | {s: 'old'} | {s: 'new', q: 3}",
                "SET s = s | {s: 'old'} | {s: 'old'}",
                "SET q = :n | {} | {q: 3}",
                "REMOVE s | {s: 'old'} | {}",
                "REMOVE gone | {} | {}",
                "SET n = n + :n REMOVE s | {n: 5, s: 'old'} | {n: 8}",
                "SET m.x = :n | {m: {x: 1}} | {m: {x: 3}}",
                "SET m.w = :n | {} | {m: {w: 3}}",
                "SET m.l[1][0] = :n, m.x = :n | {m: {x: 1, l: [[20]]}} | {m: {x: 3, l: [[3]]}}",
                "SET l[0] = :n, l[2] = :n | {l: ['l0', 'l2']} | {l: [3, 3]}",
                "SET l[99] = :n | {} | {}",
                "SET l[4] = :n | {} | {l: [3]}",
                "REMOVE l[1] | {l: ['l1']} | {l: ['l2']}",
                "REMOVE l[1], l[9] | {l: ['l1']} | {l: ['l2']}",
                "ADD n :n | {n: 5} | {n: 8}",
                "DELETE ss :all | {ss: {$ss: ['a', 'b']}} | {}",
                "DELETE gone :ss | {} | {}"
            })
    void result_showsWhatWasUpdated(String text, String updatedOld, String updatedNew) {
        Result result = update(text).apply(Plain.item(ITEM));
        assertThat(result.updatedOld()).isEqualTo(Plain.item(updatedOld));
        assertThat(result.updatedNew()).isEqualTo(Plain.item(updatedNew));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET s = :s | {p: 'k', s: 'new'} | true",
                "SET q = p | {p: 'k', q: 'k'} | true",
                "ADD n :n | {p: 'k', n: 3} | true",
                "SET q = if_not_exists(q, :n) | {p: 'k', q: 3} | true",
                "REMOVE s | {p: 'k'} | false",
                "REMOVE x.y, z[0] | {p: 'k'} | false",
                "DELETE ss :ss | {p: 'k'} | false",
                "REMOVE x.y SET s = :s | {p: 'k', s: 'new'} | true"
            })
    void create_makesAnItemOfTheKey(String text, String expected, boolean creates) {
        Update update = update(text);
        Result result = update.create(Plain.item("{p: 'k'}"));
        assertThat(result.after()).isEqualTo(Plain.item(expected));
        assertThat(result.before()).isEmpty();
        assertThat(result.updatedOld()).isEmpty();
        assertThat(update.createsItem()).isEqualTo(creates);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET x.y = :n", "SET q = n", "SET q = n + :n", "DELETE x.y :ss"})
    void create_refusesWhatNeedsAnItem(String text) {
        Update update = update(text);
        assertThatThrownBy(() -> update.create(Plain.item("{p: 'k'}"))).isInstanceOf(DynamoException.class);
    }

    @Test
    void targets_areInTheOrderGiven() {
        assertThat(update("REMOVE l[1], s SET m.x = n ADD q :n").targets())
                .extracting(DocumentPath::toString)
                .containsExactly("[l, [1]]", "[s]", "[m, x]", "[q]");
    }

    @Test
    void literalFor_tellsWhatAnAttributeIsSetTo() {
        Update update = update("SET s = :s, n = n + :n, m.x = :t REMOVE l");
        assertThat(update.literalFor("s")).isEqualTo(Plain.value("'new'"));
        assertThat(update.literalFor("n")).isNull();
        assertThat(update.literalFor("m")).isNull();
        assertThat(update.literalFor("l")).isNull();
    }
}
