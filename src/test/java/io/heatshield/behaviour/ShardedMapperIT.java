package io.heatshield.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.InProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mapper that knows nothing of shards, on a table all of whose keys are spread. */
final class ShardedMapperIT {
    private static final Pattern ITEM = Pattern.compile("s/\\d+ v\\w+ \\w+ \\[[^\\]]*]");

    @Test
    void enhancedClient_seesTheSameOnAShardedTable(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("sharded.yaml"), """
                tables:
                  Parts:
                    sharded-keys:
                      - partition: "*"
                        layouts: [{version: 1, shards: 5}]
                """);
        try (InProcess origin = InProcess.originAlone();
                InProcess heatshield = InProcess.configuredBy(file)) {
            List<String> sharded = EnhancedProgram.run(heatshield.dynamoDb());
            List<String> plain = EnhancedProgram.run(origin.dynamoDb());

            assertThat(withoutScans(sharded)).hasSizeGreaterThan(45).containsExactlyElementsOf(withoutScans(plain));
            // A scan's order is that of the places where keys happen to stand; its items are the same.
            assertThat(scanned(sharded)).isNotEmpty().isEqualTo(scanned(plain));
        }
    }

    private static List<String> withoutScans(List<String> told) {
        return told.stream().filter(line -> !line.startsWith("scan")).toList();
    }

    /** What was found by the scans, whatever the order and the pages. */
    private static Set<String> scanned(List<String> told) {
        return told.stream()
                .filter(line -> line.startsWith("scan"))
                .flatMap(line -> ITEM.matcher(line).results().map(MatchResult::group))
                .collect(Collectors.toSet());
    }
}
