package io.heatshield.app;

import java.io.PrintWriter;
import java.util.Map;

/**
 * What a command sees of the world outside.
 *
 * @param environment the variables of the environment
 * @param out what the command was run for
 * @param err complaints
 */
record Console(Map<String, String> environment, PrintWriter out, PrintWriter err) {}
