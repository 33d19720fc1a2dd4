package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.TableId;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The tables by name. Safe for use from any thread. */
final class Tables {
    private final NavigableMap<String, Table> byName = new ConcurrentSkipListMap<>();
    private final String arnPrefix;

    /** No tables yet, of this account in this region. */
    Tables(String region, String account) {
        this.arnPrefix = "arn:aws:dynamodb:" + region + ":" + account + ":";
    }

    /** The ARN that a table of this name has. */
    String arn(String name) {
        return arnPrefix + "table/" + name;
    }

    /** The bare name of a table that is named by name or ARN. */
    static String bareName(String nameOrArn) {
        return TableId.bareName(nameOrArn);
    }

    /** The table that a request names by name or ARN, or null. */
    @Nullable
    Table find(String nameOrArn) {
        if (nameOrArn.startsWith("arn:") && !nameOrArn.startsWith(arnPrefix)) {
            return null;
        }
        return byName.get(bareName(nameOrArn));
    }

    /** The table that an item operation names. */
    Table require(String nameOrArn) {
        Table table = find(nameOrArn);
        if (table == null) {
            throw DynamoError.of(ErrorKind.RESOURCE_NOT_FOUND, "Requested resource not found")
                    .exception();
        }
        return table;
    }

    /** The table that a table operation names. */
    Table requireByName(String nameOrArn) {
        Table table = find(nameOrArn);
        if (table == null) {
            throw DynamoError.of(
                            ErrorKind.RESOURCE_NOT_FOUND,
                            "Requested resource not found: Table: " + bareName(nameOrArn) + " not found")
                    .exception();
        }
        return table;
    }

    /** Adds a table unless there is one of its name. */
    boolean add(Table table) {
        return byName.putIfAbsent(table.name(), table) == null;
    }

    void remove(Table table) {
        byName.remove(table.name(), table);
    }

    /** By name, in the order of names. */
    NavigableMap<String, Table> all() {
        return byName;
    }
}
