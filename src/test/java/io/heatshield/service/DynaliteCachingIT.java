package io.heatshield.service;

import io.heatshield.Dynalite;
import java.net.URI;

/** The cases on dynalite, as far as it knows the operations. */
final class DynaliteCachingIT extends CachingCases {
    private final Dynalite dynalite = Dynalite.start();

    @Override
    URI origin() {
        return dynalite.uri();
    }

    @Override
    void stopOrigin() {
        dynalite.close();
    }
}
