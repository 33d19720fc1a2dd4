package io.heatshield.app;

import java.util.Locale;

/** Words about addresses and ports. */
final class Ports {
    private Ports() {}

    /** Why a face cannot listen, and what to do about it. */
    static StartException refused(String face, String host, int port, Throwable cause) {
        String reason = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        String address = bracketed(host) + ":" + port;
        if (reason.contains("in use")) {
            return new StartException(face + ": port " + port + " on " + host + " is taken by another process; stop it,"
                    + " or choose another port with --set " + face + ".port=PORT");
        }
        if (reason.contains("permission denied")) {
            return new StartException(face + ": no permission to listen on " + address
                    + "; ports below 1024 are reserved, choose another with --set " + face + ".port=PORT");
        }
        if (reason.contains("cannot assign") || reason.contains("can't assign")) {
            return new StartException(face + ": " + host + " is no address of this machine; set " + face + ".host");
        }
        return new StartException(face + ": cannot listen on " + address + ": " + cause.getMessage());
    }

    /** A host by which a socket that is bound to the given one can be reached from this machine. */
    static String reachable(String boundHost) {
        return switch (boundHost) {
            case "0.0.0.0", "::", "[::]" -> "127.0.0.1";
            default -> bracketed(boundHost);
        };
    }

    private static String bracketed(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }
}
