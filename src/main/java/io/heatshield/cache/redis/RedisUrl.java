package io.heatshield.cache.redis;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A Redis URL as the configuration gives it.
 *
 * @param cluster whether it is a cluster's
 * @param seeds one for each host of a cluster; else one
 */
record RedisUrl(boolean cluster, List<RedisURI> seeds) {
    /** How long a connection that nobody answers on is waited for, when it is opened. */
    static final Duration CONNECT = Duration.ofSeconds(2);

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if it is none of Redis
     */
    static RedisUrl parse(String url, @Nullable String username, @Nullable String password) {
        String scheme = url.substring(0, Math.max(0, url.indexOf("://"))).toLowerCase(Locale.ROOT);
        boolean cluster = scheme.endsWith("-cluster");
        List<RedisURI> seeds = new ArrayList<>();
        if (cluster) {
            String plain = scheme.substring(0, scheme.length() - "-cluster".length());
            String rest = url.substring(url.indexOf("://") + 3);
            int at = rest.lastIndexOf('@');
            String user = rest.substring(0, at + 1);
            for (String host : rest.substring(at + 1).split(",", -1)) {
                seeds.add(RedisURI.create(plain + "://" + user + host));
            }
        } else {
            seeds.add(RedisURI.create(url));
        }
        for (RedisURI seed : seeds) {
            if (password != null) {
                seed.setCredentialsProvider(
                        RedisCredentialsProvider.from(() -> RedisCredentials.just(username, password)));
            }
            seed.setTimeout(CONNECT);
            seed.setClientName("heatshield");
        }
        return new RedisUrl(cluster, List.copyOf(seeds));
    }
}
