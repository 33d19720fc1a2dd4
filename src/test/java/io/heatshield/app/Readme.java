package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code blocks of the README, found by the comment before each: {@code <!-- readme: name -->}. A block without one
 * is a mistake, since nothing would check what it says.
 */
final class Readme {
    private static final Pattern BLOCK =
            Pattern.compile("(?ms)(?:^<!-- readme: ([a-z]+) -->\\R)?^```([a-z]*)\\R(.*?)^```$");

    private record Block(String name, String text) {}

    private final List<Block> blocks;

    private Readme(List<Block> blocks) {
        this.blocks = blocks;
    }

    static Readme read() throws IOException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(Path.of("README.md")));
        while (matcher.find()) {
            assertThat(matcher.group(1))
                    .as("name of the block " + matcher.group(3))
                    .isNotNull();
            blocks.add(new Block(matcher.group(1), matcher.group(3).strip()));
        }
        return new Readme(List.copyOf(blocks));
    }

    List<String> names() {
        return blocks.stream().map(Block::name).toList();
    }

    List<String> all(String name) {
        return blocks.stream()
                .filter(block -> block.name().equals(name))
                .map(Block::text)
                .toList();
    }

    String only(String name) {
        List<String> all = all(name);
        assertThat(all).as("blocks named " + name).hasSize(1);
        return all.get(0);
    }
}
