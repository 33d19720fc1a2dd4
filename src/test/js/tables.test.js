'use strict';
// Tables, streams, capacity, and errors that belong to no operation.
const {test, assert, client, dynamodb, send, failure, fails, table} = require('./harness');

const T = table({id: 'S'}, {members: {StreamSpecification: {StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES'}}});
const NAME = `${T}Own`;
const HASH = {
    AttributeDefinitions: [{AttributeName: 'id', AttributeType: 'S'}],
    KeySchema: [{AttributeName: 'id', KeyType: 'HASH'}],
    BillingMode: 'PAY_PER_REQUEST',
};

test('tables: made, listed, changed and deleted', async () => {
    await send('CreateTable', {TableName: NAME, ...HASH});
    await dynamodb.waitUntilTableExists({client, maxWaitTime: 20, minDelay: 1}, {TableName: NAME});
    const {TableNames} = await send('ListTables', {ExclusiveStartTableName: T});
    assert.ok(TableNames.includes(NAME));
    await send('UpdateTable', {TableName: NAME, BillingMode: 'PROVISIONED', ProvisionedThroughput: {ReadCapacityUnits: 2, WriteCapacityUnits: 3}});
    await dynamodb.waitUntilTableExists({client, maxWaitTime: 20, minDelay: 1}, {TableName: NAME});
    const {Table} = await send('DescribeTable', {TableName: NAME});
    assert.equal(Table.ProvisionedThroughput.WriteCapacityUnits, 3);
    await send('DeleteTable', {TableName: NAME});
    await dynamodb.waitUntilTableNotExists({client, maxWaitTime: 20, minDelay: 1}, {TableName: NAME});
    await fails('DescribeTable', {TableName: NAME}, 'ResourceNotFoundException', `Requested resource not found: Table: ${NAME} not found`);
});

test('tables: described', async () => {
    const {Table} = await send('DescribeTable', {TableName: T});
    assert.equal(Table.TableStatus, 'ACTIVE');
    assert.equal(Table.BillingModeSummary.BillingMode, 'PAY_PER_REQUEST');
    assert.ok(Table.CreationDateTime instanceof Date);
});

test('tables: an ARN does for a name', async () => {
    const {Table} = await send('DescribeTable', {TableName: T});
    await send('Put', {TableName: Table.TableArn, Item: {id: 'arn', v: 1}});
    assert.deepEqual((await send('Get', {TableName: T, Key: {id: 'arn'}})).Item, {id: 'arn', v: 1});
    assert.deepEqual((await send('Get', {TableName: Table.TableArn, Key: {id: 'arn'}})).Item, {id: 'arn', v: 1});
});

test('tables refused: made twice', () => fails('CreateTable', {TableName: T, ...HASH}, 'ResourceInUseException', `Table already exists: ${T}`));

test('tables refused: a key without a definition', () => fails('CreateTable', {
    TableName: NAME, ...HASH, KeySchema: [{AttributeName: 'x', KeyType: 'HASH'}]}, 'ValidationException'));

test('tables: time to live', async () => {
    const {TimeToLiveDescription} = await send('DescribeTimeToLive', {TableName: T});
    assert.equal(TimeToLiveDescription.TimeToLiveStatus, 'DISABLED');
    const {TimeToLiveSpecification} = await send('UpdateTimeToLive', {TableName: T, TimeToLiveSpecification: {Enabled: true, AttributeName: 'until'}});
    assert.deepEqual(TimeToLiveSpecification, {Enabled: true, AttributeName: 'until'});
});

test('tables: tags', async () => {
    const {Table} = await send('DescribeTable', {TableName: T});
    await send('TagResource', {ResourceArn: Table.TableArn, Tags: [{Key: 'team', Value: 'a'}]});
    const {Tags} = await send('ListTagsOfResource', {ResourceArn: Table.TableArn});
    assert.deepEqual(Tags, [{Key: 'team', Value: 'a'}]);
});

test('streams: changes come in their order', async () => {
    await send('Put', {TableName: T, Item: {id: 's', v: 1}});
    await send('Put', {TableName: T, Item: {id: 's', v: 2}});
    await send('Delete', {TableName: T, Key: {id: 's'}});
    const {Table} = await send('DescribeTable', {TableName: T});
    const StreamArn = Table.LatestStreamArn;
    const {StreamDescription} = await send('DescribeStream', {StreamArn});
    const seen = [];
    for (const {ShardId} of StreamDescription.Shards) {
        const {ShardIterator} = await send('GetShardIterator', {StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON'});
        const {Records} = await send('GetRecords', {ShardIterator});
        seen.push(...Records.filter((record) => record.dynamodb.Keys.id.S === 's'));
    }
    assert.deepEqual(seen.map((record) => record.eventName), ['INSERT', 'MODIFY', 'REMOVE']);
    assert.deepEqual(seen[1].dynamodb.OldImage.v, {N: '1'});
    assert.deepEqual(seen[1].dynamodb.NewImage.v, {N: '2'});
});

test('capacity: writes by the kilobyte', async () => {
    const {ConsumedCapacity} = await send('Put', {TableName: T, Item: {id: 'w', v: 'x'.repeat(1500)}, ReturnConsumedCapacity: 'TOTAL'});
    assert.deepEqual(ConsumedCapacity, {TableName: T, CapacityUnits: 2});
});

test('capacity: strong reads by four kilobytes', async () => {
    await send('Put', {TableName: T, Item: {id: 'r', v: 'x'.repeat(5000)}});
    const {ConsumedCapacity} = await send('Get', {TableName: T, Key: {id: 'r'}, ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL'});
    assert.equal(ConsumedCapacity.CapacityUnits, 2);
});

for (const [operation, input] of [
    ['Get', {Key: {id: 'a'}}],
    ['Put', {Item: {id: 'a'}}],
    ['Update', {Key: {id: 'a'}}],
    ['Delete', {Key: {id: 'a'}}],
    ['Scan', {}],
]) {
    test(`errors: an unknown table for ${operation}`, () =>
        fails(operation, {TableName: 'NoSuchTable', ...input}, 'ResourceNotFoundException', 'Requested resource not found'));
}

test('errors: say who asked and what went wrong', async () => {
    const error = await failure('Scan', {TableName: T, FilterExpression: 'a ='});
    assert.equal(error.$fault, 'client');
    assert.equal(error.$metadata.httpStatusCode, 400);
    assert.match(error.$metadata.requestId, /^[A-Z0-9]{52}$/);
    assert.equal(error.message, 'Invalid FilterExpression: Syntax error; token: "<EOF>", near: "="');
});
