package io.heatshield.config;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes a configuration as YAML, with secrets hidden and without what is absent. */
public final class ConfigText {
    private final StringBuilder text = new StringBuilder();

    private ConfigText() {}

    /** The configuration in effect, each setting with its value. */
    public static String of(HeatshieldConfig config) {
        ConfigText writer = new ConfigText();
        writer.section(config, "");
        return writer.text.toString();
    }

    /**
     * The same as a tree of maps, for JSON: members under the keys that configuration gives them, numbers and switches
     * as such, all else as configuration writes it.
     */
    public static Map<String, Object> tree(LaboratoryConfig laboratory) {
        return branch(laboratory);
    }

    private static Map<String, Object> branch(Object section) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (RecordComponent component : section.getClass().getRecordComponents()) {
            Object value = get(component, section);
            if (value != ABSENT) {
                tree.put(Schema.key(component), leafOrBranch(value));
            }
        }
        return tree;
    }

    private static Object leafOrBranch(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> tree = new TreeMap<>();
            map.forEach((name, each) -> tree.put((String) name, branch(each)));
            return tree;
        }
        if (Schema.isSection(value.getClass())) {
            return branch(value);
        }
        return value instanceof Number || value instanceof Boolean || value instanceof String
                ? value
                : Values.show(value);
    }

    private void section(Object section, String indent) {
        for (RecordComponent component : section.getClass().getRecordComponents()) {
            entry(Schema.key(component), get(component, section), indent);
        }
    }

    private void entry(String key, Object value, String indent) {
        if (value == ABSENT) {
            return;
        }
        text.append(indent).append(key).append(':');
        if (value instanceof List<?> list) {
            list(list, indent + "  ");
        } else if (value instanceof Map<?, ?> map) {
            text.append(map.isEmpty() ? " {}\n" : "\n");
            new TreeMap<Object, Object>(map).forEach((name, each) -> entry((String) name, each, indent + "  "));
        } else if (Schema.isSection(value.getClass())) {
            int before = text.append('\n').length();
            section(value, indent + "  ");
            if (text.length() == before) {
                text.insert(before - 1, " {}");
            }
        } else {
            text.append(' ').append(Values.show(value)).append('\n');
        }
    }

    private void list(List<?> list, String indent) {
        if (list.isEmpty() || !Schema.isSection(list.get(0).getClass())) {
            text.append(list.stream().map(Values::show).collect(Collectors.joining(", ", " [", "]\n")));
            return;
        }
        text.append('\n');
        for (Object each : list) {
            int before = text.length();
            section(each, indent + "  ");
            text.setCharAt(before + indent.length(), '-');
        }
    }

    private static final Object ABSENT = new Object();

    private static Object get(RecordComponent component, Object holder) {
        try {
            Object value = component.getAccessor().invoke(holder);
            return value == null ? ABSENT : value;
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(component.toString(), impossible);
        }
    }
}
