/**
 * Follows the streams of tables whose items are cached, and drops what they say has changed: writes that went past
 * Heatshield, deletes by time to live, and writes of other regions. It reads by way of {@code origin} and drops by way
 * of {@code cache}, neither of which knows of the other.
 */
@NullMarked
package io.heatshield.tail;

import org.jspecify.annotations.NullMarked;
