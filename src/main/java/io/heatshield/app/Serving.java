package io.heatshield.app;

import io.heatshield.config.HeatshieldConfig;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a {@link Heatshield} as this process: from the start-up block to the exit status after a signal. */
final class Serving implements Server {
    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    /** What the parts behind the listener may take to close, once the clients are served. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Function<HeatshieldConfig, Future<Heatshield>> build;
    private final AtomicReference<@Nullable Heatshield> running = new AtomicReference<>();

    /**
     * @param build makes what is to run
     */
    Serving(Function<HeatshieldConfig, Future<Heatshield>> build) {
        this.build = build;
    }

    @Override
    public void serve(HeatshieldConfig config, Console console) {
        Logging.apply(config.log());
        Thread ending = new Thread(() -> end(config.shutdown().deadline()), "shutdown");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            Heatshield heatshield = await(build.apply(config));
            running.set(heatshield);
            StartBlock.Faces faces = await(heatshield.start());
            console.out()
                    .print(StartBlock.of(
                            config,
                            faces,
                            Warnings.of(
                                    config,
                                    console.environment(),
                                    Runtime.getRuntime().maxMemory())));
            console.out().flush();
            await(heatshield.stopped());
        } catch (StartException refused) {
            keepFromEnding(ending);
            throw refused;
        }
    }

    /*
     * The status of a process that a signal ended is 143 (128 + 15) as the JVM has it, which supervisors take for a
     * failure; a stop in order is a success. Only halt() can still say so once the hooks run.
     */
    private void end(Duration deadline) {
        Heatshield heatshield = running.get();
        Runtime.getRuntime().halt(heatshield == null ? ExitCode.OK : stop(heatshield, deadline.plus(GRACE)));
    }

    private static int stop(Heatshield heatshield, Duration patience) {
        try {
            heatshield.stop().toCompletionStage().toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            LOG.info("stopped");
            return ExitCode.OK;
        } catch (TimeoutException late) {
            LOG.error("not everything stopped within the deadline; ending all the same");
        } catch (ExecutionException | InterruptedException failed) {
            LOG.atError().setCause(failed).log("could not stop in order");
        }
        return ExitCode.FAILED;
    }

    private static void keepFromEnding(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingAlready) {
            LOG.debug("a signal came during the start");
        }
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof StartException refused
                    ? refused
                    : new IllegalStateException("Could not start", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", interrupted);
        }
    }
}
