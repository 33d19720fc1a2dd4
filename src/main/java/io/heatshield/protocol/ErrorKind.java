package io.heatshield.protocol;

/**
 * Every error that Heatshield itself, or the embedded origin, may answer: the shape name with the prefix that the
 * service puts before it, the HTTP status, how the message member is spelt, and whose fault it is. The prefixes are
 * those that real clients see (they vary by the layer of the service that raised the error).
 */
public enum ErrorKind {
    VALIDATION("com.amazon.coral.validate#ValidationException", 400),
    SERIALIZATION("com.amazon.coral.service#SerializationException", 400, "Message"),
    UNKNOWN_OPERATION("com.amazon.coral.service#UnknownOperationException", 400),
    ACCESS_DENIED("com.amazon.coral.service#AccessDeniedException", 400, "Message"),
    MISSING_AUTHENTICATION_TOKEN("com.amazon.coral.service#MissingAuthenticationTokenException", 400),
    INCOMPLETE_SIGNATURE("com.amazon.coral.service#IncompleteSignatureException", 400),
    INVALID_SIGNATURE("com.amazon.coral.service#InvalidSignatureException", 400),
    UNRECOGNIZED_CLIENT("com.amazon.coral.service#UnrecognizedClientException", 400),
    EXPIRED_TOKEN("com.amazon.coral.service#ExpiredTokenException", 400),
    REQUEST_TOO_LARGE("com.amazon.coral.service#RequestEntityTooLargeException", 413),
    SERVICE_UNAVAILABLE("com.amazon.coral.availability#ServiceUnavailableException", 503),
    THROTTLING("com.amazon.coral.availability#ThrottlingException", 400),
    INTERNAL_SERVER_ERROR("com.amazonaws.dynamodb.v20120810#InternalServerError", 500),
    RESOURCE_NOT_FOUND("com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", 400),
    RESOURCE_IN_USE("com.amazonaws.dynamodb.v20120810#ResourceInUseException", 400),
    TABLE_NOT_FOUND("com.amazonaws.dynamodb.v20120810#TableNotFoundException", 400),
    INDEX_NOT_FOUND("com.amazonaws.dynamodb.v20120810#IndexNotFoundException", 400),
    BACKUP_NOT_FOUND("com.amazonaws.dynamodb.v20120810#BackupNotFoundException", 400),
    EXPORT_NOT_FOUND("com.amazonaws.dynamodb.v20120810#ExportNotFoundException", 400),
    IMPORT_NOT_FOUND("com.amazonaws.dynamodb.v20120810#ImportNotFoundException", 400),
    GLOBAL_TABLE_NOT_FOUND("com.amazonaws.dynamodb.v20120810#GlobalTableNotFoundException", 400),
    POLICY_NOT_FOUND("com.amazonaws.dynamodb.v20120810#PolicyNotFoundException", 400),
    LIMIT_EXCEEDED("com.amazonaws.dynamodb.v20120810#LimitExceededException", 400),
    CONDITIONAL_CHECK_FAILED("com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", 400),
    PROVISIONED_THROUGHPUT_EXCEEDED("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException", 400),
    REQUEST_LIMIT_EXCEEDED("com.amazonaws.dynamodb.v20120810#RequestLimitExceeded", 400),
    ITEM_COLLECTION_SIZE_LIMIT("com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException", 400),
    TRANSACTION_CANCELED("com.amazonaws.dynamodb.v20120810#TransactionCanceledException", 400, "Message"),
    TRANSACTION_CONFLICT("com.amazonaws.dynamodb.v20120810#TransactionConflictException", 400),
    TRANSACTION_IN_PROGRESS("com.amazonaws.dynamodb.v20120810#TransactionInProgressException", 400, "Message"),
    IDEMPOTENT_PARAMETER_MISMATCH(
            "com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException", 400, "Message"),
    DUPLICATE_ITEM("com.amazonaws.dynamodb.v20120810#DuplicateItemException", 400),
    TRIMMED_DATA_ACCESS("com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException", 400),
    EXPIRED_ITERATOR("com.amazonaws.dynamodb.v20120810#ExpiredIteratorException", 400);

    private final String type;
    private final int status;
    private final String messageMember;

    ErrorKind(String type, int status) {
        this(type, status, "message");
    }

    ErrorKind(String type, int status, String messageMember) {
        this.type = type;
        this.status = status;
        this.messageMember = messageMember;
    }

    /** The whole {@code __type}, prefix included. */
    public String type() {
        return type;
    }

    /** The bare shape name, as used in logs and metrics. */
    public String shape() {
        return type.substring(type.indexOf('#') + 1);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** {@code message}, or {@code Message} for the shapes that the service's model spells so. */
    public String messageMember() {
        return messageMember;
    }
}
