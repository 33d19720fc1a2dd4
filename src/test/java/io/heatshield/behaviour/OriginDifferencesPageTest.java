package io.heatshield.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The page on the differences says what the declared list and the cases say. */
final class OriginDifferencesPageTest {
    private static final Path PAGE = Path.of("src/site/markdown/origin-differences.md");
    private static final String UNKNOWN = "UnknownOperationException: null";
    private static final int LONGEST = 200;

    @Test
    void page_listsTheDeclaredDifferences() throws Exception {
        assertThat(Files.readString(PAGE)).contains(tables());
    }

    private static String tables() {
        Map<String, DynaliteDifferences.Difference> declared = DynaliteDifferences.declared();
        List<String> lines = new ArrayList<>();
        BehaviourSuite.themes().forEach((theme, cases) -> {
            List<Case> different = cases.stream()
                    .filter(one -> declared.containsKey(one.name()))
                    .toList();
            if (different.isEmpty()) {
                return;
            }
            lines.add("## " + Character.toUpperCase(theme.charAt(0)) + theme.substring(1));
            lines.add("");
            lines.add("| case | dynalite | DynamoDB |");
            lines.add("|---|---|---|");
            for (Case one : different) {
                String answer = Objects.requireNonNull(declared.get(one.name())).dynalite();
                lines.add("| " + cell(one.name()) + " | " + (answer.equals(UNKNOWN) ? "does not know it" : code(answer))
                        + " | " + code(one.documented()) + " |");
            }
            lines.add("");
        });
        return String.join("\n", lines);
    }

    private static String code(String text) {
        return "`" + cell(text).replace("`", "'") + "`";
    }

    private static String cell(String text) {
        String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return shown.replace("|", "\\|").replace("\n", " ");
    }
}
