package io.heatshield.history;

import io.heatshield.Signals;
import io.heatshield.app.HeatshieldProcess;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** One node of the fleet, a process of its own, which may be stopped, killed and started again. */
final class FleetNode implements AutoCloseable {
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final List<String> command;
    private volatile Run run;

    /** One life of the node. */
    record Run(int number, HeatshieldProcess process) {
        double metric(String name, String label) {
            return Metrics.sum(process.admin(), name, label);
        }
    }

    FleetNode(List<String> command) {
        this.command = command;
        this.run = start();
    }

    private Run start() {
        return new Run(RUNS.incrementAndGet(), HeatshieldProcess.start(command, Map.of()));
    }

    Run run() {
        return run;
    }

    void awaitStarted() {
        run.process().awaitStarted();
    }

    void stop() {
        Signals.stop(run.process().pid());
    }

    void goOn() {
        Signals.goOn(run.process().pid());
    }

    /** Kills it; it stays down until it is started anew. */
    void kill() throws InterruptedException {
        run.process().kill();
    }

    void startAnew() {
        Run next = start();
        next.process().awaitStarted();
        run = next;
    }

    @Override
    public void close() {
        run.process().close();
    }
}
