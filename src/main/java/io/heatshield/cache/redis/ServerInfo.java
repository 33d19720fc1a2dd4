package io.heatshield.cache.redis;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What {@code INFO} tells. */
final class ServerInfo {
    private static final int LEAST_MAJOR = 7;

    private ServerInfo() {}

    /** What changes with every start of the server. */
    static String run(String info) {
        String run = field(info, "run_id");
        return run == null ? "" : run;
    }

    /** How many replicas are connected to it. */
    static int replicas(String info) {
        String connected = field(info, "connected_slaves");
        return connected == null ? 0 : Integer.parseInt(connected);
    }

    /** Why this server will not do, or null if it will. */
    static @Nullable String unfit(String info) {
        if (field(info, "valkey_version") != null) {
            // Each of them has sharded publish; the first is compatible with Redis 7.2.
            return null;
        }
        String version = field(info, "redis_version");
        if (version == null) {
            return "is not Redis: INFO tells no redis_version";
        }
        Matcher major = Pattern.compile("^(\\d+)\\.").matcher(version);
        return major.find() && Integer.parseInt(major.group(1)) >= LEAST_MAJOR
                ? null
                : String.format(
                        Locale.ROOT,
                        "is Redis %s, which is too old: the bus needs sharded publish, and so Redis %d or later, or Valkey",
                        version,
                        LEAST_MAJOR);
    }

    private static @Nullable String field(String info, String name) {
        Matcher line =
                Pattern.compile("^" + name + ":(\\S*)\\s*$", Pattern.MULTILINE).matcher(info);
        return line.find() ? line.group(1) : null;
    }
}
