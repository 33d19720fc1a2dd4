package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.AttributeJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Tables and items in one file of H2's MVStore. Each commit appends to the file before it returns: a process that is
 * killed has lost nothing that it had answered. (The file is not forced to the disk each time: the machine's own end
 * may cost the last second.)
 */
final class FileJournal implements Journal {
    private static final String FILE = "tables.mv.db";

    private final MVStore store;
    private final MVMap<String, byte[]> tables;

    private FileJournal(MVStore store) {
        this.store = store;
        this.tables = store.openMap("tables");
    }

    /**
     * Opens the file in a directory, both made if they are not there.
     *
     * @throws IllegalStateException if another process has it open, or it cannot be read
     */
    static FileJournal open(Path directory) {
        try {
            Files.createDirectories(directory);
            MVStore store = new MVStore.Builder()
                    .fileName(directory.resolve(FILE).toString())
                    .autoCommitDisabled()
                    .open();
            // Space of old versions is used again at once: nobody reads them.
            store.setRetentionTime(0);
            store.setVersionsToKeep(0);
            return new FileJournal(store);
        } catch (IOException | MVStoreException e) {
            throw new IllegalStateException(
                    "cannot open the data of the embedded origin in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Brings back every table with its items. */
    void restore(Function<JsonNode, Table> read) {
        Set<String> known = new HashSet<>();
        for (byte[] description : tables.values()) {
            Table table = read.apply(parse(description));
            known.add(itemsOf(table));
            for (byte[] item : items(table).values()) {
                table.restore(StoredItem.of(AttributeJson.readItem(parse(item))));
            }
        }
        // Items of a table whose description went first, as the process ended in the middle of its removal.
        for (String map : Set.copyOf(store.getMapNames())) {
            if (map.startsWith("items.") && !known.contains(map)) {
                store.removeMap(map);
            }
        }
    }

    private static JsonNode parse(byte[] json) {
        try {
            return EmbeddedOrigin.JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String itemsOf(Table table) {
        return "items." + table.id();
    }

    private MVMap<String, byte[]> items(Table table) {
        return store.openMap(itemsOf(table));
    }

    /* One at a time, so that no commit carries half of another's changes to the file. */
    @Override
    public synchronized void commit(Collection<Change> changes) {
        for (Change change : changes) {
            MVMap<String, byte[]> items = items(change.table());
            StoredItem item = change.item();
            if (item == null) {
                items.remove(key(change.place()));
            } else {
                items.put(key(change.place()), Mutation.json(item.attributes()).getBytes(StandardCharsets.UTF_8));
            }
        }
        store.commit();
    }

    private static String key(StoreKey place) {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return base64.encodeToString(place.partition()) + '.' + base64.encodeToString(place.sort());
    }

    @Override
    public synchronized void keep(Table table) {
        tables.put(table.name(), TableImage.write(table).toString().getBytes(StandardCharsets.UTF_8));
        store.commit();
    }

    @Override
    public synchronized void drop(Table table) {
        tables.remove(table.name());
        store.commit();
        store.removeMap(itemsOf(table));
        store.commit();
    }

    @Override
    public synchronized void close() {
        store.close();
    }
}
