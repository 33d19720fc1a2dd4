package io.heatshield.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a YAML file as a tree of texts, each with its line. Stricter than YAML itself: a repeated key, an alias and a
 * second document are problems, since each of them makes a file say something other than what a reader sees.
 */
final class YamlTree {
    private static final long LONGEST = 1 << 20;

    private final String name;
    private final List<Problem> problems;

    private YamlTree(String name, List<Problem> problems) {
        this.name = name;
        this.problems = problems;
    }

    /** Reads a file, adding to the problems whatever is wrong with it. */
    static Node.Branch read(Path file, List<Problem> problems) {
        YamlTree tree = new YamlTree(file.toString(), problems);
        try {
            if (Files.isRegularFile(file) && Files.size(file) > LONGEST) {
                problems.add(Problem.of(tree.name, "", "is longer than 1 MiB; that is no configuration"));
                return Node.Branch.empty();
            }
            return tree.parse(new YAMLFactory().createParser(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException missing) {
            problems.add(Problem.of(tree.name, "", "no such file"));
        } catch (CharacterCodingException notText) {
            problems.add(Problem.of(tree.name, "", "is not UTF-8 text"));
        } catch (JsonProcessingException malformed) {
            problems.add(Problem.of(tree.name, "", "is not valid YAML: " + tree.reason(malformed)));
        } catch (IOException unreadable) {
            problems.add(Problem.of(tree.name, "", Files.isDirectory(file) ? "is a directory" : "cannot be read"));
        }
        return Node.Branch.empty();
    }

    /** Reads a JSON text as the same kind of tree, adding to the problems whatever is wrong with it. */
    static Node.Branch readJson(String name, String text, List<Problem> problems) {
        YamlTree tree = new YamlTree(name, problems);
        JsonFactory strict = JsonFactory.builder()
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
        try {
            return tree.parse(strict.createParser(text));
        } catch (IOException malformed) {
            String words = malformed instanceof JsonProcessingException parsing
                    ? parsing.getOriginalMessage()
                    : malformed.getMessage();
            problems.add(Problem.of(name, "", "is not valid JSON: " + words));
            return Node.Branch.empty();
        }
    }

    private Node.Branch parse(JsonParser opened) throws IOException {
        try (JsonParser parser = opened) {
            JsonToken first = parser.nextToken();
            if (first == null || first == JsonToken.VALUE_NULL) {
                return Node.Branch.empty();
            }
            Node root = node(parser, first, "");
            if (parser.nextToken() != null) {
                problems.add(Problem.of(name, "", "holds a second document; expected one"));
            }
            if (root instanceof Node.Branch branch) {
                return branch;
            }
            problems.add(Problem.of(name, "", "holds no sections; expected lines such as 'listen:'"));
            return Node.Branch.empty();
        }
    }

    private Node node(JsonParser parser, JsonToken token, String path) throws IOException {
        String source = place(parser);
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            problems.add(Problem.of(path, source, "is an alias; write the value itself"));
            return new Node.Leaf(null, source);
        }
        return switch (token) {
            case START_OBJECT -> section(parser, path, source);
            case START_ARRAY -> list(parser, path, source);
            case VALUE_NULL -> new Node.Leaf(null, source);
            default -> new Node.Leaf(parser.getText(), source);
        };
    }

    private Node.Branch section(JsonParser parser, String path, String source) throws IOException {
        Map<String, Node> children = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            String childPath = path.isEmpty() ? key : path + "." + key;
            String keySource = place(parser);
            Node child = node(parser, parser.nextToken(), childPath);
            Node earlier = children.putIfAbsent(key, child);
            if (earlier != null) {
                problems.add(Problem.of(childPath, keySource, "is given twice; the first is at " + earlier.source()));
            }
        }
        return new Node.Branch(children, source);
    }

    private Node.Sequence list(JsonParser parser, String path, String source) throws IOException {
        List<Node> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(node(parser, token, path + "." + elements.size()));
        }
        return new Node.Sequence(elements, source);
    }

    private String place(JsonParser parser) {
        return name + " line " + parser.currentTokenLocation().getLineNr();
    }

    /** The parser's own words without the lines of the file that it quotes, since those may hold a secret. */
    private String reason(JsonProcessingException malformed) {
        String words = malformed.getOriginalMessage().lines().findFirst().orElse("");
        for (Throwable cause = malformed.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof org.yaml.snakeyaml.error.MarkedYAMLException marked && marked.getProblem() != null) {
                words = marked.getProblem();
            }
        }
        JsonLocation at = malformed.getLocation();
        String where =
                at == null ? "" : String.format(Locale.ROOT, " at line %d column %d", at.getLineNr(), at.getColumnNr());
        return words + where;
    }
}
