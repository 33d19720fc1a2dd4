package io.heatshield.cache.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.heatshield.cache.redis.RedisTierObserver.CallEnd;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands: each within the time that commands have been taking, and none to a primary that has been failing,
 * until it is tried again. Futures complete on the caller's Vert.x context, if there is one. Safe for use from any
 * thread.
 */
final class Commands {
    /** Errors by which a server says that it is not the one to ask now, whatever the command. */
    private static final Pattern UNFIT =
            Pattern.compile("^(LOADING|MASTERDOWN|CLUSTERDOWN|READONLY|NOREPLICAS|TRYAGAIN)");

    private final RedisLink link;
    private final Layout layout;
    private final CommandTimeout timeout;
    private final LongSupplier clock;
    private final RedisTierObserver observer;
    private final CircuitBreakerConfig rule;
    private final ConcurrentHashMap<String, CircuitBreaker> breakers = new ConcurrentHashMap<>();

    Commands(RedisLink link, Layout layout, CommandTimeout timeout, LongSupplier clock, RedisTierObserver observer) {
        this.link = link;
        this.layout = layout;
        this.timeout = timeout;
        this.clock = clock;
        this.observer = observer;
        this.rule = CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(20)
                .minimumNumberOfCalls(5)
                .failureRateThreshold(50)
                .waitDurationInOpenState(Duration.ofMillis(500))
                .permittedNumberOfCallsInHalfOpenState(10)
                .maxWaitDurationInHalfOpenState(Duration.ofSeconds(1))
                .currentTimestampFunction(clockOf -> clock.getAsLong(), TimeUnit.NANOSECONDS)
                .build();
    }

    /** Runs a script on a group's keys. */
    <T> Future<T> script(
            int group, String operation, Script script, ScriptOutputType type, List<String> keys, byte[]... args) {
        String[] names = keys.toArray(String[]::new);
        return send(group, operation, commands -> {
            CompletionStage<T> first = commands.evalsha(script.sha(), type, names, args);
            // Whoever restarted Redis, or flushed its scripts, has it forgotten.
            return first.handle((answer, cause) -> cause instanceof RedisNoScriptException
                            ? commands.<T>eval(script.text(), type, names, args)
                            : first)
                    .thenCompose(Function.identity());
        });
    }

    /** Sends a command about a group. The future fails if Redis was not asked, did not answer, or answered with an error. */
    <T> Future<T> send(
            int group,
            String operation,
            Function<RedisClusterAsyncCommands<String, byte[]>, CompletionStage<T>> command) {
        RedisClusterAsyncCommands<String, byte[]> commands = link.commands();
        RedisLink.Primary primary = commands == null ? null : link.primaryOf(layout.slot(group));
        if (commands == null || primary == null) {
            observer.called(operation, CallEnd.REFUSED, 0);
            return Future.failedFuture("Redis is not connected");
        }
        CircuitBreaker breaker = breakers.computeIfAbsent(primary.id(), id -> CircuitBreaker.of(id, rule));
        if (!breaker.tryAcquirePermission()) {
            observer.called(operation, CallEnd.REFUSED, 0);
            return Future.failedFuture("Redis has been failing");
        }
        long sent = clock.getAsLong();
        CompletionStage<T> answer;
        try {
            answer = command.apply(commands);
        } catch (RedisException refused) {
            ended(breaker, operation, sent, refused);
            return Future.failedFuture(refused);
        }
        Promise<T> promise = Promise.promise();
        Context caller = Vertx.currentContext();
        answer.whenComplete((value, cause) -> {
            ended(breaker, operation, sent, cause);
            if (caller == null || caller == Vertx.currentContext()) {
                complete(promise, value, cause);
            } else {
                caller.runOnContext(there -> complete(promise, value, cause));
            }
        });
        return promise.future();
    }

    private static <T> void complete(Promise<T> promise, T value, @Nullable Throwable cause) {
        if (cause == null) {
            promise.complete(value);
        } else {
            promise.fail(cause);
        }
    }

    private void ended(CircuitBreaker breaker, String operation, long sent, @Nullable Throwable failure) {
        long nanos = clock.getAsLong() - sent;
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        boolean answered = cause == null
                || (cause instanceof RedisCommandExecutionException error
                        && !UNFIT.matcher(String.valueOf(error.getMessage())).find());
        if (answered || cause instanceof RedisCommandTimeoutException) {
            // What came too late counts as well: else a Redis that has become slower would never be waited for again.
            timeout.record(nanos);
        }
        if (answered) {
            breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        } else {
            breaker.onError(nanos, TimeUnit.NANOSECONDS, cause);
        }
        observer.called(operation, cause == null ? CallEnd.OK : answered ? CallEnd.ERROR : CallEnd.LOST, nanos);
    }

    /** Primaries that are not asked at the moment, as they have been failing. */
    int openBreakers() {
        return (int) breakers.values().stream()
                .filter(breaker -> breaker.getState() == CircuitBreaker.State.OPEN)
                .count();
    }
}
