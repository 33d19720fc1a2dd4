/**
 * DynamoDB's expressions, their legacy forms and PartiQL: text to sealed trees, and projection, condition, update and
 * key condition as pure functions over items. Whatever is read, it is read in time linear in the text and on a small
 * stack; whatever is refused, is refused with a ValidationException in the service's words.
 */
@NullMarked
package io.heatshield.expression;

import org.jspecify.annotations.NullMarked;
