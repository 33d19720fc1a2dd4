package io.heatshield.service;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The operations that were met and are not known here, so that each is said once. Safe for any thread. */
final class Novelties {
    /** More than DynamoDB will learn between two releases; what comes after these is said no more. */
    private static final int MOST = 64;

    private final Set<String> met = ConcurrentHashMap.newKeySet();

    /** Whether this target is met for the first time. */
    boolean isNew(String target) {
        return met.size() < MOST && met.add(target);
    }
}
