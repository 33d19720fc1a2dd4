package io.heatshield.admin;

import java.util.List;

/** Something that operators read and replace as a whole, as JSON. Safe for use from any thread; returns at once. */
public interface Adjustable {
    /** How it is now, as a JSON object. */
    String read();

    /**
     * Makes it what the text says; what the text leaves out goes back to its default.
     *
     * @return what is wrong with the text, in words for an operator; if there is anything, nothing was changed
     */
    List<String> replace(String json);
}
