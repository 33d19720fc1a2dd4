package io.heatshield.service;

import java.time.Duration;

/**
 * How much the self-check does.
 *
 * @param share of all fenced items, how many are looked at again: 0 to 1
 * @param maxKeys items that are kept in view at a time; one more is passed over
 * @param readsPerSecond strongly consistent reads of the origin; a look that finds none left is not made
 * @param grace how long after a difference was seen the second look is made: longer than a write and the news of it
 *     may take
 */
public record SelfCheckSettings(double share, int maxKeys, int readsPerSecond, Duration grace) {}
