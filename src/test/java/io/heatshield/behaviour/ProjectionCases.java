package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.Shape.HASH;

import java.util.List;

/** Projection expressions: the parts of an item, and how the wrong ones are refused. */
final class ProjectionCases {
    private static final String ITEM = "{id:'a',n:5,l:[1,'two',{k:3,j:4}],m:{k:1,deep:{x:'y',z:0}},'odd.name':9}";

    private ProjectionCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        gives(list, "n", "", "{Item:{n:5}}");
        gives(list, "id, n", "", "{Item:{id:'a',n:5}}");
        gives(list, "nothing", "", "{Item:{}}");
        gives(list, "n.x", "", "{Item:{}}");
        gives(list, "n[0]", "", "{Item:{}}");
        gives(list, "m.k", "", "{Item:{m:{k:1}}}");
        gives(list, "m.deep.x, m.k", "", "{Item:{m:{deep:{x:'y'},k:1}}}");
        gives(list, "l[1]", "", "{Item:{l:['two']}}");
        gives(list, "l[2], l[0]", "", "{Item:{l:[1,{j:4,k:3}]}}");
        gives(list, "l[2].j", "", "{Item:{l:[{j:4}]}}");
        gives(list, "l[2].j, l[2].k", "", "{Item:{l:[{j:4,k:3}]}}");
        gives(list, "l[9], n", "", "{Item:{n:5}}");
        gives(list, "#o", "'#o':'odd.name'", "{Item:{odd.name:9}}");
        gives(list, "m.#k", "'#k':'k'", "{Item:{m:{k:1}}}");
        list.at(
                HASH,
                "projection: of nothing there is no item",
                bench -> bench.call("GetItem", "Key:{id:'a'},ProjectionExpression:'n'"),
                "{}");
        list.at(
                HASH,
                "projection: legacy AttributesToGet",
                bench -> bench.put(ITEM).call("GetItem", "Key:{id:'a'},AttributesToGet:['n','nothing']"),
                "{Item:{n:5}}");
        list.at(
                HASH,
                "projection: legacy and expression together are refused",
                bench -> bench.call("GetItem", "Key:{id:'a'},AttributesToGet:['n'],ProjectionExpression:'n'"),
                INVALID + "Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}");
        list.at(
                HASH,
                "projection: an attribute twice in AttributesToGet is refused",
                bench -> bench.call("GetItem", "Key:{id:'a'},AttributesToGet:['n','n']"),
                INVALID + "One or more parameter values were invalid: Duplicate value in attribute name: n");
        refusals(list);
        return list.all();
    }

    private static String request(String projection, String names) {
        return "Key:{id:'a'},ProjectionExpression:'" + projection + "'"
                + (names.isEmpty() ? "" : ",ExpressionAttributeNames:{" + names + "}");
    }

    private static void gives(CaseList list, String projection, String names, String documented) {
        list.at(
                HASH,
                "projection: " + projection + (names.isEmpty() ? "" : " with " + names),
                bench -> bench.put(ITEM).call("GetItem", request(projection, names)),
                documented);
    }

    private static void refused(CaseList list, String projection, String names, String words) {
        list.one(
                HASH,
                "projection refused: " + projection + (names.isEmpty() ? "" : " with " + names),
                "GetItem",
                request(projection, names),
                INVALID + words);
    }

    private static void refusals(CaseList list) {
        String invalid = "Invalid ProjectionExpression: ";
        refused(list, "", "", invalid + "The expression can not be empty;");
        refused(list, "n,", "", invalid + "Syntax error; token: \"<EOF>\", near: \",\"");
        refused(list, "n m", "", invalid + "Syntax error; token: \"m\", near: \"n m\"");
        refused(list, "l[-1]", "", invalid + "Syntax error; token: \"-\", near: \"[-1\"");
        refused(list, "l[x]", "", invalid + "Syntax error; token: \"x\", near: \"[x]\"");
        refused(list, "size", "", invalid + "Attribute name is a reserved keyword; reserved keyword: size");
        refused(
                list,
                "m, m.k",
                "",
                invalid + "Two document paths overlap with each other; must remove or rewrite one of these paths; path"
                        + " one: [m], path two: [m, k]");
        refused(
                list,
                "m.k, m[0]",
                "",
                invalid + "Two document paths conflict with each other; must remove or rewrite one of these paths; path"
                        + " one: [m, k], path two: [m, [0]]");
        refused(
                list,
                "#x",
                "'#y':'n'",
                invalid + "An expression attribute name used in the document path is not defined; attribute name: #x");
        refused(list, "n", "'#y':'n'", "Value provided in ExpressionAttributeNames unused in expressions: keys: {#y}");
        refused(list, "n", "'y':'n'", "ExpressionAttributeNames contains invalid key: Syntax error; key: \"y\"");
    }
}
