/**
 * The tiers and the rules that keep them from going wrong: the local tier, the shared tier behind one interface,
 * coalescing of loads, leases and fences. Loaders are handed in; nothing here knows of an origin.
 */
@NullMarked
package io.heatshield.cache;

import org.jspecify.annotations.NullMarked;
