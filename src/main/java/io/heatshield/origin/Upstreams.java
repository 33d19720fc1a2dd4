package io.heatshield.origin;

import io.heatshield.protocol.Operation;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/**
 * Which host answers which target. DynamoDB Streams and SearchVectors have hosts of their own in AWS; an endpoint of
 * somebody else's answers everything, unless told otherwise.
 */
final class Upstreams {
    /**
     * One host.
     *
     * @param uri scheme, host and perhaps port, path {@code /}
     * @param host the host to connect to, an IPv6 address without its brackets
     * @param port the port to connect to
     */
    record Upstream(URI uri, String host, int port) {
        static Upstream of(URI uri) {
            int port = uri.getPort() >= 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? 443 : 80;
            String host = uri.getHost().startsWith("[")
                    ? uri.getHost().substring(1, uri.getHost().length() - 1)
                    : uri.getHost();
            return new Upstream(uri, host, port);
        }

        boolean tls() {
            return "https".equals(uri.getScheme());
        }
    }

    private final Upstream main;
    private final Upstream streams;
    private final Upstream search;

    Upstreams(HttpOriginSettings.Endpoints endpoints) {
        String suffix = endpoints.region() + "."
                + PartitionMetadata.of(Region.of(endpoints.region())).dnsSuffix();
        this.main = choose(endpoints.main(), null, "dynamodb." + suffix);
        this.streams = choose(endpoints.streams(), endpoints.main(), "streams.dynamodb." + suffix);
        this.search = choose(endpoints.search(), endpoints.main(), "search-dynamodb." + suffix);
    }

    private static Upstream choose(@Nullable URI own, @Nullable URI main, String awsHost) {
        return Upstream.of(own != null ? own : main != null ? main : URI.create("https://" + awsHost));
    }

    /** The host for an {@code X-Amz-Target}. */
    Upstream of(String target) {
        if (target.startsWith(Operation.Api.STREAMS.prefix())) {
            return streams;
        }
        return target.equals(Operation.SEARCH_VECTORS.target()) ? search : main;
    }

    /** The host for everything that has none of its own. */
    Upstream main() {
        return main;
    }
}
