package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Payload;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DynamoDB in memory: the origin for trying, demos and tests. It takes the same JSON and answers the same JSON, errors
 * included, so that a client cannot tell it from the service by what it says.
 *
 * <p>Operations on single items run on the caller's thread, in microseconds; those that may take longer run on the
 * executor given, and complete on the caller's Vert.x context where there is one.
 */
public final class EmbeddedOrigin implements Origin {
    /** The region that ARNs name if none is given. */
    public static final String DEFAULT_REGION = "us-east-1";
    /** The account that ARNs name if none is given. */
    public static final String DEFAULT_ACCOUNT = "000000000000";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedOrigin.class);
    /** The name of an attribute may have 65,535 bytes; that of a longer one is refused by the service's own rule. */
    private static final int LONGEST_NAME = 16 * 1024 * 1024;

    /** Reads and writes bodies, and the items that are kept. */
    static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNameLength(LONGEST_NAME).build())
            .build());

    private final Map<String, Route> routes = new HashMap<>();
    private final Executor heavy;
    /** Where what is written to a file is done; null if nothing is. */
    private final @Nullable WriteLanes lanes;

    private final RequestIds requestIds;
    private final TimeToLive timeToLive;
    private final Laboratory laboratory = new Laboratory();
    private final Interference interference;
    private final Journal journal;
    private final Tables tables;
    private volatile boolean closed;

    /**
     * An origin without tables, in the default region and account.
     *
     * @param heavy runs scans, queries and batches; may refuse by {@link RejectedExecutionException}, which answers 503
     */
    public EmbeddedOrigin(Executor heavy, InstantSource clock, RandomGenerator random) {
        this(heavy, clock, random, DEFAULT_REGION, DEFAULT_ACCOUNT, null);
    }

    /**
     * An origin without tables.
     *
     * @param heavy as above
     * @param clock the time that tables and items are stamped with
     * @param random where request ids and table ids come from; need not be safe for use from several threads
     * @param region the region that ARNs name
     * @param account the account that ARNs name
     * @param dataDir where tables are kept over restarts, or null to keep them in memory alone; one process at a time
     * @throws IllegalStateException if the data cannot be opened
     */
    public EmbeddedOrigin(
            Executor heavy,
            InstantSource clock,
            RandomGenerator random,
            String region,
            String account,
            @Nullable Path dataDir) {
        this.heavy = heavy;
        this.requestIds = new RequestIds(random);
        this.tables = new Tables(region, account);
        // Each its own source, so that what one draws does not change what the other does.
        ReplicaLag lag = new ReplicaLag(laboratory, clock, new SplittableRandom(random.nextLong()));
        this.interference = new Interference(laboratory, new SplittableRandom(random.nextLong()));
        FileJournal file = dataDir == null ? null : FileJournal.open(dataDir);
        this.journal = file == null ? Journal.NONE : file;
        this.lanes = file == null ? null : new WriteLanes(heavy);
        TableMaker maker = new TableMaker(tables, laboratory, lag, journal, clock);
        if (file != null) {
            file.restore(image -> {
                Table table = TableImage.read(image, maker, clock);
                tables.add(table);
                return table;
            });
        }
        register(new TableOperations(tables, clock, requestIds, maker, journal).routes());
        register(new ItemOperations(tables).routes());
        register(new BatchOperations(tables).routes());
        register(new QueryOperations(tables).routes());
        register(new TransactionOperations(tables, clock).routes());
        register(new StatementOperations(tables, clock).routes());
        register(new StreamOperations(tables, clock, region).routes());
        register(new TagOperations(tables).routes());
        register(new ControlOperations(tables, clock, region).routes());
        this.timeToLive = new TimeToLive(tables, clock);
        register(timeToLive.routes());
    }

    /** What of the service's troubles is played; all off at first. */
    public Laboratory laboratory() {
        return laboratory;
    }

    /**
     * Removes the items whose time to live has passed by the clock. To be called now and then, from a worker thread:
     * it takes time in proportion to the items of the tables that have a time to live.
     */
    public void sweepExpired() {
        timeToLive.sweep();
    }

    /**
     * Puts whole, valid items into a table that nobody uses yet, past the reading and checking of requests: thousands
     * take milliseconds, where as many requests take seconds on a machine that has just started.
     */
    void preload(String name, List<Map<String, AttributeValue>> items) {
        Table table = tables.require(name);
        List<Journal.Change> changes = new ArrayList<>(items.size());
        for (Map<String, AttributeValue> attributes : items) {
            StoredItem item = StoredItem.of(attributes);
            table.restore(item);
            changes.add(new Journal.Change(table, table.keys().place(attributes), item));
        }
        journal.commit(changes);
    }

    private void register(List<Route> family) {
        for (Route route : family) {
            routes.put(route.operation().target(), route);
        }
    }

    @Override
    public Future<OriginReply> send(OriginRequest request) {
        Route route = routes.get(request.target());
        String table = request.table();
        boolean undisturbed = interference.isOff(table);
        Route.Pace pace = route == null ? Route.Pace.LIGHT : route.pace();
        if (undisturbed && (pace == Route.Pace.LIGHT || (pace == Route.Pace.KEPT && lanes == null))) {
            return Future.succeededFuture(answer(route, request));
        }
        Promise<OriginReply> promise = Promise.promise();
        Consumer<OriginReply> complete = completion(promise);
        if (undisturbed) {
            execute(route, request, () -> complete.accept(answer(route, request)), promise);
        } else {
            disturbed(route, request, complete, promise);
        }
        return promise.future();
    }

    /** Answers on the caller's context, whatever thread the answer is made on. */
    private static <T> Consumer<T> completion(Promise<T> promise) {
        Context context = Vertx.currentContext();
        return result -> {
            if (context == null) {
                promise.tryComplete(result);
            } else {
                context.runOnContext(ignored -> promise.tryComplete(result));
            }
        };
    }

    /** As {@link #send}, on this thread: for those who are on a worker already and want nothing but the operation. */
    OriginReply answerHere(OriginRequest request) {
        return answer(routes.get(request.target()), request);
    }

    private void execute(@Nullable Route route, OriginRequest request, Runnable work, Promise<OriginReply> promise) {
        try {
            if (lanes != null && route != null && route.pace() == Route.Pace.KEPT) {
                lanes.execute(request.table() == null ? "" : request.table(), work);
            } else {
                heavy.execute(work);
            }
        } catch (RejectedExecutionException e) {
            promise.tryComplete(unavailable("The embedded origin is busy"));
        }
    }

    /** A request that the laboratory delays, holds back or spoils. */
    private void disturbed(
            @Nullable Route route,
            OriginRequest request,
            Consumer<OriginReply> complete,
            Promise<OriginReply> promise) {
        Interference.Fault fault = interference.fault();
        Duration delay =
                interference.delay(route == null ? "*" : route.operation().wireName());
        Runnable work = () -> {
            if (fault == Interference.Fault.ERROR || fault == Interference.Fault.RESET) {
                complete.accept(Interference.reply(fault, requestIds.next()));
                return;
            }
            OriginReply reply = answer(route, request);
            complete.accept(fault == Interference.Fault.LOST_ANSWER ? Interference.reply(fault, null) : reply);
        };
        if (!interference.after(delay, request.table(), () -> execute(route, request, work, promise))) {
            promise.tryComplete(unavailable("The embedded origin holds too many requests"));
        }
    }

    private OriginReply answer(@Nullable Route route, OriginRequest request) {
        if (closed) {
            return unavailable("The embedded origin is closed");
        }
        String requestId = requestIds.next();
        try {
            JsonNode body = parse(request.body());
            if (route == null) {
                return OriginReply.error(notHere(request.target()), requestId);
            }
            return OriginReply.ok(write(run(route, body)), requestId);
        } catch (DynamoException e) {
            return OriginReply.error(e.error(), requestId);
        } catch (IOException | RuntimeException e) {
            LOG.error("{} failed in the embedded origin", request.target(), e);
            return OriginReply.error(
                    DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "The request failed because of an internal error"),
                    requestId);
        }
    }

    /** An operation that the service has and this origin does not is told apart from one that nobody has. */
    private static DynamoError notHere(String target) {
        Operation operation = Operation.ofTarget(target);
        return operation == null
                ? new DynamoError(ErrorKind.UNKNOWN_OPERATION, null, null)
                : DynamoError.validation(operation.wireName() + " is not supported by the embedded origin");
    }

    private static JsonNode parse(Buffer body) throws IOException {
        try {
            JsonNode json = JSON.readTree(body.getBytes());
            if (json != null && json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            throw new DynamoError(ErrorKind.SERIALIZATION, null, null).exception();
        }
        throw new DynamoError(ErrorKind.SERIALIZATION, null, null).exception();
    }

    private static Answer run(Route route, JsonNode body) {
        route.input().checkForm(body);
        Violations violations = new Violations();
        route.input().checkConstraints("", body, violations);
        violations.throwIfAny();
        return route.run().apply(new Input(body, route.layer()));
    }

    private static Payload write(Answer answer) throws IOException {
        if (answer == Answer.NOTHING) {
            return Payload.EMPTY;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            answer.write(out);
            out.writeEndObject();
        }
        return Payload.of(Buffer.buffer(bytes.toByteArray()));
    }

    private static OriginReply unavailable(String words) {
        return OriginReply.failure(
                DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, words), OriginReply.Certainty.NOT_SENT);
    }

    @Override
    public String describe() {
        return "embedded";
    }

    @Override
    public Future<Void> close() {
        if (closed) {
            return Future.succeededFuture();
        }
        closed = true;
        Promise<Void> promise = Promise.promise();
        Consumer<Void> complete = completion(promise);
        Runnable work = () -> {
            journal.close();
            complete.accept(null);
        };
        try {
            heavy.execute(work);
        } catch (RejectedExecutionException e) {
            // At the end of the process a wait is better than data that was not closed.
            work.run();
        }
        return promise.future();
    }
}
