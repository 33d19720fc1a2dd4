package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.expression.DocumentPath;
import io.heatshield.expression.Projection;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cutting a projection out of bytes gives what the projection of the tree would, and no path harms the item. */
final class ProjectorTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NAMES = List.of("a", "b", "ü\"");

    private static String project(String item, List<List<Object>> paths) {
        byte[] bytes = item.getBytes(StandardCharsets.UTF_8);
        // Within a larger array, as it is in a cached answer.
        ByteBuf whole = Unpooled.buffer(bytes.length + 9).writeZero(8).writeBytes(bytes).writeZero(1);
        ByteBuf out = Unpooled.buffer();
        Projector.of(paths).project(whole.slice(8, bytes.length), out);
        assertThat(whole.slice(8, bytes.length).toString(StandardCharsets.UTF_8)).isEqualTo(item);
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a          |{\"a\":{\"S\":\"1\"}}",
                "z          |{}",
                "m.x        |{\"m\":{\"M\":{\"x\":{\"N\":\"1\"}}}}",
                "m.z        |{}",
                "m.x.y      |{}",
                "a.x        |{}",
                "a,m.x      |{\"a\":{\"S\":\"1\"},\"m\":{\"M\":{\"x\":{\"N\":\"1\"}}}}",
                "l.2,l.0    |{\"l\":{\"L\":[{\"S\":\"p\"},{\"M\":{\"q\":{\"S\":\"r\"},\"s\":{\"S\":\"t\"}}}]}}",
                "l.2.q      |{\"l\":{\"L\":[{\"M\":{\"q\":{\"S\":\"r\"}}}]}}",
                "l.9        |{}",
                "l.0.q      |{}"
            })
    void projection_hasTheShapesOfTheService(String paths, String expected) {
        String item = """
                {"a":{"S":"1"},"m":{"M":{"x":{"N":"1"},"y":{"BOOL":true}}},\
                "l":{"L":[{"S":"p"},{"NULL":true},{"M":{"q":{"S":"r"},"s":{"S":"t"}}}]}}""";
        List<List<Object>> parsed = new ArrayList<>();
        for (String path : paths.split(",", -1)) {
            List<Object> steps = new ArrayList<>();
            for (String step : path.trim().split("\\.", -1)) {
                steps.add(Character.isDigit(step.charAt(0)) ? (Object) Integer.valueOf(step) : step);
            }
            parsed.add(steps);
        }
        assertThat(project(item, parsed)).isEqualTo(expected);
    }

    @Property
    void projectionOfBytes_equalsProjectionOfTheTree(
            @ForAll("items") Map<String, AttributeValue> item, @ForAll("paths") List<Object> path) throws IOException {
        List<DocumentPath.Element> elements = new ArrayList<>();
        path.forEach(step -> elements.add(
                step instanceof Integer index ? new DocumentPath.Index(index) : new DocumentPath.Name((String) step)));
        Map<String, AttributeValue> expected = new Projection(List.of(new DocumentPath(elements))).apply(item);
        String actual = project(json(item), List.of(path));
        assertThat(AttributeJson.readItem(JSON.readTree(actual))).isEqualTo(expected);
    }

    private static String json(Map<String, AttributeValue> item) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            AttributeJson.writeItem(item, out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Provide
    Arbitrary<List<Object>> paths() {
        Arbitrary<Object> first = Arbitraries.of(NAMES).map(name -> name);
        Arbitrary<Object> later =
                Arbitraries.oneOf(Arbitraries.of(NAMES).map(name -> (Object) name), Arbitraries.of(0, 1, 2));
        return first.flatMap(head -> later.list().ofMaxSize(3).map(tail -> {
            List<Object> path = new ArrayList<>();
            path.add(head);
            path.addAll(tail);
            return path;
        }));
    }

    @Provide
    Arbitrary<Map<String, AttributeValue>> items() {
        return members(value(3));
    }

    private static Arbitrary<Map<String, AttributeValue>> members(Arbitrary<AttributeValue> values) {
        return Arbitraries.maps(Arbitraries.of(NAMES), values).ofMaxSize(3).map(LinkedHashMap::new);
    }

    private static Arbitrary<AttributeValue> value(int depth) {
        Arbitrary<AttributeValue> leaf = Arbitraries.of(
                new AttributeValue.S("é\"\\"), new AttributeValue.Bool(true), new AttributeValue.Null());
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<AttributeValue> inner = value(depth - 1);
        return Arbitraries.oneOf(
                leaf,
                members(inner).map(AttributeValue.M::new),
                inner.list().ofMaxSize(3).map(AttributeValue.L::new));
    }
}
