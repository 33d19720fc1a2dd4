package io.heatshield.app;

import io.heatshield.config.AdminConfig;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Has a running Heatshield drop what it keeps, and tell the other nodes. */
@Command(
        name = "invalidate",
        mixinStandardHelpOptions = true,
        versionProvider = HeatshieldCommand.Versions.class,
        description = "Have a running Heatshield drop an item, a table, or everything from the cache, on every node.")
final class InvalidateCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Console console;

    @Mixin
    private final ConfigOptions options;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--admin",
            paramLabel = "URL",
            description = "The admin face of any node. Default: as the configuration says, http://127.0.0.1:8101.")
    private @Nullable URI admin;

    @Option(names = "--table", description = "The table, by name or ARN.")
    private @Nullable String table;

    @Option(names = "--key", paramLabel = "JSON", description = "One item's key, such as '{\"id\":{\"S\":\"p-42\"}}'.")
    private @Nullable String key;

    @Option(names = "--partition", paramLabel = "JSON", description = "A partition key: all items that have it.")
    private @Nullable String partition;

    @Option(names = "--everything", description = "All that is cached, of every table.")
    private boolean everything;

    InvalidateCommand(Console console, ConfigOptions before) {
        this.console = console;
        this.options = new ConfigOptions(before);
    }

    @Override
    public Integer call() throws InterruptedException {
        JsonObject request = request();
        URI face = admin == null ? configured() : admin;
        try {
            HttpResponse<String> answer = HttpClient.newBuilder()
                    .connectTimeout(PATIENCE)
                    .build()
                    .send(
                            HttpRequest.newBuilder(face.resolve("/admin/invalidate"))
                                    .timeout(PATIENCE)
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(request.encode()))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            return report(answer);
        } catch (IOException | IllegalArgumentException unreachable) {
            throw new StartException("nothing answers as an admin face at " + face + ": " + unreachable.getMessage());
        }
    }

    private JsonObject request() {
        if (everything ? table != null || key != null || partition != null : table == null) {
            throw misused("Give --everything alone, or --table with or without a key.");
        }
        JsonObject request = new JsonObject();
        if (everything) {
            return request.put("everything", true);
        }
        request.put("table", table);
        put(request, "key", key);
        put(request, "partition", partition);
        return request;
    }

    private void put(JsonObject request, String member, @Nullable String json) {
        if (json != null) {
            try {
                request.put(member, new JsonObject(json));
            } catch (DecodeException malformed) {
                throw misused("--" + member + ": expected JSON, such as {\"id\":{\"S\":\"p-42\"}}");
            }
        }
    }

    private ParameterException misused(String why) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), why);
    }

    private URI configured() {
        AdminConfig face = options.read(console.environment()).admin();
        return URI.create("http://" + Ports.reachable(face.host()) + ":" + face.port());
    }

    private int report(HttpResponse<String> answer) {
        boolean done = answer.statusCode() == 200;
        JsonObject body;
        try {
            body = new JsonObject(answer.body());
        } catch (DecodeException odd) {
            body = new JsonObject().put("error", "status " + answer.statusCode());
        }
        if (done) {
            console.out().println("invalidated: " + body.getString("invalidated"));
            console.out().flush();
            return ExitCode.OK;
        }
        console.err().println("heatshield: " + body.getString("error"));
        console.err().flush();
        return answer.statusCode() == 400 ? ExitCode.MISUSED : ExitCode.FAILED;
    }
}
