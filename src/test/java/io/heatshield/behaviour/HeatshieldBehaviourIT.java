package io.heatshield.behaviour;

import io.heatshield.app.InProcess;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Through Heatshield, cache and all, an origin still does what DynamoDB documents. The first read after a write is
 * loaded strongly, and says what that cost.
 */
final class HeatshieldBehaviourIT {
    private static final Map<String, String> LOADED_STRONGLY = Map.of(
            "capacity: a query rounds its page up",
            "2.0",
            "capacity: a filter saves nothing",
            "2.0",
            "capacity: a query of nothing",
            "1.0",
            "capacity: reading 4 KB",
            "1.0",
            "capacity: reading a part of 8 KB",
            "2.0",
            "capacity: reading a byte more",
            "2.0",
            "capacity: reading nothing",
            "1.0",
            "capacity: a batch of reads rounds each item",
            "[{CapacityUnits:3.0,TableName:'TABLE'}]",
            "capacity: TOTAL has no parts",
            "{ConsumedCapacity:{CapacityUnits:1.0,TableName:'TABLE'}}",
            "capacity: INDEXES has the table's part",
            "{ConsumedCapacity:{CapacityUnits:1.0,Table:{CapacityUnits:1.0},TableName:'TABLE'}}");

    private static InProcess heatshield;
    private static Clients clients;

    @BeforeAll
    static void start() {
        heatshield = InProcess.start();
        clients = new Clients(heatshield.dynamoDb());
    }

    @AfterAll
    static void stop() {
        clients.close();
        heatshield.close();
    }

    @TestFactory
    Stream<DynamicNode> heatshield_doesAsDocumented() {
        return BehaviourSuite.tests(one -> BehaviourSuite.assertDocumented(
                clients,
                new Case(one.name(), one.steps(), LOADED_STRONGLY.getOrDefault(one.name(), one.documented()))));
    }
}
