package io.heatshield.http;

/** Unwinds from where a request turned out not to be acceptable. It costs no stack trace. */
final class ItemRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    ItemRefusal(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
