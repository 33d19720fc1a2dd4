package io.heatshield.embedded;

import io.heatshield.protocol.Operation;
import java.util.function.Function;

/**
 * One operation and what carries it out.
 *
 * @param operation the operation
 * @param input the form of its input, checked before
 * @param layer how it words what it finds wrong
 * @param heavy whether it may take long enough to be kept off the caller's thread
 * @param run carries it out; throws {@link io.heatshield.protocol.DynamoException} to answer an error
 */
record Route(Operation operation, Shape.Structure input, Layer layer, boolean heavy, Function<Input, Answer> run) {
    static Route light(Operation operation, Shape.Structure input, Function<Input, Answer> run) {
        return new Route(operation, input, Layer.OLDER, false, run);
    }

    static Route heavy(Operation operation, Shape.Structure input, Function<Input, Answer> run) {
        return new Route(operation, input, Layer.OLDER, true, run);
    }

    /** The same in another layer. */
    Route in(Layer other) {
        return new Route(operation, input, other, heavy, run);
    }
}
