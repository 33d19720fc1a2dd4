package io.heatshield.origin;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Everything that {@link HttpOrigin} can be told. Impossible values are refused here, all of them in one message.
 *
 * @param endpoints where requests go
 * @param limits how much may be under way
 * @param timing how long things may take
 * @param nodeId what this node calls itself in {@code x-heatshield-hop}: no comma, no space
 * @param version what follows {@code heatshield/} in {@code User-Agent}
 */
public record HttpOriginSettings(Endpoints endpoints, Limits limits, Timing timing, String nodeId, String version) {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,64}");

    /** Refuses a node id or a version that a header could not carry. */
    public HttpOriginSettings {
        List<String> problems = new ArrayList<>();
        require(problems, TOKEN.matcher(nodeId).matches(), "node id", "letters, digits and . _ : - only", nodeId);
        require(problems, TOKEN.matcher(version).matches(), "version", "letters, digits and . _ : - only", version);
        refuse(problems);
    }

    /** The advised limits and times for these endpoints. */
    public static HttpOriginSettings of(Endpoints endpoints, String nodeId, String version) {
        return new HttpOriginSettings(endpoints, Limits.defaults(), Timing.defaults(), nodeId, version);
    }

    /**
     * Where requests go: the service's own hosts, or others.
     *
     * @param main the DynamoDB endpoint; null is AWS in the region
     * @param streams the DynamoDB Streams endpoint; null is {@code main} if there is one, else AWS in the region
     * @param search the SearchVectors endpoint; null likewise
     * @param region the region that requests are signed for
     */
    public record Endpoints(
            @Nullable URI main,
            @Nullable URI streams,
            @Nullable URI search,
            String region) {
        /** Refuses a URI that is more than a scheme, a host and a port. */
        public Endpoints {
            List<String> problems = new ArrayList<>();
            checkUri(problems, "endpoint", main);
            checkUri(problems, "streams endpoint", streams);
            checkUri(problems, "search endpoint", search);
            require(problems, REGION.matcher(region).matches(), "region", "such as eu-west-1", region);
            refuse(problems);
        }

        /** AWS itself. */
        public static Endpoints aws(String region) {
            return new Endpoints(null, null, null, region);
        }

        /** One endpoint for everything. */
        public static Endpoints of(URI main, String region) {
            return new Endpoints(main, null, null, region);
        }

        private static void checkUri(List<String> problems, String name, @Nullable URI uri) {
            if (uri == null) {
                return;
            }
            String path = uri.getRawPath();
            boolean plain = ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() != 0
                    && uri.getPort() <= 0xffff
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null
                    && (path == null || path.isEmpty() || path.equals("/"));
            require(problems, plain, name, "http:// or https://, a host name and perhaps a port, nothing else", uri);
        }
    }

    /**
     * How much may be under way at once. See {@link Admission} for how a table's share is bounded.
     *
     * @param maxConnections requests, and connections, open at once
     * @param maxInFlightPerTable requests of one table open at once
     * @param maxQueued requests that may wait for their turn; more are answered 503 at once
     * @param maxAnswerBytes the longest answer that is read
     */
    public record Limits(int maxConnections, int maxInFlightPerTable, int maxQueued, int maxAnswerBytes) {
        /** Refuses what could not work. */
        public Limits {
            List<String> problems = new ArrayList<>();
            range(problems, "max connections", maxConnections, 1, 10_000);
            range(problems, "max in flight per table", maxInFlightPerTable, 1, maxConnections);
            range(problems, "max queued", maxQueued, 0, 1_000_000);
            range(problems, "max answer bytes", maxAnswerBytes, 1024, 1 << 30);
            refuse(problems);
        }

        /** 256 connections, 64 a table, 1,024 waiting, answers of 64 MiB (the service's largest is 16 MB). */
        public static Limits defaults() {
            return new Limits(256, 64, 1024, 64 << 20);
        }

        private static void range(List<String> problems, String name, int value, int least, int most) {
            require(problems, value >= least && value <= most, name, "between " + least + " and " + most, value);
        }
    }

    /**
     * How long things may take. The defaults keep the worst case under the 30 s after which the Java SDK gives up.
     *
     * @param connect until a connection stands, TLS included
     * @param answer from then until the last byte of the answer
     * @param queue until a waiting request gets its turn
     * @param keepAlive how long an idle connection is kept; below the 60 s after which the far side closes it
     * @param lifetime how long a connection is used at all, so that a change in DNS is noticed
     */
    public record Timing(Duration connect, Duration answer, Duration queue, Duration keepAlive, Duration lifetime) {
        /** Refuses what could not work. */
        public Timing {
            List<String> problems = new ArrayList<>();
            range(problems, "connect timeout", connect, Duration.ofMillis(1));
            range(problems, "answer timeout", answer, Duration.ofMillis(1));
            range(problems, "queue timeout", queue, Duration.ofMillis(1));
            range(problems, "keep-alive", keepAlive, Duration.ofSeconds(1));
            range(problems, "connection lifetime", lifetime, Duration.ofSeconds(1));
            refuse(problems);
        }

        /** 2 s to connect, 10 s to answer, 2 s in the queue, 25 s idle, 5 min in all. */
        public static Timing defaults() {
            return new Timing(
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(25),
                    Duration.ofMinutes(5));
        }

        private static void range(List<String> problems, String name, Duration value, Duration least) {
            boolean fits = value.compareTo(least) >= 0 && value.compareTo(Duration.ofDays(1)) <= 0;
            require(problems, fits, name, "between " + least + " and a day", value);
        }
    }

    private static void require(List<String> problems, boolean fulfilled, String name, String rule, Object value) {
        if (!fulfilled) {
            problems.add(name + " must be " + rule + ", not '" + value + "'");
        }
    }

    private static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }
}
