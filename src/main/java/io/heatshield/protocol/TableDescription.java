package io.heatshield.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What Heatshield needs to know of a table.
 *
 * @param id the identity
 * @param keys the primary key
 * @param incarnation the {@code TableId} that the origin gave this incarnation of the table (else its creation time):
 *     a table that was dropped and made again has another one; null where the origin tells neither
 */
public record TableDescription(
        TableId id, KeySchema keys, @Nullable String incarnation) {}
