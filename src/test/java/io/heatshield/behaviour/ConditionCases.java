package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.FAILED_CONDITION;
import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.Shape.HASH;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Condition expressions: of which items they hold, and how the wrong ones are refused. */
final class ConditionCases {
    private static final String ITEM = "{id:'a',n:5,s:'hello',l:[1,'two',{k:3}],m:{k:1,deep:{x:'y'}},t:{$SS:['a','b']},"
            + "u:{$NS:['1','2']},b:{$B:'AQID'},yes:true,nil:null}";

    private ConditionCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        comparisons(list);
        functions(list);
        logic(list);
        failures(list);
        legacy(list);
        refusals(list);
        return list.all();
    }

    private static JsonNode check(Bench bench, String condition, String values, String more) {
        return bench.put(ITEM)
                .call(
                        "DeleteItem",
                        "Key:{id:'a'},ConditionExpression:'" + condition + "'"
                                + (values.isEmpty() ? "" : ",ExpressionAttributeValues:{" + values + "}") + more);
    }

    private static String name(String condition, String values) {
        return condition + (values.isEmpty() ? "" : " with " + values);
    }

    private static void holds(CaseList list, String condition, String values) {
        list.at(HASH, "condition holds: " + name(condition, values), b -> check(b, condition, values, ""), "{}");
    }

    private static void fails(CaseList list, String condition, String values) {
        list.at(
                HASH,
                "condition fails: " + name(condition, values),
                bench -> check(bench, condition, values, ""),
                FAILED_CONDITION);
    }

    private static void refused(CaseList list, String condition, String values, String words) {
        list.at(
                HASH,
                "condition refused: " + name(condition, values),
                bench -> check(bench, condition, values, ""),
                INVALID + words);
    }

    private static void comparisons(CaseList list) {
        holds(list, "n = :v", "':v':{$N:'5.0'}");
        fails(list, "n = :v", "':v':'5'");
        holds(list, "n <> :v", "':v':'5'");
        holds(list, "nothing <> :v", "':v':1");
        fails(list, "nothing = :v", "':v':1");
        holds(list, "n < :v", "':v':10");
        fails(list, "n < :v", "':v':5");
        holds(list, "n <= :v", "':v':5");
        holds(list, "s > :v", "':v':'hell'");
        fails(list, "s > :v", "':v':'ħ'");
        fails(list, "s > :v", "':v':1");
        holds(list, "n BETWEEN :v AND :w", "':v':5,':w':6");
        fails(list, "n BETWEEN :v AND :w", "':v':6,':w':7");
        holds(list, "n IN (:v, :w)", "':v':'5',':w':5");
        fails(list, "n IN (:v)", "':v':6");
        holds(list, "t = :v", "':v':{$SS:['b','a']}");
        holds(list, "u = :v", "':v':{$NS:['2.0','1']}");
        holds(list, "l = :v", "':v':[1,'two',{k:3}]");
        fails(list, "l = :v", "':v':['two',1,{k:3}]");
        holds(list, "m.deep = :v", "':v':{x:'y'}");
        holds(list, "l[2].k = :v", "':v':3");
        fails(list, "l[3] = :v", "':v':3");
        holds(list, "nil = :v", "':v':null");
        holds(list, "b < :v", "':v':{$B:'AQIE'}");
        holds(list, ":v = n", "':v':5");
        holds(list, "n > m.k", "");
    }

    private static void functions(CaseList list) {
        holds(list, "attribute_exists(m.deep.x)", "");
        fails(list, "attribute_exists(m.deep.z)", "");
        holds(list, "attribute_not_exists(l[3])", "");
        fails(list, "attribute_not_exists(nil)", "");
        holds(list, "attribute_type(n, :v)", "':v':'N'");
        holds(list, "attribute_type(nil, :v)", "':v':'NULL'");
        fails(list, "attribute_type(t, :v)", "':v':'L'");
        holds(list, "begins_with(s, :v)", "':v':'hel'");
        fails(list, "begins_with(s, :v)", "':v':'el'");
        fails(list, "begins_with(n, :v)", "':v':'5'");
        holds(list, "begins_with(b, :v)", "':v':{$B:'AQI='}");
        holds(list, "contains(s, :v)", "':v':'ell'");
        holds(list, "contains(t, :v)", "':v':'a'");
        holds(list, "contains(u, :v)", "':v':{$N:'2.0'}");
        fails(list, "contains(t, :v)", "':v':1");
        holds(list, "contains(l, :v)", "':v':'two'");
        fails(list, "contains(m, :v)", "':v':'k'");
        holds(list, "size(s) = :v", "':v':5");
        holds(list, "size(l) = :v", "':v':3");
        holds(list, "size(t) = size(u)", "");
        holds(list, "size(b) BETWEEN :v AND :v", "':v':3");
        holds(list, "size(m) < :v", "':v':3");
        fails(list, "size(n) > :v", "':v':0");
    }

    private static void logic(CaseList list) {
        holds(list, "n = :v OR n = :w", "':v':5,':w':6");
        fails(list, "n = :v AND n = :w", "':v':5,':w':6");
        holds(list, "NOT n = :v", "':v':6");
        holds(list, "NOT (n = :v AND s = :v)", "':v':5");
        holds(list, "n = :v OR n = :w AND n = :w", "':v':5,':w':6");
        fails(list, "(n = :v OR n = :w) AND n = :w", "':v':5,':w':6");
        holds(list, "not n = :v and attribute_exists(n)", "':v':6");
    }

    private static void failures(CaseList list) {
        list.at(
                HASH,
                "condition failed: the item comes with the error if asked",
                bench -> {
                    try {
                        return check(bench, "n = :v", "':v':6", ",ReturnValuesOnConditionCheckFailure:'ALL_OLD'");
                    } catch (software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException e) {
                        return Wire.read(e.item()).get("n");
                    }
                },
                "5");
        list.at(
                HASH,
                "condition failed: nothing was changed",
                bench -> {
                    try {
                        return check(bench, "n = :v", "':v':6", "");
                    } catch (software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException e) {
                        return bench.item("{id:'a'}").get("s");
                    }
                },
                "'hello'");
    }

    private static void expected(CaseList list, String expected, String documented) {
        list.at(
                HASH,
                "condition, legacy: " + expected,
                bench -> bench.put(ITEM).call("DeleteItem", "Key:{id:'a'},Expected:{" + expected + "}"),
                documented);
    }

    private static void legacy(CaseList list) {
        expected(list, "n:{ComparisonOperator:'GE',AttributeValueList:[5]}", "{}");
        expected(list, "n:{ComparisonOperator:'LT',AttributeValueList:[5]}", FAILED_CONDITION);
        expected(list, "x:{ComparisonOperator:'NULL'}", "{}");
        expected(list, "n:{ComparisonOperator:'NOT_NULL'},s:{ComparisonOperator:'NULL'}", FAILED_CONDITION);
        expected(list, "s:{ComparisonOperator:'BEGINS_WITH',AttributeValueList:['he']}", "{}");
        expected(list, "s:{ComparisonOperator:'CONTAINS',AttributeValueList:['ll']}", "{}");
        expected(list, "t:{ComparisonOperator:'NOT_CONTAINS',AttributeValueList:['a']}", FAILED_CONDITION);
        expected(list, "n:{ComparisonOperator:'IN',AttributeValueList:[4,5]}", "{}");
        expected(list, "n:{ComparisonOperator:'BETWEEN',AttributeValueList:[4,5]}", "{}");
        expected(
                list,
                "n:{ComparisonOperator:'BETWEEN',AttributeValueList:[4]}",
                INVALID + "One or more parameter values were invalid: Invalid number of argument(s) for the BETWEEN"
                        + " ComparisonOperator");
    }

    private static void refusals(CaseList list) {
        String invalid = "Invalid ConditionExpression: ";
        refused(list, "", "", invalid + "The expression can not be empty;");
        refused(list, "n =", "", invalid + "Syntax error; token: \"<EOF>\", near: \"=\"");
        refused(list, "n = = :v", "':v':1", invalid + "Syntax error; token: \"=\", near: \"= = :v\"");
        refused(list, "n = 5", "", invalid + "Syntax error; token: \"5\", near: \"= 5\"");
        refused(list, "(n = :v", "':v':1", invalid + "Syntax error; token: \"<EOF>\", near: \":v\"");
        refused(
                list,
                "n = :w",
                "':v':1",
                invalid + "An expression attribute value used in expression is not defined; attribute value: :w");
        refused(
                list,
                "status = :v",
                "':v':1",
                invalid + "Attribute name is a reserved keyword; reserved keyword: status");
        refused(list, "missing(n)", "", invalid + "Invalid function name; function: missing");
        refused(
                list,
                "size(n)",
                "",
                invalid + "The function is not allowed to be used this way in an expression; function: size");
        refused(
                list,
                "attribute_exists(n, s)",
                "",
                invalid + "Incorrect number of operands for operator or function; operator or function:"
                        + " attribute_exists, number of operands: 2");
        refused(
                list,
                "attribute_exists(:v)",
                "':v':1",
                invalid + "Operator or function requires a document path; operator or function: attribute_exists");
        refused(
                list,
                "begins_with(s, :v)",
                "':v':1",
                invalid + "Incorrect operand type for operator or function; operator or function: begins_with, operand"
                        + " type: N");
        refused(
                list,
                "n < :v",
                "':v':[1]",
                invalid + "Incorrect operand type for operator or function; operator…: <, operand type: L");
        refused(
                list,
                "n BETWEEN :v AND :w",
                "':v':2,':w':1",
                invalid + "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower"
                        + " bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}");
        refused(
                list,
                "n BETWEEN :v AND :w",
                "':v':2,':w':'x'",
                invalid
                        + "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand:"
                        + " AttributeValue: {N:2}, upper bound operand: AttributeValue: {S:x}");
        refused(
                list,
                "n = n",
                "",
                invalid + "The first operand must be distinct from the remaining operands for this operator or"
                        + " function; operator: =, first operand: [n]");
        refused(
                list,
                "n = :v",
                "':v':1,':w':2",
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}");
    }
}
