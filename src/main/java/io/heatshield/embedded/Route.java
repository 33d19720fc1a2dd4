package io.heatshield.embedded;

import io.heatshield.protocol.Operation;
import java.util.function.Function;

/**
 * One operation and what carries it out.
 *
 * @param operation the operation
 * @param input the form of its input, checked before
 * @param layer how it words what it finds wrong
 * @param pace where it may be carried out
 * @param run carries it out; throws {@link io.heatshield.protocol.DynamoException} to answer an error
 */
record Route(Operation operation, Shape.Structure input, Layer layer, Pace pace, Function<Input, Answer> run) {

    /** How long an operation may take. */
    enum Pace {
        /** Little enough to be done on the caller's thread. */
        LIGHT,
        /** As little, but for what it writes to the journal: where that is a file, it must be kept off event loops. */
        KEPT,
        /** Long enough to be kept off the caller's thread. */
        HEAVY
    }

    static Route light(Operation operation, Shape.Structure input, Function<Input, Answer> run) {
        return new Route(operation, input, Layer.OLDER, Pace.LIGHT, run);
    }

    static Route kept(Operation operation, Shape.Structure input, Function<Input, Answer> run) {
        return new Route(operation, input, Layer.OLDER, Pace.KEPT, run);
    }

    static Route heavy(Operation operation, Shape.Structure input, Function<Input, Answer> run) {
        return new Route(operation, input, Layer.OLDER, Pace.HEAVY, run);
    }

    /** The same in another layer. */
    Route in(Layer other) {
        return new Route(operation, input, other, pace, run);
    }
}
