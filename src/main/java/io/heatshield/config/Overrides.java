package io.heatshield.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Lays settings from the command line and from the environment over those of the file. */
final class Overrides {
    /** Read by the command line itself. */
    private static final Set<String> RESERVED = Set.of("HEATSHIELD_CONFIG");

    /**
     * What Kubernetes puts into every container for a service called {@code heatshield} or {@code heatshield-…}
     * (environment variables of a service, "docker links" form). {@code HEATSHIELD_ADMIN_PORT} is among them for a
     * service {@code heatshield-admin}: told from the setting by its value, a URL.
     */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".*_SERVICE_HOST|.*_SERVICE_PORT(_.*)?|.*_PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?");

    private static final Pattern SERVICE_URL = Pattern.compile("(tcp|udp|sctp)://.*");

    private Overrides() {}

    /** Lays {@code a.b=value} settings over the tree, later ones over earlier ones. */
    static void settings(List<String> settings, Node.Branch tree, List<Problem> problems) {
        for (int at = 0; at < settings.size(); at++) {
            String setting = settings.get(at);
            int equals = setting.indexOf('=');
            if (equals < 1
                    || List.of(setting.substring(0, equals).split("\\.", -1)).contains("")) {
                // Not quoted: what was meant as a value may be a secret.
                problems.add(Problem.of("--set", "number " + (at + 1), "is malformed; expected a.b=value"));
                continue;
            }
            tree.put(Schema.parts(setting.substring(0, equals)), new Node.Leaf(setting.substring(equals + 1), "--set"));
        }
    }

    /** Lays {@code HEATSHIELD_A_B} variables over the tree. An empty variable counts as absent. */
    static void environment(Map<String, String> environment, Node.Branch tree, List<Problem> problems) {
        Map<String, String> pathOf = new LinkedHashMap<>();
        Schema.paths().stream()
                .filter(path -> !path.contains(Schema.NAME))
                .forEach(path -> pathOf.put(Schema.variable(path), path));
        new TreeMap<>(environment).forEach((name, value) -> {
            if (!name.startsWith("HEATSHIELD_")
                    || value.isEmpty()
                    || RESERVED.contains(name)
                    || isServiceLink(name, value)) {
                return;
            }
            String path = pathOf.get(name);
            if (path != null) {
                tree.put(Schema.parts(path), new Node.Leaf(value, name));
            } else {
                problems.add(Problem.of(name, "environment", unknown(name, pathOf)));
            }
        });
    }

    private static boolean isServiceLink(String name, String value) {
        return SERVICE_LINK.matcher(name).matches()
                || (name.endsWith("_PORT") && SERVICE_URL.matcher(value).matches());
    }

    private static String unknown(String name, Map<String, String> pathOf) {
        if (name.startsWith("HEATSHIELD_TABLES_")) {
            return "the name of a table cannot be told from a variable; use --set tables.<name>.SETTING or the file";
        }
        return Suggestions.nearest(name, pathOf.keySet())
                .map(near -> "unknown variable; did you mean " + near + "?")
                .orElse("unknown variable; expected HEATSHIELD_ and the path of a setting, such as "
                        + Schema.variable("cache.item-ttl"));
    }
}
