package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.await;
import static io.heatshield.origin.OriginFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.Dynalite;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The forwarding and the catalog in front of an origin that nobody here wrote. */
final class HttpOriginDynaliteIT {
    private static final Vertx vertx = Vertx.vertx();
    private static Dynalite dynalite;
    private static HttpOrigin origin;

    @BeforeAll
    static void start() {
        dynalite = Dynalite.start();
        origin = new HttpOrigin(
                vertx,
                OriginFixture.settings(HttpOriginSettings.Endpoints.of(dynalite.uri(), "eu-west-1")),
                CredentialsSource.fixed("any", "any", null),
                InstantSource.system(),
                OriginMeters.NONE);
    }

    @AfterAll
    static void stop() {
        dynalite.close();
        await(vertx.close());
        assertThat(dynalite.isAlive()).isFalse();
    }

    private static OriginReply send(String operation, String json) {
        return await(origin.send(new OriginRequest(
                "DynamoDB_20120810." + operation, Reply.JSON_1_0, Buffer.buffer(json), "T", false, null)));
    }

    private static void create(String name, String keyType) {
        OriginReply reply = send(
                "CreateTable",
                "{\"TableName\":\"" + name + "\",\"KeySchema\":[{\"AttributeName\":\"k\",\"KeyType\":\"HASH\"}],"
                        + "\"AttributeDefinitions\":[{\"AttributeName\":\"k\",\"AttributeType\":\"" + keyType
                        + "\"}],\"BillingMode\":\"PAY_PER_REQUEST\"}");
        assertThat(reply.status()).as(reply.payload().body().toString()).isEqualTo(200);
        Awaitility.await()
                .until(() -> send("DescribeTable", "{\"TableName\":\"" + name + "\"}")
                        .payload()
                        .body()
                        .toString()
                        .contains("\"ACTIVE\""));
    }

    @Test
    void createPutGetDescribe() {
        create("Table", "S");
        DescribedTables tables = new DescribedTables(vertx, origin, id -> {}, System::nanoTime);

        assertThat(send("PutItem", "{\"TableName\":\"Table\",\"Item\":{\"k\":{\"S\":\"ä\"},\"v\":{\"N\":\"1\"}}}")
                        .payload()
                        .body())
                .hasToString("{}");
        OriginReply item = send("GetItem", "{\"TableName\":\"Table\",\"Key\":{\"k\":{\"S\":\"ä\"}}}");
        OriginReply nobody = send("GetItem", "{\"TableName\":\"nobody\",\"Key\":{\"k\":{\"S\":\"a\"}}}");
        TableDescription described = await(tables.describe("Table"));

        assertThat(item.payload().body()).hasToString("{\"Item\":{\"k\":{\"S\":\"ä\"},\"v\":{\"N\":\"1\"}}}");
        assertThat(item.requestId()).isNotNull();
        assertThat(nobody.status()).isEqualTo(400);
        assertThat(nobody.payload().body().toString()).contains("ResourceNotFoundException");
        assertThat(described.id().name()).isEqualTo("Table");
        assertThat(described.id().arn()).startsWith("arn:aws:dynamodb:").endsWith(":table/Table");
        assertThat(described.keys()).isEqualTo(new KeySchema(new KeySchema.Attribute("k", KeySchema.Type.S), null));
        assertThat(described.incarnation()).isNotNull();
        assertThat(await(tables.describe("nobody"))).isNull();
    }

    @Test
    void tableMadeAgain_isNoticed() {
        create("again", "S");
        List<TableId> changed = new ArrayList<>();
        AtomicLong nanos = new AtomicLong();
        DescribedTables tables = new DescribedTables(vertx, origin, changed::add, nanos::get);
        TableDescription first = await(tables.describe("again"));
        assertThat(send("DeleteTable", "{\"TableName\":\"again\"}").ok()).isTrue();
        eventually(() -> !send("DescribeTable", "{\"TableName\":\"again\"}").ok());
        create("again", "N");

        tables.forget("again");
        eventually(() -> {
            nanos.addAndGet(2_000_000_000L);
            return await(tables.describe("again")) != null;
        });

        assertThat(changed).containsExactly(first.id());
    }
}
