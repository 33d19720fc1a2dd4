package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be told of an operation on tables, known or newer than this code: which tables it names, wherever in its
 * body it names them.
 */
final class UnknownOperations {
    private UnknownOperations() {}

    /** The tables of the members TableName, TargetTableName and TableArn, at any depth. */
    static Call decode(Buffer body) {
        List<String> tables = new ArrayList<>();
        try (JsonParser in = CallDecoder.parser(body)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token == JsonToken.VALUE_STRING && namesTable(in.currentName())) {
                    tables.add(in.getText());
                }
            }
        } catch (IOException e) {
            // Not JSON, so the origin will refuse it; the tables named before the fault are reckoned with.
            return new Call.UnknownWrite();
        }
        return tables.isEmpty() ? new Call.UnknownWrite() : new Call.TableWrite(tables);
    }

    private static boolean namesTable(@Nullable String member) {
        return "TableName".equals(member)
                || "TargetTableName".equals(member)
                || "TableArn".equals(member)
                || "GlobalTableName".equals(member);
    }
}
