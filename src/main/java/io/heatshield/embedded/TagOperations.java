package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** TagResource, UntagResource, ListTagsOfResource. */
final class TagOperations {
    private static final Pattern TABLE_ARN = Pattern.compile("arn:aws:dynamodb:.+:\\d+:table/[^/]{3,}");
    private static final int MOST_TAGS = 50;

    private final Tables tables;

    TagOperations(Tables tables) {
        this.tables = tables;
    }

    List<Route> routes() {
        return List.of(
                Route.kept(Operation.TAG_RESOURCE, TableInputs.TAG_RESOURCE, this::tag),
                Route.kept(Operation.UNTAG_RESOURCE, TableInputs.UNTAG_RESOURCE, this::untag),
                Route.light(Operation.LIST_TAGS_OF_RESOURCE, TableInputs.LIST_TAGS, this::list));
    }

    private Table table(Input request) {
        String arn = request.needed("ResourceArn");
        if (!TABLE_ARN.matcher(arn).matches()) {
            throw invalid("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
        }
        Table table = tables.find(arn);
        if (table == null) {
            throw DynamoError.of(
                            ErrorKind.RESOURCE_NOT_FOUND,
                            "Requested resource not found: ResourcArn: " + arn + " not found")
                    .exception();
        }
        return table;
    }

    private Answer tag(Input request) {
        Table table = table(request);
        Map<String, String> tags = read(request.structuresOrNone("Tags"));
        if (tags.isEmpty()) {
            throw invalid("Atleast one Tag needs to be provided as Input.");
        }
        synchronized (table) {
            Map<String, String> all = new TreeMap<>(table.tags());
            all.putAll(tags);
            if (all.size() > MOST_TAGS) {
                throw DynamoError.of(ErrorKind.LIMIT_EXCEEDED, "Too many tags: the limit is " + MOST_TAGS)
                        .exception();
            }
            table.tags(all);
            table.journal().keep(table);
        }
        return Answer.NOTHING;
    }

    /** The tags of a request. */
    static Map<String, String> read(List<Input> tags) {
        Map<String, String> read = new TreeMap<>();
        for (Input tag : tags) {
            String key = tag.needed("Key");
            if (key.startsWith("aws:")) {
                throw invalid("One or more parameter values were invalid: Tag keys that begin with aws: are reserved");
            }
            if (read.put(key, tag.needed("Value")) != null) {
                throw invalid("One or more parameter values were invalid: Duplicate tag key: " + key);
            }
        }
        return read;
    }

    private Answer untag(Input request) {
        Table table = table(request);
        List<String> keys = request.texts("TagKeys");
        if (keys == null || keys.isEmpty()) {
            throw invalid("Atleast one Tag Key needs to be provided as Input.");
        }
        synchronized (table) {
            Map<String, String> rest = new TreeMap<>(table.tags());
            keys.forEach(rest::remove);
            table.tags(rest);
            table.journal().keep(table);
        }
        return Answer.NOTHING;
    }

    private Answer list(Input request) {
        Map<String, String> tags = table(request).tags();
        return out -> {
            out.writeArrayFieldStart("Tags");
            for (Map.Entry<String, String> tag : tags.entrySet()) {
                out.writeStartObject();
                out.writeStringField("Key", tag.getKey());
                out.writeStringField("Value", tag.getValue());
                out.writeEndObject();
            }
            out.writeEndArray();
        };
    }

    private static DynamoException invalid(String words) {
        return DynamoError.validation(words).exception();
    }
}
