/**
 * DynamoDB's protocol as data: operations, calls decoded from raw bytes, attribute values, canonical keys, errors and
 * replies. Everything here is immutable and free of I/O; nothing here knows of tiers, origins or listeners.
 */
@NullMarked
package io.heatshield.protocol;

import org.jspecify.annotations.NullMarked;
