package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ListStreams, DescribeStream, GetShardIterator, GetRecords. */
final class StreamOperations {
    private static final int MOST_STREAMS = 100;
    private static final int MOST_RECORDS = 1000;
    private static final int MOST_BYTES = 1024 * 1024;

    private final Tables tables;
    private final InstantSource clock;
    private final String region;

    StreamOperations(Tables tables, InstantSource clock, String region) {
        this.tables = tables;
        this.clock = clock;
        this.region = region;
    }

    List<Route> routes() {
        return List.of(
                Route.light(Operation.LIST_STREAMS, StreamInputs.LIST, this::list),
                Route.light(Operation.DESCRIBE_STREAM, StreamInputs.DESCRIBE, this::describe),
                Route.light(Operation.GET_SHARD_ITERATOR, StreamInputs.ITERATOR, this::iterator),
                Route.heavy(Operation.GET_RECORDS, StreamInputs.RECORDS, this::records));
    }

    /** A stream and its table. */
    private record Found(Table table, ChangeStream stream) {}

    private List<Found> all(@Nullable String tableName) {
        List<Found> all = new ArrayList<>();
        for (Table table : tables.all().values()) {
            if (tableName == null || table.name().equals(Tables.bareName(tableName))) {
                table.streams().forEach(stream -> all.add(new Found(table, stream)));
            }
        }
        all.sort(Comparator.comparing(found -> found.stream().arn()));
        return all;
    }

    private Found require(String arn) {
        for (Found found : all(null)) {
            if (found.stream().arn().equals(arn)) {
                return found;
            }
        }
        throw notFound("Requested resource not found: Stream: " + arn + " not found");
    }

    private static DynamoException notFound(String words) {
        return DynamoError.of(ErrorKind.RESOURCE_NOT_FOUND, words).exception();
    }

    private Answer list(Input request) {
        String after = request.text("ExclusiveStartStreamArn");
        Long limit = request.number("Limit");
        List<Found> rest = all(request.text("TableName")).stream()
                .filter(found -> after == null || found.stream().arn().compareTo(after) > 0)
                .toList();
        int shown = (int) Math.min(rest.size(), limit == null ? MOST_STREAMS : limit);
        return out -> {
            out.writeArrayFieldStart("Streams");
            for (Found found : rest.subList(0, shown)) {
                out.writeStartObject();
                out.writeStringField("StreamArn", found.stream().arn());
                out.writeStringField("StreamLabel", found.stream().label());
                out.writeStringField("TableName", found.table().name());
                out.writeEndObject();
            }
            out.writeEndArray();
            if (shown < rest.size()) {
                out.writeStringField(
                        "LastEvaluatedStreamArn", rest.get(shown - 1).stream().arn());
            }
        };
    }

    private Answer describe(Input request) {
        Found found = require(request.needed("StreamArn"));
        ChangeStream stream = found.stream();
        String after = request.text("ExclusiveStartShardId");
        int first = after == null ? 0 : shard(stream, after) + 1;
        Long limit = request.number("Limit");
        int end = (int) Math.min(ChangeStream.SHARDS, first + (limit == null ? MOST_STREAMS : limit));
        return out -> {
            out.writeObjectFieldStart("StreamDescription");
            out.writeStringField("StreamArn", stream.arn());
            out.writeStringField("StreamLabel", stream.label());
            out.writeStringField("StreamStatus", stream.enabled() ? "ENABLED" : "DISABLED");
            out.writeStringField("StreamViewType", stream.view().name());
            out.writeFieldName("CreationRequestDateTime");
            TableDescriptions.seconds(stream.created(), out);
            out.writeStringField("TableName", found.table().name());
            TableDescriptions.keySchema(stream.keys(), out);
            out.writeArrayFieldStart("Shards");
            for (int shard = first; shard < end; shard++) {
                shard(stream, shard, out);
            }
            out.writeEndArray();
            if (end < ChangeStream.SHARDS) {
                out.writeStringField("LastEvaluatedShardId", shardId(stream, end - 1));
            }
            out.writeEndObject();
        };
    }

    private static void shard(ChangeStream stream, int shard, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("ShardId", shardId(stream, shard));
        out.writeObjectFieldStart("SequenceNumberRange");
        out.writeStringField("StartingSequenceNumber", StreamRecord.sequenceText(stream.oldest(shard)));
        if (!stream.enabled()) {
            out.writeStringField("EndingSequenceNumber", StreamRecord.sequenceText(stream.next()));
        }
        out.writeEndObject();
        out.writeEndObject();
    }

