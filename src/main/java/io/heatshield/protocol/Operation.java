package io.heatshield.protocol;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the DynamoDB and DynamoDB Streams APIs as of November 2026, by what they mean to a cache. An
 * operation that is not listed is no error: it is passed on unread, as a write.
 */
public enum Operation {
    GET_ITEM(Kind.READ),
    BATCH_GET_ITEM(Kind.READ),
    QUERY(Kind.READ),
    SCAN(Kind.READ),
    TRANSACT_GET_ITEMS(Kind.READ),
    SEARCH_VECTORS(Kind.READ),

    PUT_ITEM(Kind.ITEM_WRITE),
    UPDATE_ITEM(Kind.ITEM_WRITE),
    DELETE_ITEM(Kind.ITEM_WRITE),
    BATCH_WRITE_ITEM(Kind.ITEM_WRITE),
    TRANSACT_WRITE_ITEMS(Kind.ITEM_WRITE),

    EXECUTE_STATEMENT(Kind.STATEMENT),
    BATCH_EXECUTE_STATEMENT(Kind.STATEMENT),
    EXECUTE_TRANSACTION(Kind.STATEMENT),

    CREATE_TABLE(Kind.TABLE),
    UPDATE_TABLE(Kind.TABLE),
    DELETE_TABLE(Kind.TABLE),
    RESTORE_TABLE_FROM_BACKUP(Kind.TABLE),
    RESTORE_TABLE_TO_POINT_IN_TIME(Kind.TABLE),
    IMPORT_TABLE(Kind.TABLE),
    UPDATE_TIME_TO_LIVE(Kind.TABLE),
    START_BULK_PUT_ITEMS(Kind.TABLE),
    CREATE_GLOBAL_TABLE(Kind.TABLE),
    UPDATE_GLOBAL_TABLE(Kind.TABLE),

    DESCRIBE_TABLE(Kind.NEUTRAL),
    LIST_TABLES(Kind.NEUTRAL),
    DESCRIBE_ENDPOINTS(Kind.NEUTRAL),
    DESCRIBE_LIMITS(Kind.NEUTRAL),
    DESCRIBE_TIME_TO_LIVE(Kind.NEUTRAL),
    DESCRIBE_IMPORT(Kind.NEUTRAL),
    LIST_IMPORTS(Kind.NEUTRAL),
    DESCRIBE_BULK_OPERATION(Kind.NEUTRAL),
    LIST_BULK_OPERATIONS(Kind.NEUTRAL),
    CANCEL_BULK_OPERATION(Kind.NEUTRAL),
    DESCRIBE_GLOBAL_TABLE(Kind.NEUTRAL),
    LIST_GLOBAL_TABLES(Kind.NEUTRAL),
    DESCRIBE_GLOBAL_TABLE_SETTINGS(Kind.NEUTRAL),
    UPDATE_GLOBAL_TABLE_SETTINGS(Kind.NEUTRAL),
    DESCRIBE_TABLE_REPLICA_AUTO_SCALING(Kind.NEUTRAL),
    UPDATE_TABLE_REPLICA_AUTO_SCALING(Kind.NEUTRAL),
    CREATE_BACKUP(Kind.NEUTRAL),
    DELETE_BACKUP(Kind.NEUTRAL),
    DESCRIBE_BACKUP(Kind.NEUTRAL),
    LIST_BACKUPS(Kind.NEUTRAL),
    UPDATE_CONTINUOUS_BACKUPS(Kind.NEUTRAL),
    DESCRIBE_CONTINUOUS_BACKUPS(Kind.NEUTRAL),
    EXPORT_TABLE_TO_POINT_IN_TIME(Kind.NEUTRAL),
    DESCRIBE_EXPORT(Kind.NEUTRAL),
    LIST_EXPORTS(Kind.NEUTRAL),
    UPDATE_CONTRIBUTOR_INSIGHTS(Kind.NEUTRAL),
    DESCRIBE_CONTRIBUTOR_INSIGHTS(Kind.NEUTRAL),
    LIST_CONTRIBUTOR_INSIGHTS(Kind.NEUTRAL),
    ENABLE_KINESIS_STREAMING_DESTINATION(Kind.NEUTRAL),
    DISABLE_KINESIS_STREAMING_DESTINATION(Kind.NEUTRAL),
    UPDATE_KINESIS_STREAMING_DESTINATION(Kind.NEUTRAL),
    DESCRIBE_KINESIS_STREAMING_DESTINATION(Kind.NEUTRAL),
    PUT_RESOURCE_POLICY(Kind.NEUTRAL),
    GET_RESOURCE_POLICY(Kind.NEUTRAL),
    DELETE_RESOURCE_POLICY(Kind.NEUTRAL),
    TAG_RESOURCE(Kind.NEUTRAL),
    UNTAG_RESOURCE(Kind.NEUTRAL),
    LIST_TAGS_OF_RESOURCE(Kind.NEUTRAL),

    LIST_STREAMS(Api.STREAMS),
    DESCRIBE_STREAM(Api.STREAMS),
    GET_SHARD_ITERATOR(Api.STREAMS),
    GET_RECORDS(Api.STREAMS);

    /** What an operation means to what is cached. */
    public enum Kind {
        /** Reads items. */
        READ,
        /** Writes items that the request names by key. */
        ITEM_WRITE,
        /** PartiQL: reads or writes, by its text. */
        STATEMENT,
        /** May change what a whole table holds or is. */
        TABLE,
        /** Does not change what a read answers. */
        NEUTRAL
    }

    /** The two APIs, told apart by the prefix of {@code X-Amz-Target}. */
    public enum Api {
        DYNAMODB("DynamoDB_20120810."),
        STREAMS("DynamoDBStreams_20120810.");

        private final String prefix;

        Api(String prefix) {
            this.prefix = prefix;
        }

        /** The prefix of the target header, dot included. */
        public String prefix() {
            return prefix;
        }
    }

    private static final Map<String, Operation> BY_TARGET = new HashMap<>();

    static {
        for (Operation operation : values()) {
            BY_TARGET.put(operation.target(), operation);
        }
    }

    private final Kind kind;
    private final Api api;
    private final String wireName;

    Operation(Kind kind) {
        this(kind, Api.DYNAMODB);
    }

    Operation(Api api) {
        this(Kind.NEUTRAL, api);
    }

    Operation(Kind kind, Api api) {
        this.kind = kind;
        this.api = api;
        this.wireName = camelCase(name());
    }

    private static String camelCase(String constant) {
        StringBuilder camel = new StringBuilder();
        for (String word : constant.split("_", -1)) {
            camel.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return camel.toString();
    }

    /** The operation that an {@code X-Amz-Target} names, or null if it is none of those known here. */
    public static @Nullable Operation ofTarget(String target) {
        return BY_TARGET.get(target);
    }

    /** The name on the wire, such as {@code GetItem}. */
    public String wireName() {
        return wireName;
    }

    /** The whole {@code X-Amz-Target}. */
    public String target() {
        return api.prefix() + wireName;
    }

    /** What it means to a cache. */
    public Kind kind() {
        return kind;
    }

    /** Which API it belongs to. */
    public Api api() {
        return api;
    }

    /** Whether sending it twice does no more than sending it once, whatever its body says. */
    public boolean mayBeSentTwice() {
        return kind == Kind.READ
                || api == Api.STREAMS
                || wireName.startsWith("Describe")
                || wireName.startsWith("List");
    }
}
