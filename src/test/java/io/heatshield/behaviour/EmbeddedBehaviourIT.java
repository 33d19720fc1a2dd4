package io.heatshield.behaviour;

import io.heatshield.app.InProcess;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The embedded origin, alone and over the wire, does what DynamoDB documents. */
final class EmbeddedBehaviourIT {
    private static InProcess origin;
    private static Clients clients;

    @BeforeAll
    static void start() {
        origin = InProcess.originAlone();
        clients = new Clients(origin.dynamoDb());
    }

    @AfterAll
    static void stop() {
        clients.close();
        origin.close();
    }

    @TestFactory
    Stream<DynamicNode> origin_doesAsDocumented() {
        return BehaviourSuite.tests(one -> BehaviourSuite.assertDocumented(clients, one));
    }
}
