package io.heatshield.embedded;

import io.heatshield.protocol.AttributeJson;

/**
 * The layers of validation that the service's operations go through. They check the same and word it differently; the
 * service is moving its operations from the oldest to the newest.
 */
enum Layer {
    /** PutItem, UpdateItem, DeleteItem: what is wrong before the table is looked at comes in the envelope. */
    ENVELOPED(AttributeJson.Wording.CURRENT),
    /** GetItem, BatchGetItem, Query. */
    BARE(AttributeJson.Wording.CURRENT),
    /** All others. */
    OLDER(AttributeJson.Wording.OLDER);

    private final AttributeJson.Wording wording;

    Layer(AttributeJson.Wording wording) {
        this.wording = wording;
    }

    /** How wrong attribute values are worded. */
    AttributeJson.Wording wording() {
        return wording;
    }
}
