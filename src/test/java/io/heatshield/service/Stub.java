package io.heatshield.service;

import io.heatshield.origin.StubOrigin;

/** One table {@code T} at a {@link StubOrigin}, and what is asked of it. */
final class Stub {
    static final String GET_ITEM = "DynamoDB_20120810.GetItem";
    static final String GET = "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"hot\"}}}";

    private static final StubOrigin.Behaviour DESCRIBED = StubOrigin.ok("""
            {"Table":{"TableName":"T","TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/T","TableId":"1",\
            "CreationDateTime":1.5E9,"TableStatus":"ACTIVE","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],\
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]}}""");

    private Stub() {}

    /** Describes the table, and does this with every other request. */
    static StubOrigin.Behaviour tableT(StubOrigin.Behaviour others) {
        return (request, received) -> {
            boolean describes = received.target().endsWith(".DescribeTable");
            (describes ? DESCRIBED : others).answer(request, received);
        };
    }
}
