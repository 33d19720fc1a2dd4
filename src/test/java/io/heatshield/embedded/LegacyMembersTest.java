package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LegacyMembersTest {
    private static final String ITEM = "'TableName':'Aaa','Item':{'id':{'S':'a'}}";
    private static final String KEY_CONDITIONS =
            "'TableName':'Aaa','KeyConditions':{'id':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'a'}]}}";

    private final Desk desk = new Desk();

    @BeforeEach
    void table() {
        desk.table("Aaa", "id");
    }

    @Test
    void conditionalOperator_withoutConditions_isRefused() {
        String words = "ConditionalOperator cannot be used without Filter or Expected";
        assertThat(desk.failure("PutItem", "{" + ITEM + ",'ConditionalOperator':'AND'}"))
                .isEqualTo("ValidationException 1 validation error detected: " + words);
        assertThat(desk.failure("Scan", "{'TableName':'Aaa','ConditionalOperator':'OR'}"))
                .isEqualTo("ValidationException " + words);
        assertThat(desk.failure("Query", "{" + KEY_CONDITIONS + ",'ConditionalOperator':'OR'}"))
                .isEqualTo("ValidationException " + words);
    }

    @Test
    void conditionalOperator_withOneCondition_isRefused() {
        String words = "ConditionalOperator can only be used when Filter or Expected has two or more elements";
        assertThat(desk.failure(
                        "PutItem", "{" + ITEM + ",'ConditionalOperator':'AND','Expected':{'a':{'Exists':false}}}"))
                .isEqualTo("ValidationException 1 validation error detected: " + words);
        assertThat(desk.failure(
                        "Query",
                        "{" + KEY_CONDITIONS
                                + ",'ConditionalOperator':'OR','QueryFilter':{'a':{'ComparisonOperator':'NULL'}}}"))
                .isEqualTo("ValidationException " + words);
    }

    @Test
    void emptyAttributeName_isRefusedWhereverItStands() {
        assertThat(desk.failure("PutItem", "{'TableName':'Aaa','Item':{'id':{'S':'a'},'':{'S':'b'}}}"))
                .endsWith("Empty attribute name");
        assertThat(desk.failure("PutItem", "{'TableName':'Aaa','Item':{'id':{'S':'a'},'m':{'M':{'':{'S':'b'}}}}}"))
                .endsWith("Empty attribute name");
        assertThat(desk.failure("PutItem", "{" + ITEM + ",'Expected':{'':{'Exists':false}}}"))
                .endsWith("Empty attribute name");
        assertThat(desk.failure(
                        "UpdateItem",
                        "{'TableName':'Aaa','Key':{'id':{'S':'a'}},'AttributeUpdates':{'':{'Value':{'S':'a'}}}}"))
                .endsWith("Empty attribute name");
        assertThat(desk.failure(
                        "UpdateItem",
                        "{'TableName':'Aaa','Key':{'id':{'S':'a'}},'UpdateExpression':'REMOVE #a',"
                                + "'ExpressionAttributeNames':{'#a':''}}"))
                .endsWith("ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
    }
}
