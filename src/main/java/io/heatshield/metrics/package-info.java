/**
 * The meters, typed; the registry is passed in.
 */
@NullMarked
package io.heatshield.metrics;

import org.jspecify.annotations.NullMarked;
