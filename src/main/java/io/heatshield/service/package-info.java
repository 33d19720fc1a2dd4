/**
 * From a call to its path: which reads may be answered from the tiers, what a write must invalidate and when, and
 * what is passed on unread.
 */
@NullMarked
package io.heatshield.service;

import org.jspecify.annotations.NullMarked;
