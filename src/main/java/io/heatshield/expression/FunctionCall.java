package io.heatshield.expression;

import java.util.List;

/** A function with its arguments, which has been read but not yet understood. */
record FunctionCall(String name, List<Operand> arguments) {}
