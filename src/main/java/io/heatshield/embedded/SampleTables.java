package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoNumber;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.vertx.core.buffer.Buffer;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tables to try things on: {@code Products} keyed by {@code id} ({@code p-1} to {@code p-2000}), {@code Events} keyed
 * by {@code day} and {@code at}, {@code Players} keyed by {@code id} ({@code u-1} to {@code u-500}). The same seed
 * makes the same items.
 */
public final class SampleTables {
    /** The names of the tables, in the order in which they are made. */
    public static final List<String> NAMES = List.of("Products", "Events", "Players");

    private static final int PRODUCTS = 2_000;
    private static final int DAYS = 14;
    private static final int EVENTS_A_DAY = 120;
    private static final int PLAYERS = 500;
    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 11, 1);

    private static final List<String> KINDS = List.of("Lamp", "Kettle", "Backpack", "Headphones", "Desk", "Jacket");
    private static final List<String> LOOKS = List.of("Amber", "Slate", "Ivory", "Coral", "Indigo", "Moss");
    private static final List<String> MAKERS = List.of("Nordlys", "Hearth & Co", "Vantage", "Plainfield");
    private static final List<String> TAGS = List.of("new", "sale", "eco", "bestseller", "limited");
    private static final List<String> HAPPENINGS = List.of("view", "cart", "purchase", "refund", "review");
    private static final List<String> CITIES = List.of("Oslo", "Porto", "Leeds", "Gent", "Turku", "Brno");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final EmbeddedOrigin origin;
    private final RandomGenerator random;

    private SampleTables(EmbeddedOrigin origin, long seed) {
        this.origin = origin;
        this.random = new Random(seed);
    }

    /**
     * Makes and fills the tables that the origin does not have yet. Takes time: not for an event loop.
     *
     * @throws IllegalStateException if the origin refuses, which is a defect
     */
    public static void fill(EmbeddedOrigin origin, long seed) {
        SampleTables samples = new SampleTables(origin, seed);
        samples.products();
        samples.events();
        samples.players();
    }

    private void products() {
        if (!create("Products", "id", "S", null, null)) {
            return;
        }
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int number = 1; number <= PRODUCTS; number++) {
            String kind = pick(KINDS);
            String look = pick(LOOKS);
            Map<String, AttributeValue> item = new LinkedHashMap<>();
            text(item, "id", "p-" + number);
            text(item, "name", look + " " + kind + " " + (100 + random.nextInt(900)));
            text(item, "category", kind.toLowerCase(Locale.ROOT));
            text(item, "maker", pick(MAKERS));
            number(item, "price", 5 + random.nextInt(495) + "." + (random.nextInt(10) * 10 + 9));
            text(item, "currency", "EUR");
            number(item, "stock", Integer.toString(random.nextInt(400)));
            number(item, "rating", 2 + random.nextInt(3) + "." + random.nextInt(10));
            item.put("tags", new AttributeValue.SS(Set.of(pick(TAGS))));
            Map<String, AttributeValue> size = new LinkedHashMap<>();
            number(size, "width", Integer.toString(5 + random.nextInt(120)));
            number(size, "height", Integer.toString(5 + random.nextInt(180)));
            item.put("size", new AttributeValue.M(size));
            text(
                    item,
                    "description",
                    "A " + look + " " + kind + " made by people who use one every day. Ships from " + pick(CITIES)
                            + " within " + (1 + random.nextInt(5)) + " days.");
            items.add(item);
        }
        origin.preload("Products", items);
    }

    private void events() {
        if (!create("Events", "day", "S", "at", "N")) {
            return;
        }
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int day = 0; day < DAYS; day++) {
            LocalDate date = FIRST_DAY.plusDays(day);
            long at = date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
            for (int event = 0; event < EVENTS_A_DAY; event++) {
                at += 1 + random.nextInt(86_400_000 / EVENTS_A_DAY);
                Map<String, AttributeValue> item = new LinkedHashMap<>();
                text(item, "day", date.toString());
                number(item, "at", Long.toString(at));
                text(item, "what", pick(HAPPENINGS));
                text(item, "product", "p-" + (1 + random.nextInt(PRODUCTS)));
                text(item, "player", "u-" + (1 + random.nextInt(PLAYERS)));
                text(item, "city", pick(CITIES));
                items.add(item);
            }
        }
        origin.preload("Events", items);
    }

    private void players() {
        if (!create("Players", "id", "S", null, null)) {
            return;
        }
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int number = 1; number <= PLAYERS; number++) {
            Map<String, AttributeValue> item = new LinkedHashMap<>();
            text(item, "id", "u-" + number);
            text(item, "city", pick(CITIES));
            number(item, "level", Integer.toString(1 + random.nextInt(60)));
            number(item, "score", Integer.toString(random.nextInt(1_000_000)));
            items.add(item);
        }
        origin.preload("Players", items);
    }

    private String pick(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private static void text(Map<String, AttributeValue> item, String name, String value) {
        item.put(name, new AttributeValue.S(value));
    }

    private static void number(Map<String, AttributeValue> item, String name, String value) {
        item.put(name, DynamoNumber.parse(value));
    }

    /** Makes a table; false if there is one of this name. */
    private boolean create(
            String table, String hash, String hashType, @Nullable String range, @Nullable String rangeType) {
        ObjectNode request = JSON.createObjectNode();
        request.put("TableName", table);
        request.put("BillingMode", "PAY_PER_REQUEST");
        key(request, hash, hashType, "HASH");
        if (range != null && rangeType != null) {
            key(request, range, rangeType, "RANGE");
        }
        OriginReply reply = send(table, request);
        if (!reply.ok() && !reply.payload().body().toString().contains("ResourceInUseException")) {
            throw new IllegalStateException("sample table " + table + " refused");
        }
        return reply.ok();
    }

    private static void key(ObjectNode request, String name, String type, String role) {
        request.withArray("AttributeDefinitions")
                .addObject()
                .put("AttributeName", name)
                .put("AttributeType", type);
        request.withArray("KeySchema").addObject().put("AttributeName", name).put("KeyType", role);
    }

    private OriginReply send(String table, ObjectNode request) {
        try {
            return origin.answerHere(new OriginRequest(
                    Operation.CREATE_TABLE.target(),
                    Reply.JSON_1_0,
                    Buffer.buffer(JSON.writeValueAsBytes(request)),
                    table,
                    false,
                    null));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
