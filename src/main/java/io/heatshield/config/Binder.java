package io.heatshield.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of what was written, and goes on after a problem so as to find them all.
 *
 * <p>A value that will not do is replaced by its default, and its path is remembered: a later check that looked at
 * that path speaks of a value that nobody wrote, and is left out of the report.
 */
final class Binder {
    private final Node.Branch tree;
    private final List<Problem> problems;
    private final Set<String> spoilt = new HashSet<>();

    Binder(Node.Branch tree, List<Problem> problems) {
        this.tree = tree;
        this.problems = problems;
    }

    /**
     * The configuration that the tree describes.
     *
     * @throws ConfigException with all problems, those found earlier too
     */
    HeatshieldConfig bind() {
        return bind(HeatshieldConfig.class, HeatshieldConfig.defaults());
    }

    /** The section that the tree describes, where it is the whole tree. */
    <T> T bind(Class<T> type, T defaults) {
        Object bound = section(type, defaults, tree, List.of());
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return type.cast(bound);
    }

    private Object section(Class<?> type, Object defaults, Node.Branch written, List<String> path) {
        Map<String, RecordComponent> keys = Schema.keys(type);
        List<@Nullable Object> values = new ArrayList<>();
        List<@Nullable Object> fallbacks = new ArrayList<>();
        keys.forEach((key, component) -> {
            Object fallback = get(component, defaults);
            Node node = written.children().get(key);
            fallbacks.add(fallback);
            values.add(node == null ? fallback : component(component, fallback, node, child(path, key)));
        });
        written.children().forEach((key, node) -> {
            if (!keys.containsKey(key)) {
                report(child(path, key), node.source(), Suggestions.forKey(key, keys.keySet()));
            }
        });
        return construct(type, List.copyOf(keys.keySet()), values, fallbacks, path);
    }

    private @Nullable Object component(
            RecordComponent component, @Nullable Object fallback, Node node, List<String> path) {
        Class<?> named = Schema.namedSection(component);
        boolean section = named != null || Schema.isSection(component.getType());
        Class<?> element = Schema.element(component);
        if (element != null) {
            return node instanceof Node.Sequence list
                    ? list(element, list, path)
                    : refuse(path, node, "expected a list, such as [1, 2] or lines that begin with -", fallback);
        }
        if (node instanceof Node.Sequence) {
            return refuse(path, node, "is a list; expected " + expected(component), fallback);
        }
        if (node instanceof Node.Branch branch) {
            if (named != null) {
                return named(named, branch, path);
            }
            return section
                    ? section(
                            component.getType(),
                            fallback == null ? defaults(component.getType()) : fallback,
                            branch,
                            path)
                    : refuse(path, node, "is a section; expected " + expected(component), fallback);
        }
        String text = ((Node.Leaf) node).text();
        if (section) {
            // A section whose every line is commented out is no mistake, unless its being there says something.
            if (text == null && fallback == null) {
                return refuse(path, node, "has no value; expected a section, such as {}", null);
            }
            return text == null ? fallback : refuse(path, node, "is a value; expected a section", fallback);
        }
        if (text == null) {
            return refuse(path, node, "has no value; expected " + expected(component), fallback);
        }
        try {
            return Values.parse(component.getType(), text);
        } catch (IllegalArgumentException unfit) {
            String shown = Values.quote(component.getType(), text);
            return refuse(path, node, shown + " is not accepted; expected " + unfit.getMessage(), fallback);
        }
    }

    private List<Object> list(Class<?> type, Node.Sequence list, List<String> path) {
        List<Object> bound = new ArrayList<>();
        for (Node node : list.elements()) {
            List<String> at = child(path, Integer.toString(bound.size()));
            Object element = Schema.isSection(type) ? listedSection(type, node, at) : listedValue(type, node, at);
            if (element == null) {
                // The places that follow would be others.
                return bound;
            }
            bound.add(element);
        }
        return bound;
    }

    private @Nullable Object listedSection(Class<?> type, Node node, List<String> path) {
        return node instanceof Node.Branch branch
                ? section(type, defaults(type), branch, path)
                : refuse(path, node, "expected a section", null);
    }

    private @Nullable Object listedValue(Class<?> type, Node node, List<String> path) {
        String text = node instanceof Node.Leaf leaf ? leaf.text() : null;
        if (text == null) {
            return refuse(path, node, "expected " + Values.accepted(type), null);
        }
        try {
            return Values.parse(type, text);
        } catch (IllegalArgumentException unfit) {
            String shown = Values.quote(type, text);
            return refuse(path, node, shown + " is not accepted; expected " + unfit.getMessage(), null);
        }
    }

    private Map<String, Object> named(Class<?> type, Node.Branch branch, List<String> path) {
        Map<String, Object> sections = new LinkedHashMap<>();
        branch.children().forEach((name, node) -> {
            List<String> at = child(path, name);
            if (node instanceof Node.Branch section) {
                sections.put(name, section(type, defaults(type), section, at));
            } else {
                report(
                        at,
                        node.source(),
                        "expected a section with any of "
                                + String.join(", ", Schema.keys(type).keySet()));
            }
        });
        return sections;
    }

    /** Calls the record's constructor, whose checks may refuse; then again with defaults for what it refused. */
    private Object construct(
            Class<?> type,
            List<String> keys,
            List<@Nullable Object> values,
            List<@Nullable Object> fallbacks,
            List<String> path) {
        try {
            return invoke(type, values);
        } catch (ConfigException refused) {
            List<@Nullable Object> mended = new ArrayList<>(values);
            for (Problem problem : refused.problems()) {
                reportCheck(path.isEmpty() ? problem : problem.under(String.join(".", path)));
                int at = keys.indexOf(problem.path().split("\\.", 2)[0]);
                mended.set(at, fallbacks.get(at));
            }
            try {
                return invoke(type, mended);
            } catch (ConfigException contradictory) {
                // The defaults alone always hold together.
                return invoke(type, fallbacks);
            }
        }
    }

    private void reportCheck(Problem problem) {
        boolean hearsay =
                spoilt.contains(problem.path()) || problem.involved().stream().anyMatch(spoilt::contains);
        if (!hearsay) {
            problems.add(problem.from(tree.sourceOf(Schema.parts(problem.path()))));
        }
        spoilt.add(problem.path());
    }

    private @Nullable Object refuse(List<String> path, Node node, String text, @Nullable Object fallback) {
        report(path, node.source(), text);
        return fallback;
    }

    private void report(List<String> path, String source, String text) {
        String dotted = String.join(".", path);
        problems.add(Problem.of(dotted, source, text));
        spoilt.add(dotted);
    }

    private static String expected(RecordComponent component) {
        return Schema.namedSection(component) != null || Schema.isSection(component.getType())
                ? "a section"
                : Values.accepted(component.getType());
    }

    private static List<String> child(List<String> path, String key) {
        List<String> child = new ArrayList<>(path);
        child.add(key);
        return child;
    }

    private static @Nullable Object get(RecordComponent component, Object holder) {
        try {
            return component.getAccessor().invoke(holder);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(component.toString(), impossible);
        }
    }

    private static Object defaults(Class<?> type) {
        try {
            return type.getDeclaredMethod("defaults").invoke(null);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(type.toString(), impossible);
        }
    }

    private static Object invoke(Class<?> type, List<@Nullable Object> values) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values.toArray());
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof ConfigException refused) {
                throw refused;
            }
            throw new LinkageError(type.toString(), thrown);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(type.toString(), impossible);
        }
    }
}
