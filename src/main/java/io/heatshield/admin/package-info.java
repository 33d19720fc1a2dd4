/**
 * The second port, for operators: health, metrics.
 */
@NullMarked
package io.heatshield.admin;

import org.jspecify.annotations.NullMarked;
