package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a query or a scan goes on: the rules of {@code ExclusiveStartKey}. */
final class StartKeys {
    private static final String INVALID = "The provided starting key is invalid";
    private static final String MISMATCH = ": The provided key element does not match the schema";

    private StartKeys() {}

    /** The start key of a request, its values checked, or null. */
    static @Nullable Map<String, AttributeValue> read(Input request) {
        JsonNode node = request.node("ExclusiveStartKey");
        if (node == null) {
            return null;
        }
        try {
            return AttributeJson.readItem(node, request.layer().wording());
        } catch (DynamoException e) {
            String words = e.error().message();
            // Some of the messages come with the prefix and some without.
            if (e.error().kind() != ErrorKind.VALIDATION
                    || words == null
                    || words.matches(
                            ".*(contains duplicates|number set|numeric value|significant digits|number with magnitude).*")) {
                throw e;
            }
            throw invalid(": " + words);
        }
    }

    /** The rest of a query's range. */
    static Range resumeQuery(
            Source source, Range range, Map<String, AttributeValue> start, Map<String, KeyTest> tests) {
        StoreKey place = place(source, start, false);
        if (!range.contains(place)) {
            boolean samePartition = range.from() != null && range.from().samePartition(place);
            boolean sortTested =
                    source.keys().sort().stream().anyMatch(attribute -> tests.containsKey(attribute.name()));
            throw DynamoError.validation(
                            !sortTested || !samePartition
                                    ? "The provided starting key is outside query boundaries based on provided"
                                            + " conditions"
                                    : "The provided starting key does not match the range key predicate")
                    .exception();
        }
        return range.after(place);
    }

    /** The rest of a scan's range. */
    static Range resumeScan(
            Source source, Range range, Map<String, AttributeValue> start, QueryOperations.Segment segment) {
        StoreKey place = place(source, start, true);
        if (!range.contains(place)) {
            throw invalid(
                    ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: "
                            + segment.total() + " Segment: " + segment.number());
        }
        return range.after(place);
    }

    private static StoreKey place(Source source, Map<String, AttributeValue> start, boolean scan) {
        Map<String, Attribute> wanted = source.positionAttributes();
        if (start.size() != wanted.size()) {
            throw invalid(scan && source.index() == null ? MISMATCH : "");
        }
        Map<String, AttributeValue> position = new LinkedHashMap<>();
        for (Attribute attribute : wanted.values()) {
            AttributeValue value = start.get(attribute.name());
            if (value == null) {
                throw invalid(scan && source.index() == null ? MISMATCH : "");
            }
            if (!value.type().equals(attribute.type().name())) {
                throw invalid(MISMATCH);
            }
            position.put(attribute.name(), value);
        }
        return source.place(position);
    }

    private static DynamoException invalid(String more) {
        return DynamoError.validation(INVALID + more).exception();
    }
}
