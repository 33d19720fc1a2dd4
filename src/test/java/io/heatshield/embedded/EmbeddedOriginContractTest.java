package io.heatshield.embedded;

import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginContract;

final class EmbeddedOriginContractTest extends OriginContract {
    private final Desk desk = new Desk();

    @Override
    protected Origin origin() {
        return desk.origin;
    }
}
