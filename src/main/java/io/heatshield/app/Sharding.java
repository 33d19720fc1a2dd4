package io.heatshield.app;

import io.heatshield.app.Lifecycle.Part;
import io.heatshield.cache.Scope;
import io.heatshield.config.ChooseByConfig;
import io.heatshield.config.CounterConfig;
import io.heatshield.config.GatherConfig;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.LayoutConfig;
import io.heatshield.config.ShardedIndexConfig;
import io.heatshield.config.ShardedKeyConfig;
import io.heatshield.config.TableConfig;
import io.heatshield.config.WhenLate;
import io.heatshield.metrics.ShardMeters;
import io.heatshield.origin.Origin;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.TableDescription;
import io.heatshield.shard.Choice;
import io.heatshield.shard.GatherRules;
import io.heatshield.shard.KeyPattern;
import io.heatshield.shard.Layout;
import io.heatshield.shard.LogicalKeys;
import io.heatshield.shard.ShardObserver;
import io.heatshield.shard.ShardedIndex;
import io.heatshield.shard.ShardedKey;
import io.heatshield.shard.ShardedOrigin;
import io.heatshield.shard.ShardedTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration says of sharded keys, as a part of the whole.
 *
 * @param tables by bare name; empty if nothing is sharded
 */
record Sharding(Map<String, ShardedTable> tables) {
    static Sharding of(HeatshieldConfig config) {
        Map<String, ShardedTable> tables = new TreeMap<>();
        config.tables().forEach((name, table) -> {
            if (table.sharded()) {
                tables.put(name, table(name, table));
            }
        });
        return new Sharding(tables);
    }

    private static ShardedTable table(String name, TableConfig table) {
        return new ShardedTable(
                name,
                table.shardedKeys().stream().map(Sharding::key).toList(),
                table.shardedIndexes().stream().map(Sharding::index).toList());
    }

    private static ShardedKey key(ShardedKeyConfig key) {
        return ShardedKey.of(
                KeyPattern.of(given(key.partition())),
                choice(key.chooseBy()),
                layouts(key.layouts()),
                key.written(),
                key.read(),
                rules(key.gather()));
    }

    private static ShardedIndex index(ShardedIndexConfig index) {
        ShardedKey key = ShardedKey.of(
                KeyPattern.of("*"),
                new Choice.HashOf(index.chooseBy().hashOf()),
                layouts(index.layouts()),
                index.written(),
                index.read(),
                rules(index.gather()));
        return new ShardedIndex(
                given(index.index()),
                given(index.partitionAttribute()),
                Set.copyOf(index.values()),
                index.chooseBy().hashOf(),
                key);
    }

    /** The configuration was checked when it was read. */
    private static String given(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Choice choice(ChooseByConfig choice) {
        Duration time = choice.time();
        CounterConfig counter = choice.counter();
        if (time != null) {
            return new Choice.Time(time);
        }
        if (counter != null) {
            return new Choice.Counter(counter.groupCommit());
        }
        return choice.random() != null ? new Choice.Random() : new Choice.HashOf(choice.hashOf());
    }

    private static List<Layout> layouts(List<LayoutConfig> layouts) {
        return layouts.stream()
                .map(layout -> Layout.of(layout.version(), layout.shards(), layout.suffix()))
                .toList();
    }

    private static GatherRules rules(GatherConfig gather) {
        return new GatherRules(gather.parallelism(), gather.budget(), gather.whenLate() == WhenLate.PARTIAL);
    }

    /** The origin of logical keys before one of physical ones; that one itself if nothing is sharded. */
    Origin before(Origin origin, TableCatalog catalog, Vertx vertx, ShardMeters meters) {
        if (tables.isEmpty()) {
            return origin;
        }
        return new ShardedOrigin(
                tables,
                new ShardedOrigin.Parts(
                        origin,
                        catalog,
                        System::nanoTime,
                        InstantSource.system(),
                        (millis, task) -> {
                            long timer = vertx.setTimer(millis, due -> task.run());
                            return () -> vertx.cancelTimer(timer);
                        },
                        () -> ThreadLocalRandom.current().nextLong(),
                        counts(meters)));
    }

    private static ShardObserver counts(ShardMeters meters) {
        return new ShardObserver() {
            @Override
            public void gathered(String table, GatherEnd end, int shards) {
                meters.gathered(table, end.name().toLowerCase(Locale.ROOT), shards);
            }

            @Override
            public void refused(String table) {
                meters.refused(table);
            }
        };
    }

    /** Refuses what is declared and not served yet. */
    void requireServed() {
        tables.forEach((name, table) -> {
            if (!table.indexes().isEmpty()) {
                throw new StartException("tables." + name + ".sharded-indexes: this version cannot serve them");
            }
            for (ShardedKey key : table.keys()) {
                if (key.choice() instanceof Choice.Counter counter
                        && !counter.groupCommit().isZero()) {
                    throw new StartException("tables." + name
                            + ".sharded-keys: choose-by.counter.group-commit: this version cannot serve it");
                }
            }
        });
    }

    /** What a change of an item that was seen in its table changes for the application. */
    Scope seen(Scope scope) {
        return !tables.isEmpty() && scope instanceof Scope.Item item
                ? new Scope.Item(new LogicalKeys(tables).of(item.key()))
                : scope;
    }

    /** Refuses to start with a table that cannot be sharded as declared; null if nothing is. */
    @Nullable
    Part check(TableCatalog catalog) {
        return tables.isEmpty() ? null : new Part("sharded keys", () -> fit(catalog), Future::succeededFuture);
    }

    /** A table that is not there yet, or of which the origin does not tell now, is checked when it is first used. */
    private Future<Void> fit(TableCatalog catalog) {
        List<Future<@Nullable TableDescription>> asked = new ArrayList<>();
        tables.keySet().forEach(name -> asked.add(catalog.describe(name)));
        return Future.join(asked).transform(all -> {
            int at = 0;
            for (ShardedTable table : tables.values()) {
                TableDescription found = asked.get(at++).result();
                String misfit = found == null ? null : table.misfit(found.keys());
                if (misfit != null) {
                    return Future.failedFuture(new StartException("tables." + table.name() + "." + misfit));
                }
            }
            return Future.succeededFuture();
        });
    }
}
