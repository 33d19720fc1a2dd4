package io.heatshield.app;

import io.heatshield.shard.Advice;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says over how many shards a key should be spread, with the arithmetic. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        versionProvider = HeatshieldCommand.Versions.class,
        description = "Say over how many shards a hot partition key should be spread, and why. Asks nobody.")
final class AdviseCommand implements Callable<Integer> {
    private static final int MOST_BYTES = 400 * 1024;
    private static final int MOST_INDEXES = 20;
    private static final double MOST_WRITES = 100_000_000;

    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--peak-writes",
            required = true,
            paramLabel = "N",
            description = "Writes a second of this one key at its peak, measured.")
    private double peakWrites;

    @Option(
            names = "--item-bytes",
            paramLabel = "N",
            defaultValue = "1024",
            description = "The size of an item, names of attributes included. Default: ${DEFAULT-VALUE}.")
    private int itemBytes;

    @Option(
            names = "--indexes",
            paramLabel = "N",
            defaultValue = "0",
            description = "Global secondary indexes in which these items have one partition key, too. Default: 0.")
    private int indexes;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    AdviseCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        check(peakWrites > 0 && peakWrites <= MOST_WRITES, "--peak-writes", "a number above 0");
        check(itemBytes > 0 && itemBytes <= MOST_BYTES, "--item-bytes", "a number from 1 to " + MOST_BYTES);
        check(indexes >= 0 && indexes <= MOST_INDEXES, "--indexes", "a number from 0 to " + MOST_INDEXES);
        Advice advice = Advice.of(peakWrites, itemBytes, indexes);
        console.out().print(json ? asJson(advice) : asText(advice));
        console.out().flush();
        return ExitCode.OK;
    }

    private void check(boolean holds, String option, String accepted) {
        if (!holds) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), option + ": expected " + accepted);
        }
    }

    private static String asText(Advice advice) {
        StringBuilder text =
                new StringBuilder("shards: ").append(advice.shards()).append('\n');
        advice.reasons().forEach(reason -> text.append("  ").append(reason).append('\n'));
        advice.warnings()
                .forEach(warning -> text.append("warning: ").append(warning).append('\n'));
        return text.toString();
    }

    private static String asJson(Advice advice) {
        return new JsonObject()
                        .put("shards", advice.shards())
                        .put("unitsPerWrite", advice.unitsPerWrite())
                        .put("unitsPerSecond", advice.unitsPerSecond())
                        .put("reasons", new JsonArray(advice.reasons()))
                        .put("warnings", new JsonArray(advice.warnings()))
                        .encodePrettily()
                + "\n";
    }
}
