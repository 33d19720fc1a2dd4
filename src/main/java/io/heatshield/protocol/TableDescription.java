package io.heatshield.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Heatshield needs to know of a table.
 *
 * @param id the identity
 * @param keys the primary key
 * @param incarnation the {@code TableId} that the origin gave this incarnation of the table (else its creation time):
 *     a table that was dropped and made again has another one; null where the origin tells neither
 * @param indexes its secondary indexes
 */
public record TableDescription(
        TableId id, KeySchema keys, @Nullable String incarnation, List<IndexDescription> indexes) {
    /** A table without secondary indexes. */
    public TableDescription(TableId id, KeySchema keys, @Nullable String incarnation) {
        this(id, keys, incarnation, List.of());
    }

    /** The index of that name, or null. */
    public @Nullable IndexDescription index(String name) {
        for (IndexDescription index : indexes) {
            if (index.name().equals(name)) {
                return index;
            }
        }
        return null;
    }
}
