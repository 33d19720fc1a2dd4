package io.heatshield.app;

import io.heatshield.config.CredentialsConfig;
import io.heatshield.config.OriginConfig;
import io.heatshield.config.Secret;
import io.heatshield.origin.AwsEnvironment;
import io.heatshield.origin.CredentialsSource;
import io.heatshield.origin.SdkCredentials;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;

/**
 * The region and the credentials that requests to the origin are signed with.
 *
 * <p>An origin on this machine is an emulator, which wants a signature and does not check it. For that one, what the
 * configuration, the environment and the profile do not say is made up, rather than asked of an instance's metadata
 * service for seconds. For any other origin nothing is made up.
 */
final class AwsIdentity {
    private static final Logger LOG = LoggerFactory.getLogger(AwsIdentity.class);
    private static final String ANY_REGION = "us-east-1";
    private static final String ANY_KEY = "heatshield";

    private final Vertx vertx;
    private final OriginConfig config;

    AwsIdentity(Vertx vertx, OriginConfig config) {
        this.vertx = vertx;
        this.config = config;
    }

    /** The region. Fails with a {@link StartException} if there is none. */
    Future<String> region() {
        if (config.region() != null) {
            return Future.succeededFuture(config.region());
        }
        if (config.onLoopback()) {
            return vertx.executeBlocking(AwsIdentity::regionAtHand, false);
        }
        return AwsEnvironment.region(vertx)
                .recover(none -> Future.failedFuture(new StartException(
                        "origin.region: none is set, and the AWS SDK finds none; set origin.region or AWS_REGION")));
    }

    /** The credentials; resolved when they are asked for. */
    Future<CredentialsSource> credentials(InstantSource clock) {
        CredentialsConfig given = config.credentials();
        if (given.accessKeyId() != null && given.secretAccessKey() != null) {
            Secret token = given.sessionToken();
            return Future.succeededFuture(CredentialsSource.fixed(
                    given.accessKeyId(), given.secretAccessKey().value(), token == null ? null : token.value()));
        }
        CredentialsSource chain = SdkCredentials.ofDefaultChain(vertx, clock);
        return config.onLoopback()
                ? vertx.executeBlocking(
                        () -> credentialsAtHand() ? chain : CredentialsSource.fixed(ANY_KEY, ANY_KEY, null), false)
                : Future.succeededFuture(chain);
    }

    private static String regionAtHand() {
        try {
            return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion()
                    .id();
        } catch (SdkClientException none) {
            LOG.info("no region is set; signing for {}", ANY_REGION);
            return ANY_REGION;
        }
    }

    private static boolean credentialsAtHand() {
        try (ProfileCredentialsProvider profile = ProfileCredentialsProvider.create()) {
            AwsCredentialsProviderChain.of(
                            SystemPropertyCredentialsProvider.create(),
                            EnvironmentVariableCredentialsProvider.create(),
                            profile)
                    .resolveCredentials();
            return true;
        } catch (SdkClientException none) {
            LOG.info("no credentials are set; signing with made-up ones, which an emulator takes");
            return false;
        }
    }
}
