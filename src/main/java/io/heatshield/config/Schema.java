package io.heatshield.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What may be written, read off the records: a component {@code itemTtl} is the key {@code item-ttl}, a component that
 * is itself a record of this package is a section, and a map is a section whose keys are names.
 */
final class Schema {
    /** Stands for the name in the path of a setting under a map: {@code tables.<name>.item-ttl}. */
    static final String NAME = "<name>";

    /** Stands for the place in the path of a setting in a list: {@code sharded-keys.<n>.partition}. */
    static final String EACH = "<n>";

    private static final Set<Class<?>> SINGLE_VALUES =
            Set.of(ByteSize.class, Names.class, Percentage.class, Secret.class);

    private Schema() {}

    /** The key of a record's component. */
    static String key(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The keys of a section, in order. */
    static Map<String, RecordComponent> keys(Class<?> section) {
        Map<String, RecordComponent> keys = new LinkedHashMap<>();
        for (RecordComponent component : section.getRecordComponents()) {
            keys.put(key(component), component);
        }
        return keys;
    }

    /** Whether a component holds further settings rather than a value. */
    static boolean isSection(Class<?> type) {
        return type.isRecord() && !SINGLE_VALUES.contains(type);
    }

    /** What a list holds, or null if the component is no list. */
    static @Nullable Class<?> element(RecordComponent component) {
        return component.getGenericType() instanceof ParameterizedType list && component.getType() == List.class
                ? (Class<?>) list.getActualTypeArguments()[0]
                : null;
    }

    /** The section that stands under each name of a map, or null if the component is no map. */
    static @Nullable Class<?> namedSection(RecordComponent component) {
        return component.getGenericType() instanceof ParameterizedType map && component.getType() == Map.class
                ? (Class<?>) map.getActualTypeArguments()[1]
                : null;
    }

    /** The paths of all settings, in order, with {@link #NAME} where a name stands. */
    static List<String> paths() {
        List<String> paths = new ArrayList<>();
        collect(HeatshieldConfig.class, "", paths);
        return paths;
    }

    private static void collect(Class<?> section, String prefix, List<String> paths) {
        keys(section).forEach((key, component) -> {
            Class<?> named = namedSection(component);
            Class<?> element = element(component);
            if (named != null) {
                collect(named, prefix + key + "." + NAME + ".", paths);
            } else if (element != null && isSection(element)) {
                collect(element, prefix + key + "." + EACH + ".", paths);
            } else if (isSection(component.getType())) {
                collect(component.getType(), prefix + key + ".", paths);
            } else {
                paths.add(prefix + key);
            }
        });
    }

    /**
     * A dotted path in its parts. Only under a map do they differ from a split at the dots: a table's name may hold
     * dots itself, so there the name ends before a list's key and the place that follows it, else before the last part.
     */
    static List<String> parts(String path) {
        List<String> parts = Arrays.asList(path.split("\\.", -1));
        Class<?> section = HeatshieldConfig.class;
        for (int at = 0; at < parts.size() - 1; at++) {
            RecordComponent component = keys(section).get(parts.get(at));
            if (component == null) {
                return parts;
            }
            Class<?> under = namedSection(component);
            if (under != null && parts.size() - at > 2) {
                int end = nameEnd(parts, at + 2, under);
                List<String> named = new ArrayList<>(parts.subList(0, at + 1));
                named.add(String.join(".", parts.subList(at + 1, end)));
                named.addAll(parts.subList(end, parts.size()));
                return named;
            }
            if (!isSection(component.getType())) {
                return parts;
            }
            section = component.getType();
        }
        return parts;
    }

    private static int nameEnd(List<String> parts, int from, Class<?> section) {
        for (int at = from; at < parts.size() - 1; at++) {
            RecordComponent component = keys(section).get(parts.get(at));
            if (component != null
                    && element(component) != null
                    && parts.get(at + 1).matches("\\d{1,4}")) {
                return at;
            }
        }
        return parts.size() - 1;
    }

    /** The environment variable of a setting: {@code cache.item-ttl} is {@code HEATSHIELD_CACHE_ITEM_TTL}. */
    static String variable(String path) {
        return "HEATSHIELD_" + path.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
