package io.heatshield.embedded;

import static io.heatshield.embedded.Shapes.FLAG;
import static io.heatshield.embedded.Shapes.TEXT;
import static io.heatshield.embedded.Shapes.needed;
import static io.heatshield.embedded.Shapes.oneOf;
import static io.heatshield.embedded.Shapes.optional;

import io.heatshield.embedded.Shape.Member;
import io.heatshield.embedded.Shape.Sequence;
import io.heatshield.embedded.Shape.Structure;
import io.heatshield.embedded.Shape.Text;

/** The inputs of the operations on tables. */
final class TableInputs {
    private static final Text INDEX_NAME =
            new Text(Constraint.matching("[a-zA-Z0-9_.-]+"), Constraint.minLength(3), Constraint.maxLength(255));

    private static final Member THROUGHPUT = optional(
            "ProvisionedThroughput",
            new Structure(
                    "ProvisionedThroughput",
                    true,
                    needed("WriteCapacityUnits", Shapes.longWhole(Constraint.atLeast(1))),
                    needed("ReadCapacityUnits", Shapes.longWhole(Constraint.atLeast(1)))));
    private static final Member ON_DEMAND_THROUGHPUT = optional(
            "OnDemandThroughput",
            new Structure(
                    "OnDemandThroughput",
                    true,
                    optional("MaxReadRequestUnits", Shapes.longWhole()),
                    optional("MaxWriteRequestUnits", Shapes.longWhole())));
    private static final Member KEY_SCHEMA = needed(
            "KeySchema",
            new Sequence(
                    new Structure(
                            "KeySchemaElement",
                            false,
                            needed("AttributeName", new Text(Constraint.minLength(1), Constraint.maxLength(255))),
                            needed("KeyType", oneOf("HASH", "RANGE"))),
                    Constraint.minLength(1)));
    private static final Member PROJECTION = needed(
            "Projection",
            new Structure(
                    "Projection",
                    true,
                    optional("ProjectionType", oneOf("ALL", "INCLUDE", "KEYS_ONLY")),
                    optional(
                            "NonKeyAttributes",
                            new Sequence(TEXT, Constraint.minLength(1), Constraint.maxLength(20)))));
    private static final Structure LOCAL_INDEX =
            new Structure("LocalSecondaryIndex", false, needed("IndexName", INDEX_NAME), KEY_SCHEMA, PROJECTION);
    static final Structure GLOBAL_INDEX = new Structure(
            "GlobalSecondaryIndex",
            false,
            needed("IndexName", INDEX_NAME),
            KEY_SCHEMA,
            PROJECTION,
            THROUGHPUT,
            ON_DEMAND_THROUGHPUT);
    private static final Structure DEFINITION = new Structure(
            "AttributeDefinition",
            false,
            needed("AttributeName", new Text(Constraint.minLength(1), Constraint.maxLength(255))),
            needed("AttributeType", oneOf("B", "N", "S")));
    private static final Member STREAM = optional(
            "StreamSpecification",
            new Structure(
                    "StreamSpecification",
                    true,
                    needed("StreamEnabled", FLAG),
                    optional("StreamViewType", oneOf("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"))));
    private static final Member ENCRYPTION = optional(
            "SSESpecification",
            new Structure(
                    "SSESpecification",
                    true,
                    optional("Enabled", FLAG),
                    optional("SSEType", oneOf("AES256", "KMS")),
                    optional("KMSMasterKeyId", TEXT)));
    private static final Member TABLE_CLASS = optional("TableClass", oneOf("STANDARD", "STANDARD_INFREQUENT_ACCESS"));
    private static final Member BILLING_MODE = optional("BillingMode", oneOf("PROVISIONED", "PAY_PER_REQUEST"));
    static final Structure TAG = new Structure(
            "Tag",
            false,
            needed("Key", new Text(Constraint.minLength(1), Constraint.maxLength(128))),
            needed("Value", new Text(Constraint.maxLength(256))));

