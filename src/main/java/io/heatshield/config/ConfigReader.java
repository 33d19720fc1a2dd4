package io.heatshield.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration: the defaults, over them the file, over it {@code --set}, over them the environment.
 *
 * <p>Everything that is wrong in any of them is found in one go.
 */
public final class ConfigReader {
    private ConfigReader() {}

    /**
     * Reads the configuration.
     *
     * @param file the YAML file, or null for none
     * @param settings values of {@code --set}, each {@code a.b=value}
     * @param environment the environment, of which variables {@code HEATSHIELD_…} are read
     * @throws ConfigException with everything that is wrong
     */
    public static HeatshieldConfig read(@Nullable Path file, List<String> settings, Map<String, String> environment) {
        List<Problem> problems = new ArrayList<>();
        Node.Branch tree = file == null ? Node.Branch.empty() : YamlTree.read(file, problems);
        Overrides.settings(settings, tree, problems);
        Overrides.environment(environment, tree, problems);
        return new Binder(tree, problems).bind();
    }

    /**
     * The defaults with these settings over them, each {@code a.b=value}.
     *
     * @throws ConfigException with everything that is wrong
     */
    public static HeatshieldConfig of(String... settings) {
        return read(null, List.of(settings), Map.of());
    }

    /**
     * Reads what the embedded origin is to play, from JSON whose members are those of section {@code embedded} that may
     * be changed at run time. What is left out is off.
     *
     * @throws ConfigException with everything that is wrong
     */
    public static LaboratoryConfig laboratory(String json) {
        List<Problem> problems = new ArrayList<>();
        Node.Branch tree = YamlTree.readJson("body", json, problems);
        return new Binder(tree, problems).bind(LaboratoryConfig.class, LaboratoryConfig.defaults());
    }
}
