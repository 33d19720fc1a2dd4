package io.heatshield.app;

import io.heatshield.config.HeatshieldConfig;
import io.heatshield.origin.DescribedTables;
import io.heatshield.origin.Origin;
import io.heatshield.protocol.TableDescription;
import io.heatshield.shard.Reshard;
import io.heatshield.shard.ReshardException;
import io.heatshield.shard.ShardedKey;
import io.heatshield.shard.ShardedTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Moves the items of a logical key from one layout to another, beside live traffic. */
@Command(
        name = "reshard",
        mixinStandardHelpOptions = true,
        versionProvider = HeatshieldCommand.Versions.class,
        description = "Move the items of a sharded key from one layout to another, beside live traffic. May be stopped"
                + " at any moment and run again: it goes on from its checkpoint.")
final class ReshardCommand implements Callable<Integer> {
    private static final int BAR = 30;

    private final Console console;

    @Mixin
    private final ConfigOptions options;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--table", required = true, description = "The table, by its bare name.")
    private String table = "";

    @Option(names = "--key", required = true, description = "The logical partition key.")
    private String key = "";

    @Option(names = "--from", required = true, paramLabel = "VERSION", description = "The layout to empty.")
    private int from;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "VERSION",
            description = "The layout to fill: the one that every node writes by now.")
    private int to;

    @Option(
            names = "--units",
            paramLabel = "N",
            defaultValue = "100",
            description = "Write units a second to use at most. Default: ${DEFAULT-VALUE}.")
    private double units;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Where to note how far it has come. Default: reshard-TABLE-FROM-TO.json, here.")
    private @Nullable Path checkpoint;

    @Option(names = "--dry-run", description = "Count what there is to move, and change nothing.")
    private boolean dryRun;

    ReshardCommand(Console console, ConfigOptions before) {
        this.console = console;
        this.options = new ConfigOptions(before);
    }

    @Override
    public Integer call() throws IOException {
        HeatshieldConfig config = options.read(console.environment());
        ShardedTable declared = Sharding.of(config).tables().get(table);
        ShardedKey sharded = declared == null ? null : declared.declarationOf(key);
        if (declared == null || sharded == null) {
            throw misused("--table and --key: no sharded-keys of the configuration have this key");
        }
        if (units <= 0) {
            throw misused("--units: expected a number above 0");
        }
        if (sharded.written().version() != to || sharded.others().stream().noneMatch(each -> each.version() == from)) {
            throw misused("--from and --to: expected a layout that is read (" + sharded.readVersions()
                    + ") and the one that is written, " + sharded.written().version()
                    + "; change read-layouts and then write-layout on every node first");
        }
        Vertx vertx = Vertx.vertx();
        try {
            return run(vertx, config, declared, sharded);
        } catch (ReshardException refused) {
            throw new StartException(String.valueOf(refused.getMessage()));
        } finally {
            await(vertx.close());
        }
    }

    private int run(Vertx vertx, HeatshieldConfig config, ShardedTable declared, ShardedKey sharded)
            throws IOException {
        Origin origin = await(new Origins(vertx, config, InstantSource.system(), "reshard")
                .open(Future.succeededFuture(io.heatshield.origin.OriginMeters.NONE)));
        try {
            TableDescription found =
                    await(new DescribedTables(vertx, origin, changed -> {}, System::nanoTime).describe(table));
            String misfit = found == null ? "the origin has no such table" : declared.misfit(found.keys());
            if (found == null || misfit != null) {
                throw new StartException("tables." + table + ": " + misfit);
            }
            Reshard reshard = new Reshard(
                    origin,
                    declared,
                    found,
                    Reshard.Task.of(key, sharded, from, to),
                    new UnitRate(units, System::nanoTime, UnitRate::sleep));
            return dryRun ? estimate(reshard) : move(reshard);
        } finally {
            await(origin.close());
        }
    }

    private int estimate(Reshard reshard) {
        Reshard.Estimate estimate = reshard.estimate();
        console.out()
                .printf(
                        "items: %d%nto move: %d%nwrite units: %.0f, %.0f s at %.0f a second%n",
                        estimate.items(), estimate.misplaced(), estimate.units(), estimate.units() / units, units);
        console.out().flush();
        return ExitCode.OK;
    }

    private int move(Reshard reshard) throws IOException {
        Path file = checkpoint == null ? Path.of("reshard-" + table + "-" + from + "-" + to + ".json") : checkpoint;
        Reshard.Checkpoint start = read(file);
        long all = start.seen() + reshard.estimate().items();
        Reshard.Report report = reshard.run(start, at -> {
            write(file, at);
            bar(at.seen(), all);
        });
        console.err().println();
        console.err().flush();
        console.out()
                .printf("moved: %d%nleft: %d%nin layout %d: %d%n", report.moved(), report.left(), to, report.there());
        console.out().flush();
        if (report.left() > 0) {
            throw new StartException(report.left() + " items are still in layout " + from
                    + ": is a node still writing it? Run the command again");
        }
        Files.deleteIfExists(file);
        return ExitCode.OK;
    }

    private void bar(long done, long all) {
        int filled = all == 0 ? BAR : (int) Math.min(BAR, done * BAR / all);
        console.err().printf("\r[%s%s] %d of about %d", "#".repeat(filled), ".".repeat(BAR - filled), done, all);
        console.err().flush();
    }

    private Reshard.Checkpoint read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Reshard.Checkpoint.BEGINNING;
        }
        try {
            JsonObject noted = new JsonObject(Files.readString(file));
            if (!task().equals(noted.getJsonObject("task"))) {
                throw misused("--checkpoint: " + file + " is of another move; remove it, or name another");
            }
            return new Reshard.Checkpoint(
                    noted.getInteger("place", 0),
                    noted.getString("after"),
                    noted.getLong("seen", 0L),
                    noted.getLong("moved", 0L));
        } catch (DecodeException | ClassCastException broken) {
            throw misused("--checkpoint: " + file + " is no checkpoint; remove it to begin anew");
        }
    }

    private JsonObject task() {
        return new JsonObject()
                .put("table", table)
                .put("key", key)
                .put("from", from)
                .put("to", to);
    }

    /** Whole or not at all, so that a crash leaves the one before. */
    private void write(Path file, Reshard.Checkpoint at) {
        JsonObject noted = new JsonObject()
                .put("task", task())
                .put("place", at.place())
                .put("after", at.after())
                .put("seen", at.seen())
                .put("moved", at.moved());
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.writeString(beside, noted.encode());
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritable) {
            throw new StartException("--checkpoint: " + file + " cannot be written");
        }
    }

    private ParameterException misused(String why) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), why);
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof StartException refused ? refused : failed;
        }
    }
}
