/**
 * The embedded origin: an in-memory DynamoDB-compatible store for trying, demos and tests.
 */
@NullMarked
package io.heatshield.embedded;

import org.jspecify.annotations.NullMarked;
