package io.heatshield.origin;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** Where the credentials come from with which requests to the origin are signed. Safe for use from any thread. */
public interface CredentialsSource {
    /**
     * The credentials to sign with now. Never blocks; mostly complete already. Fails, within a bounded time, if there
     * are none. May complete on any thread.
     */
    Future<AwsCredentialsIdentity> credentials();

    /** The same credentials for ever; any will do for an emulator. */
    static CredentialsSource fixed(String accessKeyId, String secretAccessKey, @Nullable String sessionToken) {
        Future<AwsCredentialsIdentity> identity = Future.succeededFuture(
                sessionToken == null
                        ? AwsCredentialsIdentity.create(accessKeyId, secretAccessKey)
                        : AwsSessionCredentialsIdentity.create(accessKeyId, secretAccessKey, sessionToken));
        return () -> identity;
    }
}
