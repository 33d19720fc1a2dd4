package io.heatshield.config;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The whole configuration, checked: an instance that exists is one that the process can start with, as far as that can
 * be told without opening a socket.
 *
 * @param listen the DynamoDB endpoint and the item API
 * @param admin the admin face
 * @param auth who may ask
 * @param origin what stands behind
 * @param embedded the embedded origin
 * @param cache what is kept, and for how long
 * @param sharedTier the cache that all nodes share
 * @param coherence what a write promises to readers of other nodes
 * @param selfCheck how the cache is compared with the origin
 * @param tables overrides by bare table name
 * @param metrics what is measured
 * @param log the log
 * @param shutdown how the process ends
 */
public record HeatshieldConfig(
        ListenConfig listen,
        AdminConfig admin,
        AuthConfig auth,
        OriginConfig origin,
        EmbeddedConfig embedded,
        CacheConfig cache,
        SharedTierConfig sharedTier,
        Coherence coherence,
        SelfCheckConfig selfCheck,
        Map<String, TableConfig> tables,
        MetricsConfig metrics,
        LogConfig log,
        ShutdownConfig shutdown) {

    /** Checks what no section can check alone. */
    public HeatshieldConfig {
        tables = Map.copyOf(tables);
        Checks checks = new Checks()
                .together(
                        listen.port() == 0
                                || listen.port() != admin.port()
                                || !Hosts.overlap(listen.host(), admin.host()),
                        admin.port() + " on " + admin.host() + " is taken by listen; give each face a port of its own",
                        "admin.port",
                        "listen.port",
                        "listen.host",
                        "admin.host")
                .together(
                        auth.mode() != AuthConfig.Mode.NONE || auth.allowUnauthenticated() || listen.onLoopback(),
                        listen.host()
                                + " can be reached from other machines, and with auth.mode none anyone there could"
                                + " read and write every table; bind 127.0.0.1, or consent with"
                                + " auth.allow-unauthenticated: true",
                        "listen.host",
                        "auth.mode",
                        "auth.allow-unauthenticated");
        checkEndpoint(checks, "origin.endpoint", origin.endpoint(), listen);
        checkEndpoint(checks, "origin.streams-endpoint", origin.streamsEndpoint(), listen);
        checkEndpoint(checks, "origin.search-endpoint", origin.searchEndpoint(), listen);
        tables.forEach((name, table) -> checkTable(checks, name, table, cache));
        checks.done();
    }

    /** The configuration of a start with no configuration. */
    public static HeatshieldConfig defaults() {
        return new HeatshieldConfig(
                ListenConfig.defaults(),
                AdminConfig.defaults(),
                AuthConfig.defaults(),
                OriginConfig.defaults(),
                EmbeddedConfig.defaults(),
                CacheConfig.defaults(),
                SharedTierConfig.defaults(),
                Coherence.BOUNDED,
                SelfCheckConfig.defaults(),
                Map.of(),
                MetricsConfig.defaults(),
                LogConfig.defaults(),
                ShutdownConfig.defaults());
    }

    /**
     * The same for a process that serves the embedded origin alone, on other ports, whatever origin is configured.
     *
     * @throws ConfigException if a port will not do
     */
    public HeatshieldConfig originAlone(int port, int adminPort) {
        return new HeatshieldConfig(
                listen.on(port),
                new AdminConfig(admin.host(), adminPort),
                auth,
                OriginConfig.defaults(),
                embedded,
                cache,
                sharedTier,
                coherence,
                selfCheck,
                tables,
                metrics,
                log,
                shutdown);
    }

    /** What holds for the items of a table, by its bare name. */
    public Lifetimes lifetimesOf(String tableName) {
        TableConfig table = tables.get(tableName);
        return table == null ? cache.lifetimes() : cache.lifetimes(table);
    }

    /** What a write to a table, by its bare name, promises. */
    public Coherence coherenceOf(String tableName) {
        TableConfig table = tables.get(tableName);
        Coherence own = table == null ? null : table.coherence();
        return own == null ? coherence : own;
    }

    private static void checkEndpoint(Checks checks, String path, @Nullable URI endpoint, ListenConfig listen) {
        checks.together(
                endpoint == null
                        || Hosts.port(endpoint) != listen.port()
                        || !Hosts.sameMachine(listen.host(), endpoint.getHost()),
                endpoint + " is the listener of this very process; requests would go round in a ring",
                path,
                "listen.host",
                "listen.port");
    }

    private static void checkTable(Checks checks, String name, TableConfig table, CacheConfig cache) {
        String path = "tables." + name;
        checks.together(
                name.matches("[a-zA-Z0-9_.-]{3,255}"),
                "is no table name; expected 3 to 255 of a-z A-Z 0-9 _ - .",
                path);
        Duration soft = cache.lifetimes(table).softTtl();
        Duration hard = table.itemHardTtl();
        boolean own = table.itemTtl() != null;
        checks.together(
                hard == null || hard.compareTo(soft) >= 0,
                Lifetimes.hardBelowSoft(hard, own ? path + ".item-ttl" : "cache.item-ttl", soft),
                path + ".item-hard-ttl",
                path + ".item-ttl",
                "cache.item-ttl");
    }
}
