package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form of an input: what JSON it may have, and which constraints its members must meet. The service looks at the
 * form of the whole body first (a SerializationException names the first misfit), then gathers up to ten broken
 * constraints into one ValidationException.
 */
sealed interface Shape {

    /** Throws a SerializationException if the value, which is not null, has another form. */
    void checkForm(JsonNode value);

    /** Notes each constraint that the value, or something within, breaks. */
    void checkConstraints(String path, JsonNode value, Violations violations);

    /** A string. */
    record Text(List<Constraint> constraints) implements Shape {
        Text(Constraint... constraints) {
            this(List.of(constraints));
        }

        @Override
        public void checkForm(JsonNode value) {
            if (value.isBoolean()) {
                throw Misfit.of(
                        (value.booleanValue() ? "TRUE_VALUE" : "FALSE_VALUE") + " cannot be converted to String");
            }
            if (value.isNumber()) {
                throw Misfit.of((value.isIntegralNumber() ? "NUMBER_VALUE" : "DECIMAL_VALUE")
                        + " cannot be converted to String");
            }
            Misfit.refuseContainer(value, "java.lang.String");
        }

        @Override
        public void checkConstraints(String path, JsonNode value, Violations violations) {
            violations.check(path, value, constraints);
        }
    }

    /** A boolean; the words for yes and no are taken too. */
    record Flag() implements Shape {
        @Override
        public void checkForm(JsonNode value) {
            if (value.isNumber()) {
                throw Misfit.of((value.isIntegralNumber() ? "NUMBER_VALUE" : "DECIMAL_VALUE")
                        + " cannot be converted to Boolean");
            }
            if (value.isTextual()
                    && !List.of("TRUE", "1", "YES", "FALSE", "0", "NO")
                            .contains(value.textValue().toUpperCase(Locale.ROOT))) {
                throw Misfit.of("Unexpected token received from parser");
            }
            Misfit.refuseContainer(value, "java.lang.Boolean");
        }

        @Override
        public void checkConstraints(String path, JsonNode value, Violations violations) {
            // Either value will do.
        }
    }

    /** A number of a Java type such as {@code Integer} or {@code Long}. */
    record Numeric(String javaType, List<Constraint> constraints) implements Shape {
        Numeric(String javaType, Constraint... constraints) {
            this(javaType, List.of(constraints));
        }

        @Override
        public void checkForm(JsonNode value) {
            if (value.isBoolean()) {
                throw Misfit.of(
                        (value.booleanValue() ? "TRUE_VALUE" : "FALSE_VALUE") + " cannot be converted to " + javaType);
            }
            if (value.isTextual()) {
                throw Misfit.of("STRING_VALUE cannot be converted to " + javaType);
            }
            Misfit.refuseContainer(value, "java.lang." + javaType);
        }

        @Override
        public void checkConstraints(String path, JsonNode value, Violations violations) {
            violations.check(path, value, constraints);
        }
    }

    /** A typed attribute value. Its rules are checked when it is read, since the service does so later. */
    record Attribute(boolean field) implements Shape {
        private static final Shape TEXT = new Text();
        private static final Shape FLAG = new Flag();
        private static final Shape BLOB = new Blob();
        private static final Shape TEXTS = new Sequence(TEXT);
        private static final Shape BLOBS = new Sequence(BLOB);

        @Override
        public void checkForm(JsonNode value) {
            if (value.isArray()) {
                throw Misfit.of("Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue");
            }
            if (!value.isObject()) {
                throw Misfit.of(field ? "Unexpected field type" : "Unexpected value type in payload");
            }
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                Shape shape = ofType(member.getKey());
                if (shape != null && !member.getValue().isNull()) {
                    shape.checkForm(member.getValue());
                }
            }
        }

        private static @Nullable Shape ofType(String type) {
            return switch (type) {
                case "S", "N" -> TEXT;
                case "B" -> BLOB;
                case "BOOL", "NULL" -> FLAG;
                case "SS", "NS" -> TEXTS;
                case "BS" -> BLOBS;
                case "L" -> Shapes.ATTRIBUTE_LIST;
                case "M" -> Shapes.ATTRIBUTES;
                default -> null;
            };
        }

