/**
 * DynamoDB expressions: text to sealed trees, and projection, condition and update as pure functions over items.
 */
@NullMarked
package io.heatshield.expression;

import org.jspecify.annotations.NullMarked;
