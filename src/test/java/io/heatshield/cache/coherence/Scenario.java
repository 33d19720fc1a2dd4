package io.heatshield.cache.coherence;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A variant of the protocol, and what may happen to it.
 *
 * @param name as in the table of the page
 * @param writes at most two
 * @param reads at most three
 * @param beginFirst whether the origin is asked only after the begin was confirmed; else at the same time
 * @param commitFirst whether the answer waits for the commit, or its loss, too; else they come in any order
 * @param bounded whether the promise is the bounded one: the writer's node at once, the other within the bound
 * @param through when a commit stores the written value instead of deleting it
 * @param off the rules that are switched off
 * @param may what may happen
 */
record Scenario(
        String name,
        int writes,
        int reads,
        boolean beginFirst,
        boolean commitFirst,
        boolean bounded,
        Through through,
        Set<Rule> off,
        Set<Happening> may) {

    /** When a commit stores the written value. */
    enum Through {
        NEVER,
        ALWAYS,
        /** No other write is pending. */
        ALONE,
        /** And none began since this one's begin. */
        ALONE_SINCE_BEGIN,
        /** And none was pending at this one's begin. */
        ALONE_THROUGHOUT
    }

    /** The protocol with the begin in parallel, in a world where values and leases run out and nothing else fails. */
    static Scenario of(String name, int writes, int reads) {
        return new Scenario(
                name,
                writes,
                reads,
                false,
                false,
                false,
                Through.NEVER,
                EnumSet.noneOf(Rule.class),
                EnumSet.of(Happening.EXPIRY, Happening.LAPSE));
    }

    Scenario named(String newName) {
        return new Scenario(newName, writes, reads, beginFirst, commitFirst, bounded, through, off, may);
    }

    Scenario beginningFirst() {
        return new Scenario(name, writes, reads, true, commitFirst, bounded, through, off, may);
    }

    Scenario committingFirst() {
        return new Scenario(name, writes, reads, beginFirst, true, bounded, through, off, may);
    }

    Scenario promisingTheBound() {
        return new Scenario(name, writes, reads, beginFirst, commitFirst, true, through, off, may);
    }

    Scenario writing(Through newThrough) {
        return new Scenario(name, writes, reads, beginFirst, commitFirst, bounded, newThrough, off, may);
    }

    Scenario without(Rule first, Rule... others) {
        Set<Rule> more = EnumSet.of(first, others);
        more.addAll(off);
        return new Scenario(name, writes, reads, beginFirst, commitFirst, bounded, through, more, may);
    }

    Scenario with(Happening first, Happening... others) {
        Set<Happening> more = EnumSet.of(first, others);
        more.addAll(may);
        return new Scenario(name, writes, reads, beginFirst, commitFirst, bounded, through, off, more);
    }

    boolean holds(Rule rule) {
        return !off.contains(rule);
    }

    boolean may(Happening happening) {
        return may.contains(happening);
    }

    /** Whether a replica's content matters. */
    boolean replicates() {
        return may(Happening.FAILOVER) || !holds(Rule.PRIMARY_READS);
    }

    @Override
    public Set<Rule> off() {
        return Collections.unmodifiableSet(off);
    }

    @Override
    public Set<Happening> may() {
        return Collections.unmodifiableSet(may);
    }

    @Override
    public String toString() {
        return name;
    }
}
