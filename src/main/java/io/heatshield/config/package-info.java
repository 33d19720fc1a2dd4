/**
 * The configuration: nested validated records, and how they are read.
 */
@NullMarked
package io.heatshield.config;

import org.jspecify.annotations.NullMarked;
