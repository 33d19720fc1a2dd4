package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.FAILED_CONDITION;
import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.PARAMETER;
import static io.heatshield.behaviour.Shape.BINARY;
import static io.heatshield.behaviour.Shape.HASH;
import static io.heatshield.behaviour.Shape.RANGE;

import java.util.List;

/** PutItem, GetItem, DeleteItem: what comes back of what was put. */
final class ItemCases {
    private ItemCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        values(list);
        numbers(list);
        puts(list);
        deletes(list);
        keys(list);
        invalidValues(list);
        return list.all();
    }

    private static void stored(CaseList list, String name, String value, String comesBack) {
        list.at(
                HASH,
                "item: " + name,
                bench -> bench.put("{id:'a',v:" + value + "}").item("{id:'a'}"),
                "{id:'a',v:" + comesBack + "}");
    }

    private static void values(CaseList list) {
        stored(list, "a string comes back", "'text'", "'text'");
        stored(list, "an empty string is a value", "''", "''");
        stored(list, "text beyond the basic plane comes back", "'ключ 😀'", "'ключ 😀'");
        stored(list, "truth values come back", "[true,false]", "[true,false]");
        stored(list, "null comes back", "null", "null");
        stored(list, "an empty list is a value", "[]", "[]");
        stored(list, "an empty map is a value", "{}", "{}");
        stored(list, "nested documents come back", "{l:[1,{m:'x'}],m:{n:{o:[]}}}", "{l:[1,{m:'x'}],m:{n:{o:[]}}}");
        stored(list, "a string set comes back", "{$SS:['b','a']}", "{$SS:['a','b']}");
        stored(list, "a number set comes back", "{$NS:['2','1']}", "{$NS:['1','2']}");
        stored(list, "a binary set comes back", "{$BS:['AQ==','Ag==']}", "{$BS:['AQ==','Ag==']}");
        stored(list, "bytes come back", "{$B:'AAH/'}", "{$B:'AAH/'}");
        stored(list, "no bytes are a value", "{$B:''}", "{$B:''}");
        stored(list, "an empty string may stand in a set", "{$SS:['']}", "{$SS:['']}");
    }

    private static void numbers(CaseList list) {
        stored(list, "trailing zeros go", "{$N:'1.500'}", "1.5");
        stored(list, "leading zeros go", "{$N:'0012'}", "12");
        stored(list, "a plus sign goes", "{$N:'+7'}", "7");
        stored(list, "an exponent is written out", "{$N:'12e3'}", "12000");
        stored(list, "a negative exponent is written out", "{$N:'5E-3'}", "0.005");
        stored(list, "minus zero is zero", "{$N:'-0'}", "0");
        stored(
                list,
                "38 digits are kept",
                "{$N:'12345678901234567890123456789012345678'}",
                "12345678901234567890123456789012345678");
        stored(
                list,
                "38 digits behind the point are kept",
                "{$N:'0.12345678901234567890123456789012345678'}",
                "0.12345678901234567890123456789012345678");
        stored(list, "numbers of a set are normalised", "{$NS:['1.0','2e1']}", "{$NS:['1','20']}");
    }

    private static void puts(CaseList list) {
        list.one(HASH, "put: answers nothing", "PutItem", "Item:{id:'a'}", "{}");
        list.one(
                HASH,
                "put: ALL_OLD of nothing answers nothing",
                "PutItem",
                "Item:{id:'a'},ReturnValues:'ALL_OLD'",
                "{}");
        list.at(
                HASH,
                "put: ALL_OLD answers the item that was",
                bench -> bench.put("{id:'a',v:1}").call("PutItem", "Item:{id:'a',w:2},ReturnValues:'ALL_OLD'"),
                "{Attributes:{id:'a',v:1}}");
        list.at(
                HASH,
                "put: replaces the whole item",
                bench -> bench.put("{id:'a',v:1}", "{id:'a',w:2}").item("{id:'a'}"),
                "{id:'a',w:2}");
        list.one(
                HASH,
                "put: cannot answer the new item",
                "PutItem",
                "Item:{id:'a'},ReturnValues:'ALL_NEW'",
                INVALID + "ReturnValues can only be ALL_OLD or NONE");
        list.one(
                HASH,
                "put: an unknown ReturnValues is refused",
                "PutItem",
                "Item:{id:'a'},ReturnValues:'SOME'",
                INVALID + "1 validation error detected: Value 'SOME' at 'returnValues' failed to satisfy constraint:"
                        + " Member must satisfy enum value set: […]");
        list.at(
                HASH,
                "put: under a condition that fails",
                bench -> bench.put("{id:'a'}")
                        .call("PutItem", "Item:{id:'a'},ConditionExpression:'attribute_not_exists(id)'"),
                FAILED_CONDITION);
        list.at(
                HASH,
                "put: legacy Expected that fails",
                bench -> bench.put("{id:'a',v:1}").call("PutItem", "Item:{id:'a'},Expected:{v:{Value:2}}"),
                FAILED_CONDITION);
        list.at(
                HASH,
                "put: legacy Expected that holds",
                bench -> bench.put("{id:'a',v:1}")
                        .call(
                                "PutItem",
                                "Item:{id:'a'},Expected:{v:{Value:1},w:{Exists:false}},ReturnValues:'ALL_OLD'"),
                "{Attributes:{id:'a',v:1}}");
    }

    private static void deletes(CaseList list) {
        list.one(HASH, "delete: of nothing succeeds", "DeleteItem", "Key:{id:'a'}", "{}");
        list.one(HASH, "delete: ALL_OLD of nothing", "DeleteItem", "Key:{id:'a'},ReturnValues:'ALL_OLD'", "{}");
        list.at(
                HASH,
                "delete: ALL_OLD answers the item",
                bench -> bench.put("{id:'a',v:[1]}").call("DeleteItem", "Key:{id:'a'},ReturnValues:'ALL_OLD'"),
                "{Attributes:{id:'a',v:[1]}}");
        list.at(
                HASH,
                "delete: the item is gone",
                bench ->
                        bench.put("{id:'a'}").then("DeleteItem", "Key:{id:'a'}").item("{id:'a'}"),
                "'none'");
        list.one(
                HASH,
                "delete: cannot answer updated values",
                "DeleteItem",
                "Key:{id:'a'},ReturnValues:'UPDATED_OLD'",
                INVALID + "ReturnValues can only be ALL_OLD or NONE");
        list.one(
                HASH,
                "delete: under a condition on nothing",
                "DeleteItem",
                "Key:{id:'a'},ConditionExpression:'attribute_exists(id)'",
                FAILED_CONDITION);
    }

    private static void keys(CaseList list) {
        list.one(HASH, "get: of nothing has no Item", "GetItem", "Key:{id:'a'}", "{}");
        list.at(
                RANGE,
                "key: numbers are one key however they are written",
                bench -> bench.put("{p:'x',k:{$N:'1.0'},v:'one'}").item("{p:'x',k:{$N:'0.1e1'}}"),
                "{k:1,p:'x',v:'one'}");
        list.at(
                BINARY,
                "key: bytes may be a key",
                bench -> bench.put("{p:'x',k:{$B:'AP8='}}").item("{p:'x',k:{$B:'AP8='}}"),
                "{k:{$B:'AP8='},p:'x'}");
        list.one(
                RANGE,
                "key: half a key is refused",
                "GetItem",
                "Key:{p:'x'}",
                INVALID + "The provided key element does not match the schema");
        list.one(
                HASH,
                "key: too much of a key is refused",
                "GetItem",
                "Key:{id:'x',more:'y'}",
                INVALID + "The provided key element does not match the schema");
        list.one(
                HASH,
                "key: of the wrong type is refused",
                "GetItem",
                "Key:{id:1}",
                INVALID + "The provided key element does not match the schema");
        list.one(
                HASH,
                "key: an empty string is none",
                "GetItem",
                "Key:{id:''}",
                INVALID + "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
                        + " contain an empty string value. Key: id");
        list.one(HASH, "key: put without it", "PutItem", "Item:{v:1}", PARAMETER + "Missing the key id in the item");
        list.one(
                RANGE,
                "key: put without its second part",
                "PutItem",
                "Item:{p:'x'}",
                PARAMETER + "Missing the key k in the item");
        list.one(
                HASH,
                "key: put of the wrong type",
                "PutItem",
                "Item:{id:1}",
                PARAMETER + "Type mismatch for key id expected: S actual: N");
        list.one(
                HASH,
                "key: put of an empty string",
                "PutItem",
                "Item:{id:''}",
                INVALID + "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
                        + " contain an empty string value. Key: id");
    }

    private static void refused(CaseList list, String name, String value, String words) {
        list.one(HASH, "invalid value: " + name, "PutItem", "Item:{id:'a',v:" + value + "}", INVALID + words);
    }

    private static void invalidValues(CaseList list) {
        String parameter = "One or more parameter values were invalid: ";
        refused(
                list,
                "of no type",
                "{$NONE:0}",
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        refused(
                list,
                "of two types",
                "{$S:'x',$N:'1'}",
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported"
                        + " datatypes");
        refused(list, "an empty string set", "{$SS:[]}", parameter + "An string set  may not be empty");
        refused(list, "an empty number set", "{$NS:[]}", parameter + "An number set  may not be empty");
        refused(
                list,
                "a string twice in a set",
                "{$SS:['a','a']}",
                parameter + "Input collection […] contains duplicates.");
        refused(list, "a number twice in a set", "{$NS:['1','1.0']}", "…Input collection contains duplicates…");
        refused(
                list,
                "a null that is false",
                "{$NULL:false}",
                parameter + "Null attribute value types must have the value of true");
        refused(list, "no number", "{$N:'one'}", "The parameter cannot be converted to a numeric value: one");
        refused(list, "an empty number", "{$N:''}", "The parameter cannot be converted to a numeric value…");
        refused(
                list,
                "39 digits",
                "{$N:'123456789012345678901234567890123456789'}",
                "Attempting to store more than 38 significant digits in a Number");
        refused(
                list,
                "too large a number",
                "{$N:'1e126'}",
                "Number overflow. Attempting to store a number with magnitude larger than supported range");
        refused(
                list,
                "too small a number",
                "{$N:'1e-131'}",
                "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        refused(list, "within a list", "[{$N:'x'}]", "The parameter cannot be converted to a numeric value: x");
    }
}
