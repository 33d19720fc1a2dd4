package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** What an operation answers: the members of the body, written once the operation is done and its locks released. */
@FunctionalInterface
interface Answer {
    /** The answer of an operation that has no output: an empty body, not even braces. */
    Answer NOTHING = out -> {};

    /** Writes the members, without the braces around them. */
    void write(JsonGenerator out) throws IOException;
}
