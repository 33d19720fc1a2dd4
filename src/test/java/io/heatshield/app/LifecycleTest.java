package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.Lifecycle.Part;
import io.heatshield.app.Lifecycle.State;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LifecycleTest {
    private final List<String> steps = new ArrayList<>();

    @Test
    void stop_ofARunningWhole_stopsInReverseOrderOfTheStart() {
        Lifecycle lifecycle = new Lifecycle(List.of(part("origin"), part("admin"), part("listener")));

        assertThat(lifecycle.start().succeeded()).isTrue();
        assertThat(lifecycle.state()).isEqualTo(State.RUNNING);
        assertThat(lifecycle.stop().succeeded()).isTrue();

        assertThat(steps).containsExactly("+origin", "+admin", "+listener", "-listener", "-admin", "-origin");
        assertThat(lifecycle.state()).isEqualTo(State.STOPPED);
    }

    @Test
    void start_whenAPartFails_stopsThoseThatStartedAndSaysWhy() {
        StartException taken = new StartException("port taken");
        Lifecycle lifecycle = new Lifecycle(List.of(
                part("origin"),
                part("admin"),
                new Part("listener", () -> Future.failedFuture(taken), () -> step("-listener")),
                part("readiness")));

        assertThat(lifecycle.start().cause()).isSameAs(taken);

        assertThat(steps).containsExactly("+origin", "+admin", "-admin", "-origin");
        assertThat(lifecycle.state()).isEqualTo(State.STOPPED);
        assertThat(lifecycle.stopped().succeeded()).isTrue();
    }

    @Test
    void start_whenAPartThrows_isAFailedFuture() {
        IllegalStateException thrown = new IllegalStateException("thrown");
        Lifecycle lifecycle = new Lifecycle(List.of(
                part("origin"),
                new Part(
                        "listener",
                        () -> {
                            throw thrown;
                        },
                        () -> step("-listener"))));

        assertThat(lifecycle.start().cause()).isSameAs(thrown);
        assertThat(steps).containsExactly("+origin", "-origin");
    }

    @Test
    void stop_whenAPartFails_goesOnWithTheOthers() {
        Lifecycle lifecycle = new Lifecycle(List.of(
                part("origin"),
                new Part("admin", () -> step("+admin"), () -> Future.failedFuture("stuck")),
                part("listener")));

        assertThat(lifecycle.start().succeeded()).isTrue();
        assertThat(lifecycle.stop().succeeded()).isTrue();

        assertThat(steps).containsExactly("+origin", "+admin", "+listener", "-listener", "-origin");
    }

    @Test
    void stop_whileAPartStarts_waitsForItAndStartsNoOther() {
        Promise<Void> slow = Promise.promise();
        Lifecycle lifecycle = new Lifecycle(
                List.of(part("origin"), new Part("admin", slow::future, () -> step("-admin")), part("listener")));

        Future<Void> started = lifecycle.start();
        Future<Void> stopped = lifecycle.stop();
        assertThat(stopped.isComplete()).isFalse();
        slow.complete();

        assertThat(stopped.succeeded()).isTrue();
        assertThat(started.cause()).isInstanceOf(StartException.class);
        assertThat(steps).containsExactly("+origin", "-admin", "-origin");
    }

    @Test
    void stop_again_isTheSameFutureAndStopsNothingTwice() {
        Lifecycle lifecycle = new Lifecycle(List.of(part("origin")));

        assertThat(lifecycle.start().succeeded()).isTrue();
        Future<Void> first = lifecycle.stop();

        assertThat(lifecycle.stop()).isSameAs(first);
        assertThat(lifecycle.stopped()).isSameAs(first);
        assertThat(steps).containsExactly("+origin", "-origin");
    }

    @Test
    void stop_beforeTheStart_meansThatNothingEverStarts() {
        Lifecycle lifecycle = new Lifecycle(List.of(part("origin")));

        assertThat(lifecycle.stop().succeeded()).isTrue();
        assertThat(lifecycle.start().failed()).isTrue();
        assertThat(steps).isEmpty();
    }

    @Test
    void start_again_isRefused() {
        Lifecycle lifecycle = new Lifecycle(List.of(part("origin")));

        assertThat(lifecycle.start().succeeded()).isTrue();
        assertThat(lifecycle.start().cause()).isInstanceOf(IllegalStateException.class);
        assertThat(steps).containsExactly("+origin");
    }

    private Part part(String name) {
        return new Part(name, () -> step("+" + name), () -> step("-" + name));
    }

    private Future<Void> step(String step) {
        steps.add(step);
        return Future.succeededFuture();
    }
}
