package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SampleTablesTest {
    private static final String P42 = "{'TableName':'Products','Key':{'id':{'S':'p-42'}}}";

    @Test
    void fill_twice_leavesWhatIsThere() {
        Desk desk = new Desk();
        SampleTables.fill(desk.origin, 1);
        Object first = desk.ok("GetItem", P42);
        SampleTables.fill(desk.origin, 2);

        assertThat(desk.ok("GetItem", P42)).isEqualTo(first);
        assertThat(desk.ok("GetItem", P42).at("/Item/price/N").asDouble()).isPositive();
    }

    @Test
    void fill_sameSeed_makesTheSameItems() {
        Desk one = new Desk();
        Desk other = new Desk();
        SampleTables.fill(one.origin, 7);
        SampleTables.fill(other.origin, 7);

        assertThat(one.ok("Scan", "{'TableName':'Players'}")).isEqualTo(other.ok("Scan", "{'TableName':'Players'}"));
        assertThat(one.ok("ListTables", "{}").at("/TableNames")).hasSize(3);
    }
}
