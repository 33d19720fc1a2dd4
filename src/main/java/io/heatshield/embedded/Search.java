package io.heatshield.embedded;

import io.heatshield.expression.Condition;
import io.heatshield.expression.DocumentPath;
import io.heatshield.expression.Projection;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a query and a scan have in common once the range is known: select, filter, page, answer. */
final class Search {
    private final Source source;
    private final Input request;
    private final Criteria criteria;
    private final @Nullable String select;
    private final boolean whole;

    /**
     * A search, refused in the service's words if its {@code Select} does not fit the rest.
     *
     * @param doing {@code Querying} or {@code Scanning}
     */
    Search(Source source, Input request, Criteria criteria, String doing) {
        this.source = source;
        this.request = request;
        this.criteria = criteria;
        this.select = request.text("Select");
        checkSelect(doing);
        this.whole = needsTable();
    }

    private void checkSelect(String doing) {
        boolean projected = criteria.projectionOrNull() != null;
        String member = request.has("ProjectionExpression") ? "ProjectionExpression" : "AttributesToGet";
        if ("ALL_PROJECTED_ATTRIBUTES".equals(select) && source.index() == null) {
            throw SchemaRules.invalid(
                    "ALL_PROJECTED_ATTRIBUTES can be used only when " + doing + " using an IndexName");
        }
        if ("SPECIFIC_ATTRIBUTES".equals(select) && !projected) {
            throw SchemaRules.invalid("Must specify the AttributesToGet or ProjectionExpression when choosing to get"
                    + " SPECIFIC_ATTRIBUTES");
        }
        if (projected && select != null && !select.equals("SPECIFIC_ATTRIBUTES")) {
            throw SchemaRules.invalid("Cannot specify the " + member + " when choosing to get "
                    + (select.equals("COUNT") ? "only the Count" : select));
        }
        SecondaryIndex index = source.index();
        if ("ALL_ATTRIBUTES".equals(select) && index != null && source.global() && !index.carriesAll()) {
            throw SchemaRules.invalid("Select type ALL_ATTRIBUTES is not supported for global secondary index "
                    + index.schema().name() + " because its projection type is not ALL");
        }
    }

    /** Whether entries of a local index must be made whole from the table. */
    private boolean needsTable() {
        SecondaryIndex index = source.index();
        if (index == null || index.carriesAll()) {
            return false;
        }
        Projection projection = criteria.projectionOrNull();
        List<String> missing = projection == null
                ? List.of()
                : projection.paths().stream()
                        .map(DocumentPath::head)
                        .filter(attribute -> !index.carries(attribute))
                        .toList();
        if (source.global()) {
            if (!missing.isEmpty()) {
                throw SchemaRules.invalid("Global secondary index "
                        + index.schema().name() + " does not project " + "[" + String.join(", ", missing) + "]");
            }
            return false;
        }
        return "ALL_ATTRIBUTES".equals(select) || !missing.isEmpty();
    }

    /** Refuses a query's filter on the key that is queried. */
    void checkFilter() {
        Condition filter = criteria.condition();
        if (filter == null) {
            return;
        }
        for (DocumentPath path : filter.paths()) {
            if (source.keys().contains(path.head())) {
                throw DynamoError.validation((request.has("QueryFilter") ? "QueryFilter" : "Filter Expression")
                                + " can only contain non-primary key attributes: Primary key attribute: "
                                + path.head())
                        .exception();
            }
        }
    }

    /** Reads one page and answers it. */
    Answer answer(Range range) {
        boolean consistent = request.flag("ConsistentRead") && !source.global();
        Page page = Page.read(source, range, request.number("Limit"), criteria.test(), consistent, whole);
        Consumption consumption = consumption(page);
        StoredItem last = page.last();
        Map<String, AttributeValue> position = last == null ? null : source.position(last);
        return out -> {
            if (!"COUNT".equals(select)) {
                out.writeArrayFieldStart("Items");
                for (StoredItem item : page.items()) {
                    AttributeJson.writeItem(criteria.projection().apply(item.attributes()), out);
                }
                out.writeEndArray();
            }
            out.writeNumberField("Count", page.items().size());
            out.writeNumberField("ScannedCount", page.scanned());
            if (position != null) {
                out.writeFieldName("LastEvaluatedKey");
                AttributeJson.writeItem(position, out);
            }
            consumption.writeMember(request, out);
        };
    }

    private Consumption consumption(Page page) {
        boolean consistent = request.flag("ConsistentRead");
        Consumption consumption = new Consumption(request.needed("TableName"));
        double units = Units.read(page.bytes(), consistent);
        SecondaryIndex index = source.index();
        if (index == null) {
            consumption.read(units);
        } else {
            consumption.readIndex(index.schema(), units);
            for (Page.Fetched each : page.fetched()) {
                consumption.read(Units.read(each.bytes(), consistent));
            }
        }
        return consumption;
    }
}
