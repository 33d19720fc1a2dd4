package io.heatshield.config;

/**
 * What share of requests goes wrong in the embedded origin: section {@code embedded.faults}.
 *
 * @param errors answered 500, nothing done
 * @param lostAnswers carried out, and then not answered
 * @param resets broken off before anything was done
 */
public record FaultsConfig(Percentage errors, Percentage lostAnswers, Percentage resets) {
    /** Checks every value. */
    public FaultsConfig {
        Checks checks = new Checks();
        share(checks, "errors", errors);
        share(checks, "lost-answers", lostAnswers);
        share(checks, "resets", resets);
        checks.together(
                        errors.fraction() + lostAnswers.fraction() + resets.fraction() <= 1,
                        "with lost-answers and resets is more than 100%",
                        "errors",
                        "lost-answers",
                        "resets")
                .done();
    }

    /** Whether anything goes wrong. */
    public boolean any() {
        return errors.fraction() > 0 || lostAnswers.fraction() > 0 || resets.fraction() > 0;
    }

    static FaultsConfig defaults() {
        return new FaultsConfig(Percentage.of(0), Percentage.of(0), Percentage.of(0));
    }

    private static void share(Checks checks, String key, Percentage value) {
        checks.that(value.fraction() <= 1, key, value, "a percentage from 0% to 100%");
    }
}
