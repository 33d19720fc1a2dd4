package io.heatshield.config;

import org.jspecify.annotations.Nullable;

/**
 * Fixed credentials for the origin: section {@code origin.credentials}. Absent: the SDK's default chain (environment,
 * profile, container, instance).
 *
 * @param accessKeyId the key id, or null
 * @param secretAccessKey the secret, or null; best given by the environment
 * @param sessionToken the token of temporary credentials, or null
 */
public record CredentialsConfig(
        @Nullable String accessKeyId,
        @Nullable Secret secretAccessKey,
        @Nullable Secret sessionToken) {

    /** Checks that the parts belong together. */
    public CredentialsConfig {
        new Checks()
                .together(
                        accessKeyId != null || secretAccessKey == null,
                        "is missing, while secret-access-key is given; give both or neither",
                        "access-key-id",
                        "secret-access-key")
                .together(
                        accessKeyId == null || secretAccessKey != null,
                        "is missing, while access-key-id is given; give both or neither",
                        "secret-access-key",
                        "access-key-id")
                .together(
                        sessionToken == null || accessKeyId != null || secretAccessKey != null,
                        "belongs to an access-key-id and a secret-access-key, and neither is given",
                        "session-token",
                        "access-key-id",
                        "secret-access-key")
                .done();
    }

    static CredentialsConfig defaults() {
        return new CredentialsConfig(null, null, null);
    }

    /** Whether there are any. */
    public boolean given() {
        return accessKeyId != null;
    }
}
