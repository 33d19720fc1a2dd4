package io.heatshield.protocol;

import java.util.Arrays;

/**
 * An immutable run of bytes, equal by content and ordered as DynamoDB orders Binary keys: as unsigned bytes,
 * lexicographically, a prefix first.
 */
public final class Bytes implements Comparable<Bytes> {
    private final byte[] value;

    private Bytes(byte[] value) {
        this.value = value;
    }

    /** A copy of the given bytes. */
    public static Bytes copyOf(byte[] value) {
        return new Bytes(value.clone());
    }

    /** The given array itself, which the caller must not touch again. */
    public static Bytes owning(byte[] value) {
        return new Bytes(value);
    }

    /** The number of bytes. */
    public int length() {
        return value.length;
    }

    /** A copy of the bytes. */
    public byte[] toArray() {
        return value.clone();
    }

    /** Whether these bytes begin with the given ones. */
    public boolean startsWith(Bytes prefix) {
        return value.length >= prefix.value.length
                && Arrays.equals(value, 0, prefix.value.length, prefix.value, 0, prefix.value.length);
    }

    /** Whether the given bytes stand somewhere in these. */
    public boolean contains(Bytes part) {
        for (int at = 0; at + part.value.length <= value.length; at++) {
            if (Arrays.equals(value, at, at + part.value.length, part.value, 0, part.value.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    /** The length only: contents of items are never shown. */
    @Override
    public String toString() {
        return value.length + " bytes";
    }
}
