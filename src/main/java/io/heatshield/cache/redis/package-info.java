/**
 * The shared tier on Redis: values and control records there, and the bus by which nodes hear of each other's fences.
 */
@NullMarked
package io.heatshield.cache.redis;

import org.jspecify.annotations.NullMarked;
