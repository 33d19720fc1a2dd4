package io.heatshield.bench;

import io.netty.util.AsciiString;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What Vert.x alone can do: one event loop, reads each request's body, answers the same bytes whatever it says.
 *
 * <p>Usage: {@code BareServer PORT HEADERS BODY}, the last two files with the header lines and the body to answer, as
 * recorded from the server that it is compared with.
 */
public final class BareServer {
    private BareServer() {}

    /** Serves until it is killed. */
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        List<Map.Entry<CharSequence, CharSequence>> headers = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.add(Map.entry(
                        new AsciiString(line.substring(0, colon)),
                        new AsciiString(line.substring(colon + 1).trim())));
            }
        }
        Buffer body = Buffer.buffer(Files.readAllBytes(Path.of(args[2])));
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
        vertx.createHttpServer(new HttpServerOptions().setTcpNoDelay(true))
                .requestHandler(request -> request.body().onComplete(read -> {
                    for (Map.Entry<CharSequence, CharSequence> header : headers) {
                        request.response().putHeader(header.getKey(), header.getValue());
                    }
                    request.response().end(body).onFailure(gone -> {});
                }))
                .listen(port, "127.0.0.1")
                .onSuccess(server -> System.out.println("bare server on " + server.actualPort()))
                .onFailure(cause -> {
                    System.err.println("cannot listen: " + cause.getMessage());
                    System.exit(1);
                });
    }
}
