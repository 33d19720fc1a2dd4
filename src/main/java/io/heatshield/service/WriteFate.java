package io.heatshield.service;

import io.heatshield.cache.Fence;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What an answer tells of a write's fate. Only an error of which the service documents that nothing was written counts
 * as not applied; whatever is not known counts as applied, which costs a few strong reads.
 */
final class WriteFate {
    private WriteFate() {}

    static Fence.Fate of(OriginReply answer, @Nullable Operation operation) {
        if (answer.certainty() == OriginReply.Certainty.NOT_SENT) {
            return Fence.Fate.NOT_APPLIED;
        }
        if (answer.down()) {
            return Fence.Fate.UNKNOWN;
        }
        if (answer.ok()) {
            return Fence.Fate.APPLIED;
        }
        return switch (ErrorShapes.of(answer)) {
            // Refused before anything was looked at.
            case "ValidationException",
                    "SerializationException",
                    "ResourceNotFoundException",
                    "AccessDeniedException",
                    "UnrecognizedClientException",
                    "InvalidSignatureException",
                    "UnknownOperationException" -> Fence.Fate.NOT_APPLIED;
            // Refused as a whole, since a single item or a transaction is written whole or not at all.
            case "ConditionalCheckFailedException",
                    "ItemCollectionSizeLimitExceededException",
                    "TransactionCanceledException",
                    "TransactionConflictException",
                    "IdempotentParameterMismatchException",
                    "DuplicateItemException",
                    "ProvisionedThroughputExceededException",
                    "ThrottlingException",
                    "RequestLimitExceeded" -> inParts(operation) ? Fence.Fate.APPLIED : Fence.Fate.NOT_APPLIED;
            // The same token's first request is still at it.
            case "TransactionInProgressException" -> Fence.Fate.UNKNOWN;
            // Another region is writing the item, so that what is cached of it is about to be old.
            case "ReplicatedWriteConflictException" -> Fence.Fate.APPLIED;
            default -> Fence.Fate.APPLIED;
        };
    }

    /** Whether an operation may have done a part of its work before it failed. */
    private static boolean inParts(@Nullable Operation operation) {
        return operation == Operation.BATCH_WRITE_ITEM || operation == Operation.BATCH_EXECUTE_STATEMENT;
    }
}
