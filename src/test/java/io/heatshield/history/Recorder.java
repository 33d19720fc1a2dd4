package io.heatshield.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one client saw, by key. Used by one thread, and read when that has ended. */
final class Recorder {
    private final Map<String, KeyHistory> histories = new HashMap<>();

    void wrote(String key, Written write) {
        of(key).writes().add(write);
    }

    void read(String key, Seen read) {
        of(key).reads().add(read);
    }

    private KeyHistory of(String key) {
        return histories.computeIfAbsent(key, absent -> new KeyHistory(key, new ArrayList<>(), new ArrayList<>()));
    }

    /** What all of them saw of the keys whose name begins so. */
    static Collection<KeyHistory> together(List<Recorder> clients, String prefix) {
        Map<String, KeyHistory> all = new TreeMap<>();
        for (Recorder client : clients) {
            client.histories.forEach((key, history) -> {
                if (key.startsWith(prefix)) {
                    KeyHistory merged = all.computeIfAbsent(
                            key, absent -> new KeyHistory(key, new ArrayList<>(), new ArrayList<>()));
                    merged.writes().addAll(history.writes());
                    merged.reads().addAll(history.reads());
                }
            });
        }
        return all.values();
    }
}
