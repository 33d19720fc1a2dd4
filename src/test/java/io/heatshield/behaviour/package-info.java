/**
 * What an origin must do, as DynamoDB documents it: one list of cases, run over the wire with the AWS SDK against the
 * embedded origin, through Heatshield, and against dynalite.
 */
@NullMarked
package io.heatshield.behaviour;

import org.jspecify.annotations.NullMarked;
