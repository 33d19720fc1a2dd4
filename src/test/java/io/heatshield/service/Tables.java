package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;

/** Tables for tests, made over the wire. */
final class Tables {
    private Tables() {}

    /** Makes a table with a string partition key {@code id}, and waits until it is active. */
    static void create(Wire wire, String name) {
        Wire.Answer made = wire.ask("CreateTable", """
                {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
                "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
                "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}""".formatted(name));
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        awaitActive(wire, name);
    }

    static void awaitActive(Wire wire, String name) {
        Awaitility.await()
                .until(() -> wire.ask("DescribeTable", "{\"TableName\":\"" + name + "\"}")
                        .body()
                        .contains("\"TableStatus\":\"ACTIVE\""));
    }
}
