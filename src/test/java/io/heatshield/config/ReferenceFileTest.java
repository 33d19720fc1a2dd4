package io.heatshield.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code conf/heatshield.yaml} is what operators read: it must say everything, and nothing that is not so. */
final class ReferenceFileTest {
    private static final Path REFERENCE = Path.of("conf", "heatshield.yaml");
    private static final Pattern COMMENTED_OUT = Pattern.compile("(?m)^( *)#((?: {2,})?(?:- )?[A-Za-z0-9-]+:)");

    @Test
    void reference_asItIs_isTheDefaults() {
        assertThat(ConfigReader.read(REFERENCE, List.of(), Map.of())).isEqualTo(HeatshieldConfig.defaults());
    }

    @Test
    void reference_withEveryLine_namesEverySetting(@TempDir Path directory) throws IOException {
        List<Problem> problems = new ArrayList<>();
        Node.Branch tree = YamlTree.read(everyLine(directory), problems);

        assertThat(problems).isEmpty();
        assertThat(paths(tree, "")).containsExactlyInAnyOrderElementsOf(Schema.paths());
    }

    @Test
    void reference_withEveryLine_isAccepted(@TempDir Path directory) throws IOException {
        HeatshieldConfig config = ConfigReader.read(everyLine(directory), List.of("origin.kind=dynamodb"), Map.of());

        assertThat(config.tables()).containsKey("Products");
        assertThat(config.origin().credentials().given()).isTrue();
    }

    @Test
    void reference_everySetting_hasACommentNearIt() throws IOException {
        List<String> lines = Files.readAllLines(REFERENCE);
        List<String> bare = new ArrayList<>();
        for (int at = 1; at < lines.size(); at++) {
            boolean setting = lines.get(at).matches(" *#? *[a-z-]+: \\S.*");
            if (setting && !lines.get(at).contains(" # ") && !obvious(lines.get(at))) {
                bare.add(lines.get(at));
            }
        }
        assertThat(bare).isEmpty();
    }

    /** Nothing can be added to what these names say, or the lines above them say it already. */
    private static boolean obvious(String line) {
        return line.matches(" *(host: 127.*|connect-timeout: .*|tables: \\{\\})")
                || line.matches(" *#access-key-id: .*|# .*");
    }

    private static Path everyLine(Path directory) throws IOException {
        String text = Files.readString(REFERENCE).replaceAll("(?m)^ *(tables|latency): \\{}.*\n", "");
        String all = COMMENTED_OUT.matcher(text).replaceAll("$1$2");
        return Files.writeString(directory.resolve("all.yaml"), all);
    }

    private static Set<String> paths(Node.Branch branch, String prefix) {
        return branch.children().entrySet().stream()
                .flatMap(entry -> {
                    String key = prefix.equals("tables.") || prefix.equals("embedded.latency.")
                            ? Schema.NAME
                            : entry.getKey();
                    return paths(entry.getValue(), prefix + key);
                })
                .collect(Collectors.toSet());
    }

    private static Stream<String> paths(Node node, String path) {
        if (node instanceof Node.Branch section) {
            return paths(section, path + ".").stream();
        }
        return node instanceof Node.Sequence list && list.elements().get(0) instanceof Node.Branch
                ? list.elements().stream().flatMap(each -> paths(each, path + "." + Schema.EACH))
                : Stream.of(path);
    }
}