    private static String shardId(ChangeStream stream, int shard) {
        return "shardId-%020d-%08x".formatted(stream.created().toEpochMilli(), shard);
    }

    private static int shard(ChangeStream stream, String shardId) {
        for (int shard = 0; shard < ChangeStream.SHARDS; shard++) {
            if (shardId(stream, shard).equals(shardId)) {
                return shard;
            }
        }
        throw notFound("Requested resource not found: Shard does not exist");
    }

    private Answer iterator(Input request) {
        ChangeStream stream = require(request.needed("StreamArn")).stream();
        int shard = shard(stream, request.needed("ShardId"));
        long from = switch (request.needed("ShardIteratorType")) {
            case "TRIM_HORIZON" -> stream.oldest(shard);
            case "LATEST" -> stream.next();
            case "AT_SEQUENCE_NUMBER" -> readable(stream, shard, sequence(request, stream));
            default -> readable(stream, shard, sequence(request, stream) + 1);
        };
        String token = new ShardIterator(stream.arn(), shard, from, clock.instant()).token();
        return out -> out.writeStringField("ShardIterator", token);
    }

    private static long sequence(Input request, ChangeStream stream) {
        String text = request.text("SequenceNumber");
        if (text == null) {
            throw DynamoError.validation(
                            "SequenceNumber is required for ShardIteratorType " + request.needed("ShardIteratorType"))
                    .exception();
        }
        long sequence = StreamRecord.sequenceOf(text);
        if (sequence < 0 || sequence > stream.next()) {
            throw DynamoError.validation("Invalid SequenceNumber: " + text).exception();
        }
        return sequence;
    }

    private static long readable(ChangeStream stream, int shard, long from) {
        if (stream.isTrimmed(shard, from)) {
            throw DynamoError.of(
                            ErrorKind.TRIMMED_DATA_ACCESS,
                            "The operation attempted to read past the oldest stream record in a shard")
                    .exception();
        }
        return from;
    }

    private Answer records(Input request) {
        ShardIterator iterator = ShardIterator.of(request.needed("ShardIterator"), clock.instant());
        ChangeStream stream = require(iterator.stream()).stream();
        readable(stream, iterator.shard(), iterator.from());
        Long limit = request.number("Limit");
        List<StreamRecord> found = new ArrayList<>();
        long bytes = 0;
        long next = iterator.from();
        for (StreamRecord each :
                stream.read(iterator.shard(), iterator.from(), limit == null ? MOST_RECORDS : limit.intValue())) {
            bytes += each.size(stream.view());
            if (!found.isEmpty() && bytes > MOST_BYTES) {
                break;
            }
            found.add(each);
            next = each.sequence() + 1;
        }
        boolean ended =
                !stream.enabled() && stream.read(iterator.shard(), next, 1).isEmpty();
        String token = ended ? null : new ShardIterator(stream.arn(), iterator.shard(), next, clock.instant()).token();
        return out -> {
            out.writeArrayFieldStart("Records");
            for (StreamRecord each : found) {
                record(each, stream, out);
            }
            out.writeEndArray();
            if (token != null) {
                out.writeStringField("NextShardIterator", token);
            }
        };
    }

    private void record(StreamRecord record, ChangeStream stream, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(
                "eventID",
                "%032x".formatted(record.sequence() * 31 + stream.arn().hashCode()));
        out.writeStringField("eventName", record.eventName());
        out.writeStringField("eventVersion", "1.1");
        out.writeStringField("eventSource", "aws:dynamodb");
        out.writeStringField("awsRegion", region);
        out.writeObjectFieldStart("dynamodb");
        out.writeNumberField("ApproximateCreationDateTime", record.time().getEpochSecond());
        out.writeFieldName("Keys");
        AttributeJson.writeItem(record.keys(), out);
        image("NewImage", stream.view().showsNew() ? record.after() : null, out);
        image("OldImage", stream.view().showsOld() ? record.before() : null, out);
        out.writeStringField("SequenceNumber", StreamRecord.sequenceText(record.sequence()));
        out.writeNumberField("SizeBytes", record.size(stream.view()));
        out.writeStringField("StreamViewType", stream.view().name());
        out.writeEndObject();
        if (record.expired()) {
            out.writeObjectFieldStart("userIdentity");
            out.writeStringField("PrincipalId", "dynamodb.amazonaws.com");
            out.writeStringField("Type", "Service");
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void image(String member, @Nullable StoredItem item, JsonGenerator out) throws IOException {
        if (item != null) {
            out.writeFieldName(member);
            AttributeJson.writeItem(item.attributes(), out);
        }
    }
}
