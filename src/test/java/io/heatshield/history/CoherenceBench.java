package io.heatshield.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The long run: {@code CoherenceBench OPERATIONS MINUTES [SEED [TROUBLE...]]}. Ends with 1 if anything too old was
 * served.
 */
public final class CoherenceBench {
    private static final int CLIENTS = 32;

    private CoherenceBench() {}

    /** Runs until as many operations are made or as many minutes are over, and prints the verdict. */
    public static void main(String[] args) throws Exception {
        long operations = Long.parseLong(args[0]);
        long until = System.nanoTime() + (long) (Double.parseDouble(args[1]) * 60e9);
        long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
        List<Nemesis> troubles = new ArrayList<>();
        for (int i = 3; i < args.length; i++) {
            troubles.add(Objects.requireNonNull(FleetRun.named(args[i]), args[i]));
        }
        System.out.println("seed " + seed);
        boolean right = true;
        try (Fleet fleet = Fleet.start(seed)) {
            FleetRun run = new FleetRun(fleet, seed, System.out::println);
            run.run(
                    CLIENTS,
                    troubles.isEmpty() ? Nemesis.all() : troubles,
                    () -> run.operations() >= operations || System.nanoTime() > until);
            System.out.println(run.counts());
            for (String table : List.of(Fleet.BOUNDED, Fleet.STRICT)) {
                Verdict verdict = run.verdict(table);
                System.out.println(table + ": " + verdict);
                right &= verdict.breaches().isEmpty();
            }
        }
        System.out.println(right ? "PASSED" : "FAILED");
        System.exit(right ? 0 : 1);
    }
}
