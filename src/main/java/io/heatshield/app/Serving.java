package io.heatshield.app;

import io.heatshield.config.HeatshieldConfig;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a {@link Heatshield} as this process: from the start-up block to the exit status after a signal. */
final class Serving implements Server {
    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    /** What the parts behind the listener may take to close, once the clients are served. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    @Override
    public void serve(HeatshieldConfig config, Console console) {
        Logging.apply(config.log());
        Heatshield heatshield = new Heatshield(config, console.environment());
        Thread ending = new Thread(() -> end(heatshield, config.shutdown().deadline()), "shutdown");
        Runtime.getRuntime().addShutdownHook(ending);
        StartBlock.Faces faces;
        try {
            faces = await(heatshield.start());
        } catch (StartException refused) {
            keepFromEnding(ending);
            throw refused;
        }
        console.out().print(StartBlock.of(config, faces, Warnings.of(config, console.environment())));
        console.out().flush();
        await(heatshield.stopped());
    }

    /*
     * The status of a process that a signal ended is 143 (128 + 15) as the JVM has it, which supervisors take for a
     * failure; a stop in order is a success. Only halt() can still say so once the hooks run.
     */
    private static void end(Heatshield heatshield, Duration deadline) {
        int status = ExitCode.OK;
        try {
            heatshield
                    .stop()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(deadline.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
            LOG.info("stopped");
        } catch (TimeoutException late) {
            LOG.error("not everything stopped within the deadline; ending all the same");
            status = ExitCode.FAILED;
        } catch (ExecutionException | InterruptedException failed) {
            LOG.atError().setCause(failed).log("could not stop in order");
            status = ExitCode.FAILED;
        }
        Runtime.getRuntime().halt(status);
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
