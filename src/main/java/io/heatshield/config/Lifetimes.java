package io.heatshield.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the items of one table, overrides and derived values worked in.
 *
 * @param cached whether the table's items are cached at all
 * @param softTtl an older item is refreshed in the background
 * @param hardTtl nothing older is served while the origin answers; at least the soft TTL
 * @param negativeTtl how long the absence of an item is remembered; 0 for not at all
 * @param staleWhileDown how long past the hard TTL an item is served while the origin is down; 0 for never
 */
public record Lifetimes(
        boolean cached, Duration softTtl, Duration hardTtl, Duration negativeTtl, Duration staleWhileDown) {

    /** The hard TTL that was set, or the one that follows from the soft one. */
    static Duration hardTtl(Duration soft, @Nullable Duration set) {
        return set == null ? soft.plus(soft.dividedBy(4)) : set;
    }

    static String hardBelowSoft(@Nullable Duration hard, String softPath, Duration soft) {
        return hard == null
                ? ""
                : Values.show(hard) + " is below " + softPath + ", " + Values.show(soft)
                        + "; the hard TTL must be at least the soft one";
    }
}
