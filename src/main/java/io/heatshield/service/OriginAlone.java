package io.heatshield.service;

import io.heatshield.origin.Origin;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.CallDecoder;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import org.jspecify.annotations.Nullable;

/**
 * An origin with nothing before it: every request goes to it as it is.
 *
 * <p>Safe for use from any number of event loops.
 */
public final class OriginAlone implements RequestHandler {
    private final OriginGate origin;
    private final ServiceObserver observer;

    /** The handler of an origin. */
    public OriginAlone(Origin origin, ServiceObserver observer) {
        this.origin = new OriginGate(origin);
        this.observer = observer;
    }

    @Override
    public void handle(WireRequest request, ReplySink sink) {
        String target = request.target();
        String table = table(request);
        Loops.deliver(origin.forward(request, table), answer -> {
            Reply reply = OriginGate.reply(answer.result(), CacheStatus.BYPASS);
            observer.answered(target.substring(target.indexOf('.') + 1), table, false, reply);
            sink.send(reply);
        });
    }

    /** The one table that a request names, or null; for pauses and counts only. */
    private static @Nullable String table(WireRequest request) {
        Call call = CallDecoder.decode(Operation.ofTarget(request.target()), request.target(), request.body());
        String named = null;
        if (call instanceof Call.GetItem read) {
            named = read.table();
        } else if (call instanceof Call.BatchGet batch) {
            named = batch.onlyTable();
        } else if (call instanceof Call.ItemWrite write) {
            named = Dispatcher.table(write);
        } else if (call instanceof Call.StatementWrite write) {
            named = WritePath.onlyTable(write);
        } else if (call instanceof Call.TableWrite write) {
            named = write.tables().size() == 1 ? write.tables().get(0) : null;
        } else if (call instanceof Call.Opaque other) {
            named = other.table();
        }
        return named == null ? null : TableId.bareName(named);
    }
}
