package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The capacity units that one request took from one table and its indexes. */
final class Consumption {
    private final String table;
    private double tableUnits;
    private double factor = 1;
    private @Nullable String direction;
    private final Map<String, Double> local = new TreeMap<>();
    private final Map<String, Double> global = new TreeMap<>();

    /** Nothing yet, of the table that the request calls so. */
    Consumption(String table) {
        this.table = table;
    }

    void wrote(long bytes) {
        tableUnits += factor * Units.written(bytes);
    }

    /** From here on this counts a transaction's writes, which take twice the units of the table. */
    Consumption inTransaction() {
        factor = 2;
        direction = "WriteCapacityUnits";
        return this;
    }

    /** Counts a condition that a transaction checked. */
    void checkedInTransaction(long bytes) {
        inTransaction().wrote(bytes);
    }

    /** Counts a read of a transaction, which takes twice the units of a strongly consistent one. */
    void readInTransaction(long bytes) {
        direction = "ReadCapacityUnits";
        tableUnits += 2 * Units.read(bytes, true);
    }

    void wroteIndex(IndexSchema index, double units) {
        readIndex(index, units);
    }

    void read(double units) {
        tableUnits += units;
    }

    void readIndex(IndexSchema index, double units) {
        (index.global() ? global : local).merge(index.name(), units, Double::sum);
    }

    double total() {
        return tableUnits + sum(local) + sum(global);
    }

    private static double sum(Map<String, Double> units) {
        double sum = 0;
        for (double each : units.values()) {
            sum += each;
        }
        return sum;
    }

    /** Writes the member {@code ConsumedCapacity} if the request asked for it. */
    void writeMember(Input request, JsonGenerator out) throws IOException {
        String detail = request.text("ReturnConsumedCapacity", "NONE");
        if (!detail.equals("NONE")) {
            out.writeFieldName("ConsumedCapacity");
            write(detail.equals("INDEXES"), out);
        }
    }

    /** Writes the member {@code ConsumedCapacity} of a request for several tables, if it asked for it. */
    static void writeMembers(Input request, Collection<Consumption> all, JsonGenerator out) throws IOException {
        String detail = request.text("ReturnConsumedCapacity", "NONE");
        if (!detail.equals("NONE")) {
            out.writeArrayFieldStart("ConsumedCapacity");
            for (Consumption each : all) {
                each.write(detail.equals("INDEXES"), out);
            }
            out.writeEndArray();
        }
    }

    /** Writes the structure. */
    void write(boolean detailed, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("TableName", table);
        units(total(), out);
        if (detailed) {
            out.writeObjectFieldStart("Table");
            units(tableUnits, out);
            out.writeEndObject();
            indexes("LocalSecondaryIndexes", local, out);
            indexes("GlobalSecondaryIndexes", global, out);
        }
        out.writeEndObject();
    }

    private void indexes(String member, Map<String, Double> indexes, JsonGenerator out) throws IOException {
        if (indexes.isEmpty()) {
            return;
        }
        out.writeObjectFieldStart(member);
        for (Map.Entry<String, Double> index : indexes.entrySet()) {
            out.writeObjectFieldStart(index.getKey());
            units(index.getValue(), out);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private void units(double units, JsonGenerator out) throws IOException {
        out.writeNumberField("CapacityUnits", units);
        if (direction != null) {
            out.writeNumberField(direction, units);
        }
    }
}
