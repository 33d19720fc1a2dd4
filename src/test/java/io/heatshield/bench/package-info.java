/** Programs that the scripts in {@code src/bench} run to compare against; no tests. */
@NullMarked
package io.heatshield.bench;

import org.jspecify.annotations.NullMarked;
