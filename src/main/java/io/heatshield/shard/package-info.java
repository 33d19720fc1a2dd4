/**
 * One logical partition key over several physical ones: which items stand where, and requests and answers between the
 * two. What is above this package knows logical keys only, and what is below it physical ones only.
 */
@NullMarked
package io.heatshield.shard;

import org.jspecify.annotations.NullMarked;
