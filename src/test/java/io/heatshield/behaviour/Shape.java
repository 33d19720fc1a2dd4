package io.heatshield.behaviour;

/** The tables that cases use. */
enum Shape {
    /** A string key. */
    HASH(
            "AttributeDefinitions:[{AttributeName:'id',AttributeType:'S'}],KeySchema:[{AttributeName:'id',KeyType:'HASH'}],"
                    + "BillingMode:'PAY_PER_REQUEST'"),
    /** A string key and a numeric sort key. */
    RANGE(keys("S", "N") + ",BillingMode:'PAY_PER_REQUEST'"),
    /** Two string keys. */
    TEXTS(keys("S", "S") + ",BillingMode:'PAY_PER_REQUEST'"),
    /** A string key and a binary sort key. */
    BINARY(keys("S", "B") + ",BillingMode:'PAY_PER_REQUEST'"),
    /** A string key and a numeric sort key, by which an order of local and global indexes. */
    INDEXED("AttributeDefinitions:[{AttributeName:'p',AttributeType:'S'},{AttributeName:'k',AttributeType:'N'},"
            + "{AttributeName:'score',AttributeType:'N'},{AttributeName:'city',AttributeType:'S'}],"
            + schema("p", "k")
            + ",LocalSecondaryIndexes:[{IndexName:'local'," + schema("p", "score")
            + ",Projection:{ProjectionType:'KEYS_ONLY'}},{IndexName:'localAll'," + schema("p", "score")
            + ",Projection:{ProjectionType:'ALL'}}],"
            + "GlobalSecondaryIndexes:[{IndexName:'all'," + schema("city", "score")
            + ",Projection:{ProjectionType:'ALL'}},{IndexName:'keys'," + schema("city", "k")
            + ",Projection:{ProjectionType:'KEYS_ONLY'}},{IndexName:'some',"
            + "KeySchema:[{AttributeName:'city',KeyType:'HASH'}],"
            + "Projection:{ProjectionType:'INCLUDE',NonKeyAttributes:['name']}}],BillingMode:'PAY_PER_REQUEST'");

    final String members;

    Shape(String members) {
        this.members = members;
    }

    private static String keys(String hash, String range) {
        return "AttributeDefinitions:[{AttributeName:'p',AttributeType:'" + hash
                + "'},{AttributeName:'k',AttributeType:'" + range + "'}]," + schema("p", "k");
    }

    static String schema(String hash, String range) {
        return "KeySchema:[{AttributeName:'" + hash + "',KeyType:'HASH'},{AttributeName:'" + range
                + "',KeyType:'RANGE'}]";
    }
}
