package io.heatshield.http;

import org.jspecify.annotations.Nullable;

/**
 * What a path of the item API names: {@code /v1/tables/TABLE/items[/PARTITION[/SORT]]}.
 *
 * @param table the table's name
 * @param partition the partition key's value as text, or null where the path ends before it
 * @param sort the sort key's, likewise
 */
record ItemTarget(
        String table, @Nullable String partition, @Nullable String sort) {
    private static final String TABLES = "/v1/tables/";
    private static final String ITEMS = "items";
    private static final int LONGEST_NAME = 255;

    /** What the path names, or null if it is no path of items. */
    static @Nullable ItemTarget of(String path) {
        if (!path.startsWith(TABLES)) {
            return null;
        }
        int end = path.indexOf('/', TABLES.length());
        if (end < 0 || !path.startsWith(ITEMS, end + 1)) {
            return null;
        }
        String table = PercentEncoding.decode(path.substring(TABLES.length(), end), false);
        if (!isName(table)) {
            throw Problem.badRequest("bad-table", "A table's name has 3 to 255 of the characters a-z, A-Z, 0-9, _ - .")
                    .refusal();
        }
        int from = end + 1 + ITEMS.length();
        if (from == path.length()) {
            return new ItemTarget(table, null, null);
        }
        return path.charAt(from) == '/' ? keyed(table, path.substring(from + 1)) : null;
    }

    private static @Nullable ItemTarget keyed(String table, String rest) {
        int slash = rest.indexOf('/');
        String partition = slash < 0 ? rest : rest.substring(0, slash);
        String sort = slash < 0 ? null : rest.substring(slash + 1);
        if (partition.isEmpty() || (sort != null && (sort.isEmpty() || sort.indexOf('/') >= 0))) {
            return null;
        }
        return new ItemTarget(
                table,
                PercentEncoding.decode(partition, false),
                sort == null ? null : PercentEncoding.decode(sort, false));
    }

    private static boolean isName(String table) {
        if (table.length() < 3 || table.length() > LONGEST_NAME) {
            return false;
        }
        for (int at = 0; at < table.length(); at++) {
            char c = table.charAt(at);
            boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!alphanumeric && c != '_' && c != '-' && c != '.') {
                return false;
            }
        }
        return true;
    }

    /** The path that names this item, as we write it. */
    String path() {
        StringBuilder path = new StringBuilder(TABLES).append(table).append('/').append(ITEMS);
        if (partition != null) {
            path.append('/').append(PercentEncoding.encode(partition));
        }
        if (sort != null) {
            path.append('/').append(PercentEncoding.encode(sort));
        }
        return path.toString();
    }
}
