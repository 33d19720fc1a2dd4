package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What PartiQL requests mean to a cache: which tables their statements write. */
final class StatementDecoder {
    /** The verb, and the table behind it, quoted or not; every part is possessive, so matching is linear. */
    private static final Pattern WRITE = Pattern.compile(
            "\\s*+(?:INSERT\\s++INTO|UPDATE|DELETE\\s++FROM)\\s++(?:\"([^\"]++)\"|([A-Za-z0-9_.:/-]++)).*+",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private StatementDecoder() {}

    /** Every {@code Statement} member, at any depth. */
    static Call decode(Buffer body) throws IOException {
        List<String> tables = new ArrayList<>();
        boolean unclear = false;
        try (JsonParser in = CallDecoder.parser(body)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token != JsonToken.VALUE_STRING || !"Statement".equals(in.currentName())) {
                    continue;
                }
                String statement = in.getText();
                if (selects(statement)) {
                    continue;
                }
                Matcher write = WRITE.matcher(statement);
                if (write.matches()) {
                    tables.add(write.group(1) == null ? write.group(2) : write.group(1));
                } else {
                    unclear = true;
                }
            }
        }
        if (unclear) {
            return new Call.UnknownWrite();
        }
        return tables.isEmpty() ? new Call.Opaque(null) : new Call.TableWrite(tables);
    }

    private static boolean selects(String statement) {
        String start = statement.stripLeading();
        return start.length() > 6
                && start.substring(0, 6).toUpperCase(Locale.ROOT).equals("SELECT");
    }
}
