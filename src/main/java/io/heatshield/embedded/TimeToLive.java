package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** UpdateTimeToLive, DescribeTimeToLive, and the removal of items whose time has passed. */
final class TimeToLive {
    /** A time longer past than this is taken for a mistake, and its item is kept. */
    private static final Duration TOO_OLD = Duration.ofDays(5 * 365);

    private final Tables tables;
    private final InstantSource clock;

    TimeToLive(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    List<Route> routes() {
        return List.of(
                Route.kept(Operation.UPDATE_TIME_TO_LIVE, TableInputs.UPDATE_TIME_TO_LIVE, this::update),
                Route.light(Operation.DESCRIBE_TIME_TO_LIVE, TableInputs.DESCRIBE_TIME_TO_LIVE, this::describe));
    }

    private Answer update(Input request) {
        Input wanted = request.neededStructure("TimeToLiveSpecification");
        Table table = tables.requireByName(request.needed("TableName"));
        String attribute = wanted.needed("AttributeName");
        boolean enabled = wanted.flag("Enabled");
        synchronized (table) {
            String current = table.timeToLive();
            if (enabled && attribute.equals(current)) {
                throw DynamoError.validation("TimeToLive is already enabled").exception();
            }
            if (enabled && current != null) {
                throw DynamoError.validation(
                                "TimeToLive is active on a different AttributeName: current AttributeName is "
                                        + current)
                        .exception();
            }
            if (!enabled && current == null) {
                throw DynamoError.validation("TimeToLive is already disabled").exception();
            }
            if (!enabled && !attribute.equals(current)) {
                throw DynamoError.validation(
                                "TimeToLive is active on a different AttributeName: current AttributeName is "
                                        + current)
                        .exception();
            }
            table.timeToLive(enabled ? attribute : null);
            table.journal().keep(table);
        }
        return out -> {
            out.writeObjectFieldStart("TimeToLiveSpecification");
            out.writeStringField("AttributeName", attribute);
            out.writeBooleanField("Enabled", enabled);
            out.writeEndObject();
        };
    }

    private Answer describe(Input request) {
        String attribute = tables.requireByName(request.needed("TableName")).timeToLive();
        return out -> {
            out.writeObjectFieldStart("TimeToLiveDescription");
            out.writeStringField("TimeToLiveStatus", attribute == null ? "DISABLED" : "ENABLED");
            if (attribute != null) {
                out.writeStringField("AttributeName", attribute);
            }
            out.writeEndObject();
        };
    }

    /** Removes every item whose time has passed by the clock. Takes time in proportion to the items of such tables. */
    void sweep() {
        BigDecimal now = BigDecimal.valueOf(clock.instant().getEpochSecond());
        BigDecimal oldest = now.subtract(BigDecimal.valueOf(TOO_OLD.toSeconds()));
        for (Table table : tables.all().values()) {
            String attribute = table.timeToLive();
            if (attribute != null) {
                for (Map.Entry<StoreKey, StoredItem> each : table.items().in(Range.ALL)) {
                    if (isPast(each.getValue(), attribute, now, oldest)) {
                        table.expire(each.getKey(), item -> isPast(item, attribute, now, oldest));
                    }
                }
            }
        }
    }

    private static boolean isPast(StoredItem item, String attribute, BigDecimal now, BigDecimal oldest) {
        return item.attributes().get(attribute) instanceof AttributeValue.N time
                && time.value().compareTo(now) < 0
                && time.value().compareTo(oldest) > 0;
    }
}
