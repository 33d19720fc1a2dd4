package io.heatshield.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Clients at work on a fleet while one trouble after the other befalls it; afterwards, the verdict on what they saw. */
final class FleetRun {
    private static final int KEYS = 4;
    private static final int WRITES_PERCENT = 8;

    private final Fleet fleet;
    private final SplittableRandom random;
    private final Consumer<String> tell;
    private final AtomicLong era = new AtomicLong();
    private final Client.Counts counts = new Client.Counts();
    private final List<Outage> outages = Collections.synchronizedList(new ArrayList<>());
    private final List<Client> clients = new ArrayList<>();
    private volatile boolean over;

    /**
     * A run that has not begun.
     *
     * @param tell told what happens, in words
     */
    FleetRun(Fleet fleet, long seed, Consumer<String> tell) {
        this.fleet = fleet;
        this.random = new SplittableRandom(seed);
        this.tell = tell;
    }

    /**
     * Runs until it is enough.
     *
     * @param threads clients at once
     * @param troubles which befall the fleet in this order, and again: each once at least
     * @param enough asked after each
     */
    void run(int threads, List<Nemesis> troubles, BooleanSupplier enough) throws InterruptedException {
        Client.Habits habits = new Client.Habits(List.of(Fleet.BOUNDED, Fleet.STRICT), KEYS, WRITES_PERCENT, era);
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Client client = new Client(i, this::pick, habits, random.split(), () -> !over, counts);
            clients.add(client);
            Thread thread = new Thread(client, "client " + i);
            running.add(thread);
            thread.start();
        }
        try {
            for (int next = 0; next < troubles.size() || !enough.getAsBoolean(); next++) {
                strike(troubles.get(next % troubles.size()));
            }
        } finally {
            over = true;
        }
        for (Thread thread : running) {
            thread.join(Duration.ofSeconds(30).toMillis());
        }
    }

    private void strike(Nemesis trouble) throws InterruptedException {
        Thread.sleep(random.nextInt(1_000, 2_000));
        long before = operations();
        long from = System.nanoTime();
        trouble.strike(fleet, random.split());
        fleet.awaitOrder(System.nanoTime());
        long to = System.nanoTime();
        Outage outage = trouble.outage(from, to);
        if (outage != null) {
            outages.add(outage);
        }
        era.incrementAndGet();
        tell.accept(trouble.getClass().getSimpleName() + " for " + (to - from) / 1_000_000 + " ms from " + from + ", "
                + (operations() - before) + " operations meanwhile; so far " + counts);
    }

    private Client.Node pick(SplittableRandom drawn) {
        FleetNode.Run run =
                fleet.nodes().get(drawn.nextInt(fleet.nodes().size())).run();
        return new Client.Node(run.number(), () -> new HttpDoor(run.process().dynamoDb()));
    }

    /** Operations that were answered until now. */
    long operations() {
        return counts.reads().sum() + counts.writes().sum();
    }

    Client.Counts counts() {
        return counts;
    }

    /** The verdict on one of the two tables, once the run is over. */
    Verdict verdict(String table) {
        Guarantee guarantee = new Guarantee(
                table.equals(Fleet.STRICT),
                Fleet.STALENESS.toNanos(),
                Fleet.LAG.toNanos(),
                Fleet.SETTLE.toNanos(),
                List.copyOf(outages));
        List<Recorder> recorders = clients.stream().map(Client::recorder).toList();
        return new HistoryChecker(guarantee).check(Recorder.together(recorders, table + "/"));
    }

    /** The trouble that takes a name, or null if there is none of it. */
    static @Nullable Nemesis named(String name) {
        return Nemesis.all().stream()
                .filter(one -> one.getClass().getSimpleName().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }
}
