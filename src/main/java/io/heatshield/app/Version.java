package io.heatshield.app;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version that the build wrote into the jar. */
final class Version {
    private Version() {}

    /** The version, such as {@code 0.1.0}. */
    static String current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException unreadable) {
            throw new LinkageError("version.properties", unreadable);
        }
        return properties.getProperty("version", "unknown");
    }
}
