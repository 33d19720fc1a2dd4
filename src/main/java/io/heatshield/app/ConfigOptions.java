package io.heatshield.app;

import io.heatshield.config.ConfigReader;
import io.heatshield.config.HeatshieldConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Where the configuration comes from, as the command line says it; the same for every command. */
final class ConfigOptions {
    /** Read where {@code --config} is not given, as images of containers like it. */
    private static final String FILE_VARIABLE = "HEATSHIELD_CONFIG";

    @Option(
            names = {"-c", "--config"},
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "YAML file with settings; conf/heatshield.yaml describes them all."
                    + " Without it: the variable HEATSHIELD_CONFIG, else the defaults.")
    private @Nullable Path file;

    @Option(
            names = {"-s", "--set"},
            scope = ScopeType.INHERIT,
            paramLabel = "A.B=VALUE",
            description = "One setting, over the file; repeatable. Variables HEATSHIELD_A_B of the environment"
                    + " win over both.")
    private List<String> settings = new ArrayList<>();

    /**
     * Reads what the options say.
     *
     * @throws io.heatshield.config.ConfigException with everything that is wrong
     */
    HeatshieldConfig read(Map<String, String> environment) {
        String named = environment.getOrDefault(FILE_VARIABLE, "");
        Path chosen = file != null || named.isEmpty() ? file : Path.of(named);
        return ConfigReader.read(chosen, settings, environment);
    }
}
