package io.heatshield.embedded;

import java.util.List;

/**
 * A secondary index as it was declared.
 *
 * @param name its name
 * @param global whether it is a GSI, else an LSI
 * @param keys its key
 * @param projection which attributes its entries carry
 */
record IndexSchema(String name, boolean global, Keys keys, Projection projection) {

    /**
     * Which attributes the entries of an index carry beside the keys of index and table.
     *
     * @param type all, none or some
     * @param included the some
     */
    record Projection(Type type, List<String> included) {
        Projection {
            included = List.copyOf(included);
        }

        enum Type {
            ALL,
            KEYS_ONLY,
            INCLUDE
        }
    }
}
