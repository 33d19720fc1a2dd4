package io.heatshield.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/** Fills the SDK's requests from {@link Notation} and writes its answers in it, by the SDK's own description of both. */
final class Wire {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Wire() {}

    /** Sets the builder's members. */
    static void fill(SdkPojo builder, JsonNode members) {
        Map<String, SdkField<?>> fields = new LinkedHashMap<>();
        builder.sdkFields().forEach(field -> fields.put(field.locationName(), field));
        members.properties().forEach(member -> {
            SdkField<?> field = fields.get(member.getKey());
            if (field == null) {
                throw new IllegalArgumentException("no member " + member.getKey());
            }
            field.set(builder, value(field, member.getValue()));
        });
    }

    private static @Nullable Object value(SdkField<?> field, JsonNode node) {
        MarshallingType<?> type = field.marshallingType();
        if (type == MarshallingType.STRING) {
            return node.asText();
        } else if (type == MarshallingType.INTEGER) {
            return node.intValue();
        } else if (type == MarshallingType.LONG) {
            return node.longValue();
        } else if (type == MarshallingType.BOOLEAN) {
            return node.booleanValue();
        } else if (type == MarshallingType.LIST) {
            SdkField<?> element = field.getTrait(ListTrait.class).memberFieldInfo();
            List<@Nullable Object> list = new ArrayList<>();
            node.forEach(each -> list.add(value(element, each)));
            return list;
        } else if (type == MarshallingType.MAP) {
            SdkField<?> element = field.getTrait(MapTrait.class).valueFieldInfo();
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            node.properties().forEach(each -> map.put(each.getKey(), value(element, each.getValue())));
            return map;
        }
        SdkPojo pojo = field.constructor().get();
        if (pojo instanceof AttributeValue.Builder) {
            return attribute(node);
        }
        fill(pojo, node);
        return ((SdkBuilder<?, ?>) pojo).build();
    }

    static AttributeValue attribute(JsonNode node) {
        if (node.isTextual()) {
            return AttributeValue.fromS(node.textValue());
        } else if (node.isNumber()) {
            return AttributeValue.fromN(node.asText());
        } else if (node.isBoolean()) {
            return AttributeValue.fromBool(node.booleanValue());
        } else if (node.isNull()) {
            return AttributeValue.fromNul(true);
        } else if (node.isArray()) {
            List<AttributeValue> list = new ArrayList<>();
            node.forEach(each -> list.add(attribute(each)));
            return AttributeValue.fromL(list);
        }
        if (node.size() > 0 && node.fieldNames().next().startsWith("$")) {
            return tagged(node);
        }
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        node.properties().forEach(each -> map.put(each.getKey(), attribute(each.getValue())));
        return AttributeValue.fromM(map);
    }

    private static AttributeValue tagged(JsonNode node) {
        AttributeValue.Builder value = AttributeValue.builder();
        node.properties().forEach(member -> {
            JsonNode content = member.getValue();
            switch (member.getKey()) {
                case "$S" -> value.s(content.asText());
                case "$N" -> value.n(content.asText());
                case "$B" -> value.b(bytes(content));
                case "$NULL" -> value.nul(content.booleanValue());
                case "$SS" -> value.ss(texts(content));
                case "$NS" -> value.ns(texts(content));
                case "$BS" -> {
                    List<SdkBytes> all = new ArrayList<>();
                    content.forEach(each -> all.add(bytes(each)));
                    value.bs(all);
                }
                case "$NONE" -> {}
                default -> throw new IllegalArgumentException(member.getKey());
            }
        });
        return value.build();
    }

    private static SdkBytes bytes(JsonNode base64) {
        return SdkBytes.fromByteArray(Base64.getDecoder().decode(base64.asText()));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    /** What an answer says; a member that is not there is not there, and times are all alike. */
    static JsonNode read(@Nullable Object value) {
        if (value instanceof AttributeValue attribute) {
            return plain(attribute);
        } else if (value instanceof SdkPojo pojo) {
            ObjectNode object = NODES.objectNode();
            for (SdkField<?> field : pojo.sdkFields()) {
                Object content = field.getValueOrDefault(pojo);
                if (content != null
                        && !(content instanceof SdkAutoConstructList<?>)
                        && !(content instanceof SdkAutoConstructMap<?, ?>)) {
                    object.set(field.locationName(), read(content));
                }
            }
            return object;
        } else if (value instanceof Map<?, ?> map) {
            ObjectNode object = NODES.objectNode();
            map.forEach((name, content) -> object.set(String.valueOf(name), read(content)));
            return object;
        } else if (value instanceof List<?> list) {
            ArrayNode array = NODES.arrayNode();
            list.forEach(each -> array.add(read(each)));
            return array;
        } else if (value instanceof Boolean truth) {
            return NODES.booleanNode(truth);
        } else if (value instanceof Integer || value instanceof Long) {
            return NODES.numberNode(((Number) value).longValue());
        } else if (value instanceof Double number) {
            return NODES.numberNode(number);
        } else if (value instanceof java.time.Instant) {
            return NODES.textNode("TIME");
        }
        return NODES.textNode(String.valueOf(value));
    }

    private static JsonNode plain(AttributeValue value) {
        return switch (value.type()) {
            case S -> NODES.textNode(value.s());
            case N ->
                NODES.numberNode(new java.math.BigDecimal(value.n())).asText().equals(value.n())
                        ? NODES.numberNode(new java.math.BigDecimal(value.n()))
                        : NODES.objectNode().put("$N", value.n());
            case BOOL -> NODES.booleanNode(value.bool());
            case NUL -> NODES.nullNode();
            case M -> read(value.m());
            case L -> read(value.l());
            case SS -> set("$SS", value.ss());
            case NS -> set("$NS", value.ns());
            case B -> NODES.objectNode().put("$B", base64(value.b()));
            case BS -> set("$BS", value.bs().stream().map(Wire::base64).toList());
            case UNKNOWN_TO_SDK_VERSION -> NODES.textNode("UNKNOWN");
        };
    }

    private static String base64(SdkBytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.asByteArray());
    }

    /** Sets have no order. */
    private static JsonNode set(String tag, List<String> elements) {
        ObjectNode object = NODES.objectNode();
        ArrayNode array = object.putArray(tag);
        elements.stream().sorted().forEach(array::add);
        return object;
    }
}
