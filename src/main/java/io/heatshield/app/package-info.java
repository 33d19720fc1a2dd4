/**
 * The commands of the jar, and the one place that builds the running whole and starts and stops it in order.
 */
@NullMarked
package io.heatshield.app;

import org.jspecify.annotations.NullMarked;