        @Override
        public void checkConstraints(String path, JsonNode value, Violations violations) {
            // See the class.
        }
    }

    /** Base64. */
    record Blob() implements Shape {
        @Override
        public void checkForm(JsonNode value) {
            Misfit.refuseContainer(value, "java.nio.ByteBuffer");
            if (!value.isTextual()) {
                throw Misfit.of("only base-64-encoded strings are convertible to bytes");
            }
            Misfit.checkBase64(value.textValue());
        }

        @Override
        public void checkConstraints(String path, JsonNode value, Violations violations) {
            // Any bytes will do.
        }
    }

    /** A list. */
    record Sequence(Shape element, List<Constraint> constraints) implements Shape {
        Sequence(Shape element, Constraint... constraints) {
            this(element, List.of(constraints));
        }

        @Override
        public void checkForm(JsonNode value) {
            if (value.isObject()) {
                throw Misfit.of("Start of structure or map found where not expected");
            }
            if (!value.isArray()) {
                throw Misfit.of("Unexpected field type");
            }
            for (JsonNode each : value) {
                if (!each.isNull()) {
                    element.checkForm(each);
                }
            }
        }

        @Override
        public void checkConstraints(String path, JsonNode value, Violations violations) {
            violations.check(path, value, constraints);
            int position = 1;
            for (JsonNode each : value) {
                if (!each.isNull()) {
                    element.checkConstraints(path + "." + position + ".member", each, violations);
                }
                position++;
            }
        }
    }

    /**
     * A map.
     *
     * @param javaType the Java type of the values, as the service's message has it
     */
    record Mapping(String javaType, Shape value, List<Constraint> constraints) implements Shape {
        Mapping(String javaType, Shape value, Constraint... constraints) {
            this(javaType, value, List.of(constraints));
        }

        @Override
        public void checkForm(JsonNode node) {
            if (node.isArray()) {
                throw Misfit.of("Unrecognized collection type java.util.Map<java.lang.String, "
                        + (javaType.contains(".") ? javaType : "com.amazonaws.dynamodb.v20120810." + javaType) + ">");
            }
            if (!node.isObject()) {
                throw Misfit.of("Unexpected field type");
            }
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                if (!member.getValue().isNull()) {
                    value.checkForm(member.getValue());
                }
            }
        }

        @Override
        public void checkConstraints(String path, JsonNode node, Violations violations) {
            violations.check(path, node, constraints);
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                if (!member.getValue().isNull()) {
                    value.checkConstraints(path + "." + member.getKey() + ".member", member.getValue(), violations);
                }
            }
        }
    }

    /**
     * A structure with named members; others are ignored.
     *
     * @param javaType the name of the structure, as the service's message has it
     * @param field whether it stands as a member itself, and not in a list or map: the message differs
     */
    record Structure(String javaType, boolean field, List<Member> members) implements Shape {
        Structure(String javaType, boolean field, Member... members) {
            this(javaType, field, List.of(members));
        }

        @Override
        public void checkForm(JsonNode node) {
            if (node.isArray()) {
                throw Misfit.of("Unrecognized collection type class com.amazonaws.dynamodb.v20120810." + javaType);
            }
            if (!node.isObject()) {
                throw Misfit.of(field ? "Unexpected field type" : "Unexpected value type in payload");
            }
            for (Member member : members) {
                JsonNode value = node.get(member.name());
                if (value != null && !value.isNull()) {
                    member.shape().checkForm(value);
                }
            }
        }

        @Override
        public void checkConstraints(String path, JsonNode node, Violations violations) {
            for (Member member : members) {
                String at = path.isEmpty() ? member.wirePath() : path + "." + member.wirePath();
                JsonNode value = node.get(member.name());
                if (value != null && !value.isNull()) {
                    member.shape().checkConstraints(at, value, violations);
                } else if (member.needed()) {
                    violations.missing(at);
                }
            }
        }
    }

    /**
     * A member of a structure.
     *
     * @param needed whether it must not be null
     */
    record Member(String name, Shape shape, boolean needed) {
        /** The name as the service's messages spell it: with a small initial. */
        String wirePath() {
            return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
        }
    }
}
