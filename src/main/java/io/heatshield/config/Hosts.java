package io.heatshield.config;

import java.net.URI;
import java.util.Locale;

/** What can be said of host names and addresses without asking DNS. */
final class Hosts {
    private Hosts() {}

    /** Whether only this machine can reach a socket bound here. A name that DNS would have to explain is not. */
    static boolean isLoopback(String host) {
        String name = plain(host);
        return name.equals("localhost") || name.equals("::1") || name.matches("127(\\.\\d{1,3}){3}");
    }

    /** Whether a socket bound here listens on every address of the machine. */
    static boolean isWildcard(String host) {
        String name = plain(host);
        return name.equals("0.0.0.0") || name.equals("::");
    }

    /** Whether two sockets of the same port, bound to these hosts, would be in each other's way. */
    static boolean overlap(String one, String other) {
        return isWildcard(one)
                || isWildcard(other)
                || plain(one).equals(plain(other))
                || (isLoopback(one) && isLoopback(other) && (isName(one) || isName(other)));
    }

    /** Whether a connection to the other host would arrive at a socket bound to the first. */
    static boolean sameMachine(String bound, String other) {
        return overlap(bound, other) && (!isWildcard(bound) || isLoopback(other) || isWildcard(other));
    }

    /** The port of a URL, that of its scheme if it names none. */
    static int port(URI url) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return "https".equals(url.getScheme()) ? 443 : 80;
    }

    private static boolean isName(String host) {
        return plain(host).equals("localhost");
    }

    private static String plain(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }
}
