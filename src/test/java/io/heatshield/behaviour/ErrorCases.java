package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.NOT_FOUND;
import static io.heatshield.behaviour.Shape.HASH;

import java.util.List;

/** Errors that are no operation's own: unknown tables, members that are missing or wrong, and which comes first. */
final class ErrorCases {
    private ErrorCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        unknownTables(list);
        constraints(list);
        placeholders(list);
        precedence(list);
        return list.all();
    }

    private static void unknownTables(CaseList list) {
        String[][] requests = {
            {"GetItem", "Key:{id:'a'}"},
            {"PutItem", "Item:{id:'a'}"},
            {"UpdateItem", "Key:{id:'a'}"},
            {"DeleteItem", "Key:{id:'a'}"},
            {"Query", "KeyConditionExpression:'id = :v',ExpressionAttributeValues:{':v':'a'}"},
            {"Scan", ""}
        };
        for (String[] request : requests) {
            list.add("unknown table: " + request[0], bench -> bench.name().call(request[0], request[1]), NOT_FOUND);
        }
        list.add(
                "unknown table: UpdateTable",
                bench -> bench.name().call("UpdateTable", "BillingMode:'PAY_PER_REQUEST'"),
                "ResourceNotFoundException: Requested resource not found: Table: TABLE not found");
        list.add(
                "unknown table: DescribeTimeToLive",
                bench -> bench.name().call("DescribeTimeToLive", ""),
                "ResourceNotFoundException: Requested resource not found: Table: TABLE not found");
    }

    private static void refused(CaseList list, String name, String operation, String members, String words) {
        list.one(HASH, "error: " + name, operation, members, INVALID + words);
    }

    private static void constraints(CaseList list) {
        String one = "1 validation error detected: Value ";
        String failed = " failed to satisfy constraint: ";
        refused(
                list,
                "no key",
                "GetItem",
                "ConsistentRead:true",
                one + "null at 'key'" + failed + "Member must not be null");
        refused(
                list,
                "no item",
                "PutItem",
                "ReturnValues:'NONE'",
                one + "null at 'item'" + failed + "Member must not be null");
        refused(
                list,
                "no requests",
                "BatchWriteItem",
                "",
                one + "null at 'requestItems'" + failed + "Member must not be null");
        refused(
                list,
                "an unknown level of capacity",
                "GetItem",
                "Key:{id:'a'},ReturnConsumedCapacity:'SOME'",
                one + "'SOME' at 'returnConsumedCapacity'" + failed
                        + "Member must satisfy enum value set: [INDEXES, TOTAL, NONE]");
        refused(
                list,
                "an unknown comparison",
                "Scan",
                "ScanFilter:{n:{ComparisonOperator:'SAME'}}",
                one + "'SAME' at 'scanFilter.n.member.comparisonOperator'" + failed
                        + "Member must satisfy enum value set: […]");
        refused(
                list,
                "an empty AttributesToGet",
                "GetItem",
                "Key:{id:'a'},AttributesToGet:[]",
                one + "'[]' at 'attributesToGet'" + failed + "Member must have length greater than or equal to 1");
        refused(
                list,
                "two at once",
                "GetItem",
                "ReturnConsumedCapacity:'SOME',ConsistentRead:true",
                "2 validation errors detected: …");
        refused(
                list,
                "a table name that is none",
                "GetItem",
                "TableName:'no name',Key:{id:'a'}",
                one + "'no name' at 'tableName'" + failed
                        + "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
    }

    private static void placeholders(CaseList list) {
        refused(
                list,
                "values without an expression",
                "PutItem",
                "Item:{id:'a'},ExpressionAttributeValues:{':v':1}",
                "ExpressionAttributeValues can only be specified when using expressions…");
        refused(
                list,
                "names without an expression",
                "GetItem",
                "Key:{id:'a'},ExpressionAttributeNames:{'#n':'n'}",
                "ExpressionAttributeNames can only be specified when using expressions…");
        refused(
                list,
                "no values",
                "PutItem",
                "Item:{id:'a'},ConditionExpression:'attribute_exists(x)',ExpressionAttributeValues:{}",
                "ExpressionAttributeValues must not be empty");
        refused(
                list,
                "no names",
                "GetItem",
                "Key:{id:'a'},ProjectionExpression:'x',ExpressionAttributeNames:{}",
                "ExpressionAttributeNames must not be empty");
        refused(
                list,
                "a value's name without a colon",
                "PutItem",
                "Item:{id:'a'},ConditionExpression:'x = :v',ExpressionAttributeValues:{'v':1}",
                "ExpressionAttributeValues contains invalid key: Syntax error; key: \"v\"");
        refused(
                list,
                "a name for nothing",
                "GetItem",
                "Key:{id:'a'},ProjectionExpression:'#n',ExpressionAttributeNames:{'#n':''}",
                "ExpressionAttributeNames contains invalid value…");
        refused(
                list,
                "a value of no type",
                "PutItem",
                "Item:{id:'a'},ConditionExpression:'x = :v',ExpressionAttributeValues:{':v':{$NONE:0}}",
                "…Supplied AttributeValue is empty, must contain exactly one of the supported datatypes…");
        refused(
                list,
                "a value that is no number",
                "PutItem",
                "Item:{id:'a'},ConditionExpression:'x = :v',ExpressionAttributeValues:{':v':{$N:'x'}}",
                "…The parameter cannot be converted to a numeric value: x…");
        refused(
                list,
                "a value that is an empty set",
                "PutItem",
                "Item:{id:'a'},ConditionExpression:'x = :v',ExpressionAttributeValues:{':v':{$SS:[]}}",
                "…One or more parameter values were invalid: An string set  may not be empty…");
        refused(
                list,
                "ConditionalOperator without conditions",
                "PutItem",
                "Item:{id:'a'},ConditionalOperator:'OR'",
                "ConditionalOperator cannot be used without Filter or Expected");
        refused(
                list,
                "ConditionalOperator with one condition",
                "PutItem",
                "Item:{id:'a'},ConditionalOperator:'OR',Expected:{n:{Exists:false}}",
                "ConditionalOperator can only be used when Filter or Expected has two or more elements");
        refused(
                list,
                "a legacy value that must be there and must not",
                "PutItem",
                "Item:{id:'a'},Expected:{n:{Exists:false,Value:1}}",
                "One or more parameter values were invalid: Value cannot be used when Exists is…false for"
                        + " Attribute: n");
        refused(
                list,
                "a legacy value that must be there, and which",
                "PutItem",
                "Item:{id:'a'},Expected:{n:{Exists:true}}",
                "One or more parameter values were invalid: Value must be provided when Exists is…true for"
                        + " Attribute: n");
    }

    private static void precedence(CaseList list) {
        list.add(
                "error: a bad expression comes before an unknown table",
                bench -> bench.name().call("GetItem", "Key:{id:'a'},ProjectionExpression:'a b'"),
                INVALID + "Invalid ProjectionExpression: Syntax error; token: \"b\", near: \"a b\"");
        list.add(
                "error: a constraint comes before a bad expression",
                bench -> bench.name().call("Scan", "Limit:0,FilterExpression:'a b'"),
                INVALID + "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must"
                        + " have value greater than or equal to 1");
        list.add(
                "error: an unknown table comes before a key of another form",
                bench -> bench.name().call("GetItem", "Key:{other:'a'}"),
                NOT_FOUND);
        list.at(
                HASH,
                "error: a key of another form comes before a failed condition",
                bench -> bench.call("DeleteItem", "Key:{id:1},ConditionExpression:'attribute_exists(id)'"),
                INVALID + "The provided key element does not match the schema");
    }
}
