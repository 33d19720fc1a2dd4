package io.heatshield.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What can be told of a table's sharding before the table is seen. */
final class ShardingChecks {
    /** The most shards: each is a request of every gather. */
    static final int MOST_SHARDS = 256;

    private static final Pattern SUFFIX = Pattern.compile("([^%]*)%(?:0[1-4])?d");
    private static final Duration LONGEST_COMMIT = Duration.ofMillis(100);

    private final Checks checks;

    private ShardingChecks(Checks checks) {
        this.checks = checks;
    }

    static void run(Checks checks, List<ShardedKeyConfig> keys, List<ShardedIndexConfig> indexes) {
        ShardingChecks sharding = new ShardingChecks(checks);
        for (int at = 0; at < keys.size(); at++) {
            sharding.key("sharded-keys." + at, keys.get(at));
            for (int other = 0; other < at; other++) {
                sharding.apart("sharded-keys." + at, keys.get(at), keys.get(other));
            }
        }
        for (int at = 0; at < indexes.size(); at++) {
            sharding.index("sharded-indexes." + at, indexes.get(at));
        }
        sharding.noSuffixEndsAnother(keys);
    }

    static int written(List<LayoutConfig> layouts, @Nullable Integer version) {
        return version != null
                ? version
                : layouts.stream().mapToInt(LayoutConfig::version).max().orElse(0);
    }

    private void key(String path, ShardedKeyConfig key) {
        String partition = key.partition();
        checks.together(
                partition != null && !partition.isEmpty(),
                "is missing; expected a pattern of partition keys, such as \"DAY#*\"",
                path + ".partition");
        checks.together(
                key.chooseBy().given() <= 1,
                "is given several ways; expected one of hash-of, random, time, counter",
                path + ".choose-by");
        chooseBy(path + ".choose-by", key.chooseBy());
        layouts(path, key.layouts(), key.written(), key.read());
        gather(path + ".gather", key.gather());
    }

    private void index(String path, ShardedIndexConfig index) {
        checks.together(given(index.index()), "is missing; expected the name of an index", path + ".index");
        checks.together(
                given(index.partitionAttribute()),
                "is missing; expected the name of the index's partition key",
                path + ".partition-attribute");
        checks.together(
                !index.values().isEmpty() && index.values().stream().noneMatch(String::isEmpty),
                "expected a list of at least one value, such as [\"ACTIVE\"]",
                path + ".values");
        String hashOf = index.chooseBy().hashOf();
        if (hashOf != null) {
            checks.that(!hashOf.isEmpty(), path + ".choose-by.hash-of", hashOf, "the name of an attribute");
        }
        layouts(path, index.layouts(), index.written(), index.read());
        gather(path + ".gather", index.gather());
    }

    private static boolean given(@Nullable String text) {
        return text != null && !text.isEmpty();
    }

    private void chooseBy(String path, ChooseByConfig chooseBy) {
        String hashOf = chooseBy.hashOf();
        if (hashOf != null) {
            checks.that(!hashOf.isEmpty(), path + ".hash-of", hashOf, "the name of an attribute");
        }
        Duration time = chooseBy.time();
        if (time != null) {
            checks.span(path + ".time", time, Duration.ofMillis(1), Duration.ofDays(1));
        }
        CounterConfig counter = chooseBy.counter();
        if (counter != null) {
            checks.span(path + ".counter.group-commit", counter.groupCommit(), Duration.ZERO, LONGEST_COMMIT);
        }
    }

    private void gather(String path, GatherConfig gather) {
        checks.count(path + ".parallelism", gather.parallelism(), 1, MOST_SHARDS);
        checks.span(path + ".budget", gather.budget(), Duration.ofMillis(1), Duration.ofMinutes(1));
    }

