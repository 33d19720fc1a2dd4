package io.heatshield.history;

import java.util.List;

/**
 * What was written to one key and read of it. Each client's reads stand in the order in which it made them.
 *
 * @param key only to name it in a complaint
 */
record KeyHistory(String key, List<Written> writes, List<Seen> reads) {}
