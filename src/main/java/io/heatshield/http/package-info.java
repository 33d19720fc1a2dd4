/**
 * The listeners that clients see: DynamoDB's JSON 1.0 wire and the item API. Bytes come in here, are bounded and
 * checked, and become calls; replies become bytes.
 */
@NullMarked
package io.heatshield.http;

import org.jspecify.annotations.NullMarked;
