package io.heatshield.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a misspelt key was meant to be. */
final class Suggestions {
    private Suggestions() {}

    /** What to say of an unknown key of a section whose keys these are. */
    static String forKey(String key, Collection<String> known) {
        Optional<String> near = nearest(key, known);
        if (near.isPresent()) {
            return "unknown key; did you mean " + near.get() + "?";
        }
        return Schema.paths().stream()
                .filter(path -> path.endsWith("." + key) && !path.contains(Schema.NAME))
                .findFirst()
                .map(path -> "unknown key; did you mean " + path + "?")
                .orElse("unknown key; expected one of " + String.join(", ", known));
    }

    /** The known word that differs least, if it differs by no more than a third of its letters. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                // First by length alone, so that a huge word costs nothing.
                .filter(each -> Math.abs(word.length() - each.length()) <= tolerance(each))
                .filter(each -> distance(word, each) <= tolerance(each))
                .min(Comparator.comparingInt(each -> distance(word, each)));
    }

    private static int tolerance(String word) {
        return Math.max(1, word.length() / 3);
    }

    /** The least number of letters to insert, remove or replace, or of neighbours to swap (optimal string alignment). */
    private static int distance(String one, String other) {
        int[][] steps = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : step(steps, one, other, i, j);
            }
        }
        return steps[one.length()][other.length()];
    }

    private static int step(int[][] steps, String one, String other, int i, int j) {
        boolean same = one.charAt(i - 1) == other.charAt(j - 1);
        int least = Math.min(steps[i - 1][j - 1] + (same ? 0 : 1), Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
    }
}
