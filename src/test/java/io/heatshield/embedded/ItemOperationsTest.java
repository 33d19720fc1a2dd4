package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ItemOperationsTest {
    private final Desk desk = new Desk();

    @BeforeEach
    void tables() {
        desk.table("Things", "id");
    }

    @Test
    void get_itemThatWasPut_givesItBack() {
        desk.put("Things", "{'id':{'S':'a'},'n':{'N':'01.50'}}");

        assertThat(desk.ok("GetItem", "{'TableName':'Things','Key':{'id':{'S':'a'}}}"))
                .isEqualTo(Desk.parse(Desk.json("{'Item':{'id':{'S':'a'},'n':{'N':'1.5'}}}")));
    }

    @Test
    void get_missingItem_hasNoItemMember() {
        assertThat(desk.ok("GetItem", "{'TableName':'Things','Key':{'id':{'S':'a'}}}"))
                .isEmpty();
    }

    @Test
    void get_unknownTable_isNotFound() {
        assertThat(desk.failure("GetItem", "{'TableName':'Nothing','Key':{'id':{'S':'a'}}}"))
                .isEqualTo("ResourceNotFoundException Requested resource not found");
    }
}
