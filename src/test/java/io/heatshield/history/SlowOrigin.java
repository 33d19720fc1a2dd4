package io.heatshield.history;

import io.heatshield.embedded.EmbeddedOrigin;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** The embedded origin with its lag, far away: requests take a while to arrive there, and answers to come back. */
final class SlowOrigin implements Origin {
    private static final int ONE_IN = 8;

    private final Vertx vertx;
    private final EmbeddedOrigin embedded;
    private final SplittableRandom random;

    SlowOrigin(Vertx vertx, long seed) {
        this.vertx = vertx;
        this.random = new SplittableRandom(seed);
        this.embedded = new EmbeddedOrigin(Runnable::run, InstantSource.system(), random.split());
        embedded.laboratory().lag(Fleet.LAG);
    }

    @Override
    public Future<OriginReply> send(OriginRequest request) {
        Promise<OriginReply> promise = Promise.promise();
        vertx.setTimer(
                delay(),
                arrived -> embedded.send(request)
                        .onComplete(answer -> vertx.setTimer(delay(), up -> {
                            if (answer.succeeded()) {
                                promise.complete(answer.result());
                            } else {
                                promise.fail(answer.cause());
                            }
                        })));
        return promise.future();
    }

    private synchronized int delay() {
        return 1 + random.nextInt(random.nextInt(ONE_IN) == 0 ? 60 : 4);
    }

    @Override
    public String describe() {
        return embedded.describe();
    }

    @Override
    public Future<Void> close() {
        return embedded.close();
    }
}
