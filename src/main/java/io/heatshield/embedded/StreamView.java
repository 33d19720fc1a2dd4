package io.heatshield.embedded;

/** Which images the records of a stream carry. */
enum StreamView {
    KEYS_ONLY,
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES;

    boolean showsNew() {
        return this == NEW_IMAGE || this == NEW_AND_OLD_IMAGES;
    }

    boolean showsOld() {
        return this == OLD_IMAGE || this == NEW_AND_OLD_IMAGES;
    }
}
