/**
 * The coherence protocol as a model, and an exhaustive search over all that may happen to it within bounds: two nodes,
 * one key, a few reads and writes, in every order. It shares no code with the cache; it is what the cache is built to.
 */
@NullMarked
package io.heatshield.cache.coherence;

import org.jspecify.annotations.NullMarked;
