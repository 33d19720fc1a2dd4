package io.heatshield.config;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.TreeMap;

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
        if (value instanceof Map<?, ?> map) {
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