    static final Structure CREATE = Shapes.input(
            "CreateTable",
            needed("TableName", new Text(Constraint.tableName(3))),
            needed("AttributeDefinitions", new Sequence(DEFINITION)),
            BILLING_MODE,
            THROUGHPUT,
            KEY_SCHEMA,
            optional("GlobalSecondaryIndexes", new Sequence(GLOBAL_INDEX)),
            optional("LocalSecondaryIndexes", new Sequence(LOCAL_INDEX)),
            STREAM,
            ENCRYPTION,
            TABLE_CLASS,
            optional("DeletionProtectionEnabled", FLAG),
            ON_DEMAND_THROUGHPUT,
            optional("Tags", new Sequence(TAG)));
    static final Structure DESCRIBE = Shapes.input("DescribeTable", Shapes.TABLE_NAME);
    static final Structure DELETE = Shapes.input("DeleteTable", Shapes.TABLE_NAME);
    static final Structure LIST = Shapes.input(
            "ListTables",
            optional("ExclusiveStartTableName", INDEX_NAME),
            optional("Limit", Shapes.whole(Constraint.atLeast(1), Constraint.atMost(100))));

    private static final Structure INDEX_UPDATE = new Structure(
            "GlobalSecondaryIndexUpdate",
            false,
            optional(
                    "Update",
                    new Structure(
                            "UpdateGlobalSecondaryIndexAction",
                            true,
                            needed("IndexName", INDEX_NAME),
                            THROUGHPUT,
                            ON_DEMAND_THROUGHPUT)),
            optional(
                    "Create",
                    new Structure(
                            "CreateGlobalSecondaryIndexAction",
                            true,
                            needed("IndexName", INDEX_NAME),
                            KEY_SCHEMA,
                            PROJECTION,
                            THROUGHPUT,
                            ON_DEMAND_THROUGHPUT)),
            optional(
                    "Delete",
                    new Structure("DeleteGlobalSecondaryIndexAction", true, needed("IndexName", INDEX_NAME))));
    static final Structure UPDATE = Shapes.input(
            "UpdateTable",
            Shapes.TABLE_NAME,
            optional("AttributeDefinitions", new Sequence(DEFINITION)),
            BILLING_MODE,
            THROUGHPUT,
            optional("GlobalSecondaryIndexUpdates", new Sequence(INDEX_UPDATE)),
            STREAM,
            ENCRYPTION,
            TABLE_CLASS,
            optional("DeletionProtectionEnabled", FLAG),
            ON_DEMAND_THROUGHPUT);
    static final Structure UPDATE_TIME_TO_LIVE = Shapes.input(
            "UpdateTimeToLive",
            Shapes.TABLE_NAME,
            needed(
                    "TimeToLiveSpecification",
                    new Structure(
                            "TimeToLiveSpecification",
                            true,
                            needed("Enabled", FLAG),
                            needed("AttributeName", new Text(Constraint.minLength(1), Constraint.maxLength(255))))));
    static final Structure DESCRIBE_TIME_TO_LIVE = Shapes.input("DescribeTimeToLive", Shapes.TABLE_NAME);
    private static final Member RESOURCE_ARN =
            needed("ResourceArn", new Text(Constraint.minLength(1), Constraint.maxLength(1283)));
    static final Structure TAG_RESOURCE = Shapes.input("TagResource", RESOURCE_ARN, needed("Tags", new Sequence(TAG)));
    static final Structure UNTAG_RESOURCE =
            Shapes.input("UntagResource", RESOURCE_ARN, needed("TagKeys", new Sequence(TEXT)));
    static final Structure LIST_TAGS = Shapes.input("ListTagsOfResource", RESOURCE_ARN, optional("NextToken", TEXT));
    static final Structure NO_INPUT = Shapes.input("DescribeLimits");

    private TableInputs() {}
}
