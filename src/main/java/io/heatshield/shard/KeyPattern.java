package io.heatshield.shard;

/** A pattern of keys, in which {@code *} stands for any text, also none. Matches in time linear in the key. */
public final class KeyPattern {
    private final String[] parts;

    private KeyPattern(String[] parts) {
        this.parts = parts;
    }

    /** The pattern that a text writes. */
    public static KeyPattern of(String text) {
        return new KeyPattern(text.split("\\*", -1));
    }

    /** Whether a key is of this pattern. */
    public boolean matches(String key) {
        String first = parts[0];
        String last = parts[parts.length - 1];
        if (parts.length == 1) {
            return key.equals(first);
        }
        if (key.length() < first.length() + last.length() || !key.startsWith(first) || !key.endsWith(last)) {
            return false;
        }
        int at = first.length();
        int end = key.length() - last.length();
        for (int part = 1; part < parts.length - 1; part++) {
            int found = key.indexOf(parts[part], at);
            if (found < 0 || found + parts[part].length() > end) {
                return false;
            }
            at = found + parts[part].length();
        }
        return true;
    }

    @Override
    public String toString() {
        return String.join("*", parts);
    }
}
