package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.FAILED_CONDITION;
import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.PARAMETER;
import static io.heatshield.behaviour.Shape.HASH;

import java.util.List;

/** UpdateItem: what each clause makes of an item, what is answered, and what is refused. */
final class UpdateCases {
    private static final String ITEM = "{id:'a',n:5,s:'x',l:[1,2,3],m:{k:1},t:{$SS:['a','b']}}";

    private UpdateCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        sets(list);
        removals(list);
        additions(list);
        returnValues(list);
        creation(list);
        legacy(list);
        refusals(list);
        syntax(list);
        return list.all();
    }

    /** An update of one item, and the item after it. */
    private static void becomes(CaseList list, String expression, String item, String values, String after) {
        list.at(
                HASH,
                "update: " + expression + " on " + item + (values.isEmpty() ? "" : " with " + values),
                bench -> {
                    bench.put(item).call("UpdateItem", request(expression, values));
                    return bench.item("{id:'a'}");
                },
                after);
    }

    private static String request(String expression, String values) {
        return "Key:{id:'a'},UpdateExpression:'" + expression + "'"
                + (values.isEmpty() ? "" : ",ExpressionAttributeValues:{" + values + "}");
    }

    private static void refused(CaseList list, String expression, String values, String words) {
        list.at(
                HASH,
                "update refused: " + expression + (values.isEmpty() ? "" : " with " + values),
                bench -> bench.put(ITEM).call("UpdateItem", request(expression, values)),
                words);
    }

    private static void sets(CaseList list) {
        becomes(list, "SET n = :v", "{id:'a',n:1}", "':v':2", "{id:'a',n:2}");
        becomes(list, "SET n = :v, o = :w", "{id:'a'}", "':v':2,':w':'y'", "{id:'a',n:2,o:'y'}");
        becomes(list, "SET n = n + :v", "{id:'a',n:1.5}", "':v':2", "{id:'a',n:3.5}");
        becomes(list, "SET n = n - :v", "{id:'a',n:1}", "':v':3", "{id:'a',n:-2}");
        becomes(list, "SET n = :v - n", "{id:'a',n:1}", "':v':3", "{id:'a',n:2}");
        becomes(list, "SET a = b, b = a", "{id:'a',a:1,b:2}", "", "{a:2,b:1,id:'a'}");
        becomes(list, "SET n = if_not_exists(n, :v)", "{id:'a',n:1}", "':v':2", "{id:'a',n:1}");
        becomes(list, "SET o = if_not_exists(o, :v)", "{id:'a',n:1}", "':v':2", "{id:'a',n:1,o:2}");
        becomes(list, "SET n = if_not_exists(n, :z) + :v", "{id:'a'}", "':v':2,':z':0", "{id:'a',n:2}");
        becomes(list, "SET l = list_append(l, :v)", "{id:'a',l:[1]}", "':v':[2]", "{id:'a',l:[1,2]}");
        becomes(list, "SET l = list_append(:v, l)", "{id:'a',l:[1]}", "':v':[2]", "{id:'a',l:[2,1]}");
        becomes(
                list,
                "SET l = list_append(if_not_exists(l, :e), :v)",
                "{id:'a'}",
                "':v':[2],':e':[]",
                "{id:'a',l:[2]}");
        becomes(list, "SET m.k = :v", "{id:'a',m:{k:1,j:2}}", "':v':3", "{id:'a',m:{j:2,k:3}}");
        becomes(list, "SET m.x.y = :v", "{id:'a',m:{x:{}}}", "':v':3", "{id:'a',m:{x:{y:3}}}");
        becomes(list, "SET l[1] = :v", "{id:'a',l:[1,2,3]}", "':v':9", "{id:'a',l:[1,9,3]}");
        becomes(list, "SET l[9] = :v", "{id:'a',l:[1,2]}", "':v':9", "{id:'a',l:[1,2,9]}");
        becomes(list, "SET l[9] = :v, l[5] = :w", "{id:'a',l:[1]}", "':v':9,':w':5", "{id:'a',l:[1,5,9]}");
        becomes(list, "SET m = :v", "{id:'a',m:{k:1}}", "':v':[]", "{id:'a',m:[]}");
        becomes(list, "set n = :v remove s", "{id:'a',s:1}", "':v':2", "{id:'a',n:2}");
        becomes(list, "SET o = m.k", "{id:'a',m:{k:7}}", "", "{id:'a',m:{k:7},o:7}");
    }

    private static void removals(CaseList list) {
        becomes(list, "REMOVE n", "{id:'a',n:1,o:2}", "", "{id:'a',o:2}");
        becomes(list, "REMOVE nothing", "{id:'a',n:1}", "", "{id:'a',n:1}");
        becomes(list, "REMOVE l[0], l[2]", "{id:'a',l:[1,2,3]}", "", "{id:'a',l:[2]}");
        becomes(list, "REMOVE l[7]", "{id:'a',l:[1]}", "", "{id:'a',l:[1]}");
        becomes(list, "REMOVE m.k", "{id:'a',m:{k:1}}", "", "{id:'a',m:{}}");
        becomes(list, "REMOVE l[0] SET l[1] = :v", "{id:'a',l:[1,2,3]}", "':v':9", "{id:'a',l:[9,3]}");
    }

    private static void additions(CaseList list) {
        becomes(list, "ADD n :v", "{id:'a',n:1}", "':v':-3", "{id:'a',n:-2}");
        becomes(list, "ADD o :v", "{id:'a'}", "':v':3", "{id:'a',o:3}");
        becomes(list, "ADD t :v", "{id:'a',t:{$SS:['a']}}", "':v':{$SS:['a','c']}", "{id:'a',t:{$SS:['a','c']}}");
        becomes(list, "ADD t :v", "{id:'a'}", "':v':{$NS:['1']}", "{id:'a',t:{$NS:['1']}}");
        becomes(list, "ADD m.c :v", "{id:'a',m:{}}", "':v':1", "{id:'a',m:{c:1}}");
        becomes(list, "DELETE t :v", "{id:'a',t:{$SS:['a','b']}}", "':v':{$SS:['b','c']}", "{id:'a',t:{$SS:['a']}}");
        becomes(list, "DELETE t :v", "{id:'a',t:{$SS:['a']}}", "':v':{$SS:['a']}", "{id:'a'}");
        becomes(list, "DELETE t :v", "{id:'a',n:1}", "':v':{$SS:['a']}", "{id:'a',n:1}");
    }

    private static void answers(CaseList list, String values, String documented) {
        list.at(
                HASH,
                "update: answers " + values,
                bench -> bench.put("{id:'a',n:1,m:{x:1,y:2},gone:0}")
                        .call(
                                "UpdateItem",
                                request("SET n = :v, m.x = :v REMOVE gone", "':v':5") + ",ReturnValues:'" + values
                                        + "'"),
                documented);
    }

    private static void returnValues(CaseList list) {
        answers(list, "NONE", "{}");
        answers(list, "ALL_OLD", "{Attributes:{gone:0,id:'a',m:{x:1,y:2},n:1}}");
        answers(list, "ALL_NEW", "{Attributes:{id:'a',m:{x:5,y:2},n:5}}");
        answers(list, "UPDATED_OLD", "{Attributes:{gone:0,m:{x:1},n:1}}");
        answers(list, "UPDATED_NEW", "{Attributes:{m:{x:5},n:5}}");
        list.one(
                HASH,
                "update: UPDATED_OLD of nothing",
                "UpdateItem",
                request("SET n = :v", "':v':5") + ",ReturnValues:'UPDATED_OLD'",
                "{}");
        list.one(
                HASH,
                "update: ALL_OLD of nothing",
                "UpdateItem",
                request("SET n = :v", "':v':5") + ",ReturnValues:'ALL_OLD'",
                "{}");
    }

    private static void creation(CaseList list) {
        list.one(
                HASH,
                "update: of nothing makes the item",
                "UpdateItem",
                request("SET n = :v", "':v':5") + ",ReturnValues:'ALL_NEW'",
                "{Attributes:{id:'a',n:5}}");
        list.at(
                HASH,
                "update: without an expression makes the bare item",
                bench -> bench.then("UpdateItem", "Key:{id:'a'}").item("{id:'a'}"),
                "{id:'a'}");
        list.at(
                HASH,
                "update: under a condition that holds",
                bench -> bench.put("{id:'a',n:1}")
                        .call(
                                "UpdateItem",
                                request("SET n = :v", "':v':2,':o':1")
                                        + ",ConditionExpression:'n = :o',ReturnValues:'ALL_NEW'"),
                "{Attributes:{id:'a',n:2}}");
        list.at(
                HASH,
                "update: under a condition that fails",
                bench -> bench.put("{id:'a',n:1}")
                        .call("UpdateItem", request("SET n = :v", "':v':2") + ",ConditionExpression:'n = :v'"),
                FAILED_CONDITION);
    }

    private static void legacy(CaseList list) {
        list.at(
                HASH,
                "update: legacy PUT, ADD and DELETE",
                bench -> bench.put(ITEM)
                        .call(
                                "UpdateItem",
                                "Key:{id:'a'},AttributeUpdates:{n:{Action:'ADD',Value:1},s:{Action:'DELETE'},"
                                        + "l:{Action:'ADD',Value:[4]},m:{Value:true},"
                                        + "t:{Action:'DELETE',Value:{$SS:['a']}}},ReturnValues:'ALL_NEW'"),
                "{Attributes:{id:'a',l:[1,2,3,4],m:true,n:6,t:{$SS:['b']}}}");
        list.at(
                HASH,
                "update: legacy and expression together are refused",
                bench -> bench.call("UpdateItem", request("REMOVE n", "") + ",AttributeUpdates:{m:{Action:'DELETE'}}"),
                INVALID + "Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {AttributeUpdates} Expression parameters: {UpdateExpression}");
    }

    private static void refusals(CaseList list) {
        String paths = INVALID + "The document path provided in the update expression is invalid for update";
        String absent = INVALID + "The provided expression refers to an attribute that does not exist in the item";
        String type = INVALID + "An operand in the update expression has an incorrect data type";
        refused(
                list,
                "SET id = :v",
                "':v':'b'",
                PARAMETER + "Cannot update attribute id. This attribute is part of the key");
        refused(list, "REMOVE id", "", PARAMETER + "Cannot update attribute id. This attribute is part of the key");
        refused(list, "SET x.y = :v", "':v':1", paths);
        refused(list, "SET n.y = :v", "':v':1", paths);
        refused(list, "SET m[0] = :v", "':v':1", paths);
        refused(list, "REMOVE x.y", "", paths);
        refused(list, "SET o = x", "", absent);
        refused(list, "SET o = x + :v", "':v':1", absent);
        refused(list, "SET o = s + :v", "':v':1", type);
        refused(list, "SET o = list_append(n, :v)", "':v':[1]", type);
        refused(list, "ADD s :v", "':v':1", type);
        refused(list, "ADD t :v", "':v':{$NS:['1']}", type);
        refused(list, "DELETE n :v", "':v':{$SS:['a']}", type);
    }

    private static void syntax(CaseList list) {
        String invalid = INVALID + "Invalid UpdateExpression: ";
        String operand = invalid + "Incorrect operand type for operator or function; operator…: ";
        refused(list, "", "", invalid + "The expression can not be empty;");
        refused(list, "SET", "", invalid + "Syntax error; token: \"<EOF>\", near: \"SET\"");
        refused(list, "SET n", "", invalid + "Syntax error; token: \"<EOF>\", near: \"n\"");
        refused(list, "PUT n", "", invalid + "Syntax error; token: \"PUT\", near: \"PUT n\"");
        refused(
                list,
                "SET n = :v SET o = :v",
                "':v':1",
                invalid + "The \"SET\" section can only be used once in an update expression;");
        refused(
                list,
                "SET n = :w",
                "':v':1",
                invalid + "An expression attribute value used in expression is not defined; attribute value: :w");
        refused(
                list,
                "SET #x = :v",
                "':v':1",
                invalid + "An expression attribute name used in the document path is not defined; attribute name: #x");
        refused(
                list,
                "SET name = :v",
                "':v':1",
                invalid + "Attribute name is a reserved keyword; reserved keyword: name");
        refused(
                list,
                "SET m = :v, m.k = :v",
                "':v':1",
                invalid + "Two document paths overlap with each other; must remove or rewrite one of these paths; path"
                        + " one: [m], path two: [m, k]");
        refused(
                list,
                "SET m.k = :v REMOVE m[1]",
                "':v':1",
                invalid + "Two document paths conflict with each other; must remove or rewrite one of these paths; path"
                        + " one: [m, k], path two: [m, [1]]");
        refused(list, "SET n = n + :v", "':v':'x'", operand + "+, operand type: S…");
        refused(list, "SET l = list_append(l, :v)", "':v':1", operand + "list_append, operand type: N…");
        refused(list, "ADD n :v", "':v':'x'", operand + "ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND");
        refused(
                list,
                "DELETE t :v",
                "':v':1",
                operand + "DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND");
        refused(list, "SET n = missing(:v)", "':v':1", invalid + "Invalid function name; function: missing");
        refused(
                list,
                "SET n = if_not_exists(n)",
                "",
                invalid + "Incorrect number of operands for operator or function; operator or function: if_not_exists,"
                        + " number of operands: 1");
        refused(
                list,
                "SET n = if_not_exists(:v, :v)",
                "':v':1",
                invalid + "Operator or function requires a document path; operator or function: if_not_exists");
        refused(
                list,
                "REMOVE n",
                "':v':1",
                INVALID + "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
    }
}
