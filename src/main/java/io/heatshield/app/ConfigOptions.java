package io.heatshield.app;

import io.heatshield.config.ConfigReader;
import io.heatshield.config.HeatshieldConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Where the configuration comes from, as the command line says it. The options may stand before the command, after it,
 * or in both places: picocli's own inheritance of options would lose those before the command when there are some
 * after it, so each place has an instance of its own, and that of the command knows the other.
 */
final class ConfigOptions {
    /** Read where {@code --config} is not given, as images of containers like it. */
    private static final String FILE_VARIABLE = "HEATSHIELD_CONFIG";

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "YAML file with settings; conf/heatshield.yaml describes them all."
                    + " Without it: the variable HEATSHIELD_CONFIG, else the defaults.")
    private @Nullable Path file;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "A.B=VALUE",
            description = "One setting, over the file; repeatable. Variables HEATSHIELD_A_B of the environment"
                    + " win over both.")
    private List<String> settings = new ArrayList<>();

    private final @Nullable ConfigOptions before;

    /** The options of a command, with those before it, or null if there is no such place. */
    ConfigOptions(@Nullable ConfigOptions before) {
        this.before = before;
    }

    /**
     * Reads what the options say.
     *
     * @throws io.heatshield.config.ConfigException with everything that is wrong
     */
    HeatshieldConfig read(Map<String, String> environment) {
        return ConfigReader.read(file(environment), settings(), environment);
    }

    private @Nullable Path file(Map<String, String> environment) {
        if (file != null) {
            return file;
        }
        if (before != null) {
            return before.file(environment);
        }
        String named = environment.getOrDefault(FILE_VARIABLE, "");
        return named.isEmpty() ? null : Path.of(named);
    }

    private List<String> settings() {
        List<String> all = before == null ? new ArrayList<>() : before.settings();
        all.addAll(settings);
        return all;
    }
}
