/**
 * What stands behind the proxy: the interface that every origin implements, the raw signed forwarding over HTTP, the
 * limits towards it, and what is known of its tables.
 */
@NullMarked
package io.heatshield.origin;

import org.jspecify.annotations.NullMarked;
