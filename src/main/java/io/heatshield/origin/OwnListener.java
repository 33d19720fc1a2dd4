package io.heatshield.origin;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;

/** Tells whether an endpoint is the proxy's own listener, so that it is refused at the start. */
public final class OwnListener {
    private OwnListener() {}

    /**
     * Whether a connection to the endpoint would arrive at a listener on this host and port. Resolves names, and so
     * may block; a name that cannot be resolved is nobody's. What it cannot see (a load balancer before the listener,
     * a translated port) is found at run time, by the hop header.
     */
    public static boolean is(URI endpoint, String listenHost, int listenPort) {
        Upstreams.Upstream upstream = Upstreams.Upstream.of(endpoint);
        if (upstream.port() != listenPort) {
            return false;
        }
        if (upstream.host().equalsIgnoreCase(listenHost)) {
            return true;
        }
        try {
            Set<InetAddress> listening = Set.of(InetAddress.getAllByName(listenHost));
            boolean everywhere = listening.stream().anyMatch(InetAddress::isAnyLocalAddress);
            for (InetAddress address : InetAddress.getAllByName(upstream.host())) {
                if (listening.contains(address) || address.isAnyLocalAddress() || (everywhere && isLocal(address))) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isLocal(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}