    private void layouts(String path, List<LayoutConfig> layouts, int written, List<Integer> read) {
        Set<Integer> versions = new HashSet<>(Set.of(0));
        checks.together(!layouts.isEmpty(), "is missing; expected at least one layout", path + ".layouts");
        for (int at = 0; at < layouts.size(); at++) {
            LayoutConfig layout = layouts.get(at);
            String here = path + ".layouts." + at;
            checks.count(here + ".version", layout.version(), 1, 1_000_000);
            checks.together(
                    versions.add(layout.version()),
                    layout.version() + " is given twice; a layout that has been written with is never edited, give the"
                            + " new one a version of its own",
                    here + ".version");
            checks.count(here + ".shards", layout.shards(), 1, MOST_SHARDS);
            suffix(here + ".suffix", layout.suffix());
        }
        checks.together(
                versions.contains(written),
                written + " is no version of layouts, nor 0",
                path + ".write-layout",
                path + ".layouts");
        for (Integer version : read) {
            checks.together(
                    versions.contains(version),
                    version + " is no version of layouts, nor 0",
                    path + ".read-layouts",
                    path + ".layouts");
        }
        checks.together(
                read.contains(written),
                "does not hold the version that is written, " + written + ": its items would not be seen",
                path + ".read-layouts",
                path + ".write-layout");
        checks.together(new HashSet<>(read).size() == read.size(), "holds a version twice", path + ".read-layouts");
    }

    private void suffix(String path, String suffix) {
        Matcher form = SUFFIX.matcher(suffix);
        boolean formed = form.matches();
        checks.that(formed, path, suffix, "a text with one %d, or %02d, for the shard, such as \"#%02d\"");
        if (formed) {
            String before = form.group(1);
            boolean apart = !before.isEmpty() && !Character.isDigit(before.charAt(before.length() - 1));
            checks.together(
                    apart,
                    "makes two logical keys collide, since a key may end in digits; put a sign before the number, as in"
                            + " \"#%02d\"",
                    path);
        }
    }

    private void apart(String path, ShardedKeyConfig one, ShardedKeyConfig other) {
        String mine = one.partition();
        String theirs = other.partition();
        checks.together(
                mine == null || theirs == null || !meet(mine, theirs),
                "and '" + theirs + "' are patterns of the same keys; each key may be of one only",
                path + ".partition");
    }

    /** Whether some text matches both patterns. */
    static boolean meet(String one, String other) {
        boolean[] meets = new boolean[other.length() + 1];
        for (int i = one.length(); i >= 0; i--) {
            boolean[] after = meets;
            meets = new boolean[other.length() + 1];
            boolean any = i < one.length() && one.charAt(i) == '*';
            for (int j = other.length(); j >= 0; j--) {
                boolean anyToo = j < other.length() && other.charAt(j) == '*';
                if (i == one.length() && j == other.length()) {
                    meets[j] = true;
                } else if (any || anyToo) {
                    // A star ends here, or takes one more of the other's signs.
                    meets[j] = (i < one.length() && after[j]) || (j < other.length() && meets[j + 1]);
                } else {
                    meets[j] =
                            i < one.length() && j < other.length() && one.charAt(i) == other.charAt(j) && after[j + 1];
                }
            }
        }
        return meets[0];
    }

    /** A key that ends in a suffix must belong to one logical key, whichever layout it is of. */
    private void noSuffixEndsAnother(List<ShardedKeyConfig> keys) {
        List<String> suffixes = new ArrayList<>();
        for (int at = 0; at < keys.size(); at++) {
            List<LayoutConfig> layouts = keys.get(at).layouts();
            for (int each = 0; each < layouts.size(); each++) {
                String suffix = layouts.get(each).suffix();
                String path = "sharded-keys." + at + ".layouts." + each + ".suffix";
                for (String other : suffixes) {
                    checks.together(
                            !endsInOther(suffix, other) && !endsInOther(other, suffix),
                            Values.show(suffix) + " overlaps with " + Values.show(other)
                                    + ": one key could be a shard of two logical keys",
                            path);
                }
                suffixes.add(suffix);
            }
        }
    }

    /** Whether a longer suffix ends as another one does, for some numbers. */
    private static boolean endsInOther(String longer, String other) {
        Matcher one = SUFFIX.matcher(longer);
        Matcher two = SUFFIX.matcher(other);
        return one.matches()
                && two.matches()
                && one.group(1).length() > two.group(1).length()
                && one.group(1).endsWith(two.group(1));
    }
}
