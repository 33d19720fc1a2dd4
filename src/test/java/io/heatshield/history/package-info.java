/** Histories of a fleet under faults, and the check that nothing too old was ever served. */
@NullMarked
package io.heatshield.history;

import org.jspecify.annotations.NullMarked;
