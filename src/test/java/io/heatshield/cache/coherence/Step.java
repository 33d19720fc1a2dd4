package io.heatshield.cache.coherence;

/** What happens between one state and the next, in words. */
enum Step {
    LOCAL_HIT("node %s: a read begins and gets version %d from the local tier"),
    LOCAL_HIT_REFRESHING("node %s: a read begins, gets version %d from the local tier and starts a refresh"),
    OPENED("node %s: a read begins, misses and opens a load; it may get version %d or a newer one"),
    JOINED("node %s: a read begins and joins the load; it may get version %d or a newer one"),
    WAITS_FOR_NEXT("node %s: a read begins and waits for the next load; it may get version %d or a newer one"),
    SHARED_HIT("node %s: the load finds version %d in the shared tier"),
    REPLICA_HIT("node %s: the load finds version %d on the replica of the shared tier"),
    GRANTED("node %s: the load is given the lease"),
    GRANTED_STRONG("node %s: the load is given the lease and is to read strongly"),
    PENDING("node %s: the load is told that a write is pending"),
    WAIT("node %s: the load is told that another has the lease"),
    POLLED("node %s: the waiting load finds version %d in the shared tier"),
    READ_ANY("node %s: the load reads version %d from the origin, eventually consistent"),
    READ_NEWEST("node %s: the load reads version %d from the origin, strongly"),
    FILLED("node %s: the fill with version %d is accepted"),
    FILL_REFUSED("node %s: the fill with version %d is refused"),
    LANDED("node %s: the load ends with version %d"),
    FAILED("node %s: the load fails"),
    WRITE_BEGINS("node %s: write %d begins: the local tier is invalidated, its begin is sent"),
    BEGIN_DONE("write %2$d of node %1$s: the begin is carried out and confirmed"),
    BEGIN_DONE_UNHEARD("write %2$d of node %1$s: the begin is carried out, but its confirmation is lost"),
    BEGIN_DONE_PRIMARY("write %2$d of node %1$s: the begin is carried out on the primary"),
    BEGIN_GIVEN_UP("write %2$d of node %1$s: the begin is given up"),
    REFUSED_UNFENCED("write %2$d of node %1$s: is refused to its client, for its begin failed"),
    ORIGIN_ASKED("write %2$d of node %1$s: is sent to the origin"),
    APPLIED("write %2$d of node %1$s: the origin applies it"),
    REFUSED("write %2$d of node %1$s: the origin refuses it"),
    TIMED_OUT("write %2$d of node %1$s: the origin's answer is no longer waited for"),
    NEVER_APPLIED("write %2$d of node %1$s: will never be applied"),
    END_SENT("write %2$d of node %1$s: the origin's answer is in; its commit, cancel or hold is sent"),
    END_DONE("write %2$d of node %1$s: the commit, cancel or hold is carried out"),
    END_LOST("write %2$d of node %1$s: the commit, cancel or hold is lost"),
    ACKNOWLEDGED("write %2$d of node %1$s: is answered to its client"),
    BOUND_PASSED("write %2$d of node %1$s: was answered longer ago than the bound"),
    SETTLED("write %2$d of node %1$s: was fenced, and its time is over"),
    CONVERGED("the origin's replicas all have version %2$d"),
    VALUE_EXPIRED("the value expires in the shared tier"),
    LEASE_EXPIRED("the lease expires in the shared tier"),
    SETTLE_WINDOW_OVER("the settle window is over"),
    SETTLE_WINDOW_EVICTED("the settle window is evicted"),
    MARK_EXPIRED("write %2$d of node %1$s: its mark expires"),
    MARK_EVICTED("write %2$d of node %1$s: its mark is evicted"),
    ENTRY_EXPIRED("node %s: the local tier's entry expires"),
    HEARD("node %s: takes in a message"),
    LAPSED("node %s: its lease on the local tier runs out"),
    RENEWED("node %s: its lease on the local tier is renewed"),
    MESSAGES_LOST("node %s: its connection breaks and is made anew; its messages are lost"),
    STRONG_SET_OVER("node %s: forgets that it lately heard of a write"),
    CRASHED("node %s: dies, and comes back empty"),
    REPLICATED("the replica catches up"),
    FAILED_OVER("the replica takes over as primary");

    private final String text;

    Step(String text) {
        this.text = text;
    }

    /** Says it of this node, about this version or write. */
    String say(int node, int number) {
        return String.format(text, node == 0 ? "A" : "B", number);
    }
}
