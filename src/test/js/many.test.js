'use strict';
// Batches, transactions and statements.
const {test, assert, send, answer, failure, fails, table} = require('./harness');

const T = table({id: 'S'});
const put = (Item) => ({PutRequest: {Item}});
const count = async () => (await send('Scan', {TableName: T, Select: 'COUNT'})).Count;
const item = async (id) => (await send('Get', {TableName: T, Key: {id}})).Item;
const many = (length, make) => Array.from({length}, (ignored, i) => make(i));

test('batches: what was written is read', async () => {
    assert.deepEqual(await answer('BatchWrite', {RequestItems: {[T]: [put({id: 'a', v: 1}), put({id: 'b', v: 2})]}}), {UnprocessedItems: {}});
    const read = await answer('BatchGet', {RequestItems: {[T]: {Keys: [{id: 'a'}, {id: 'b'}, {id: 'never'}]}}});
    assert.deepEqual(read.Responses[T].map(({v}) => v).sort(), [1, 2]);
    assert.deepEqual(read.UnprocessedKeys, {});
});

test('batches: a delete takes away, also from what was read before', async () => {
    await send('Put', {TableName: T, Item: {id: 'del'}});
    assert.ok(await item('del'));
    await send('BatchWrite', {RequestItems: {[T]: [{DeleteRequest: {Key: {id: 'del'}}}]}});
    assert.equal(await item('del'), undefined);
});

test('batches: of nothing there is an empty list', async () =>
    assert.deepEqual((await send('BatchGet', {RequestItems: {[T]: {Keys: [{id: 'never'}]}}})).Responses, {[T]: []}));

test('batches: projected', async () => {
    await send('Put', {TableName: T, Item: {id: 'a', v: 1}});
    const read = await send('BatchGet', {RequestItems: {[T]: {Keys: [{id: 'a'}], ProjectionExpression: 'v'}}});
    assert.deepEqual(read.Responses[T], [{v: 1}]);
});

for (const [name, operation, input, kind, words] of [
    ['a key twice', 'BatchGet', {[T]: {Keys: [{id: 'a'}, {id: 'a'}]}}, 'ValidationException', 'Provided list of item keys contains duplicates'],
    ['an item twice', 'BatchWrite', {[T]: [put({id: 'a'}), put({id: 'a'})]}, 'ValidationException', 'Provided list of item keys contains duplicates'],
    ['twenty-six writes', 'BatchWrite', {[T]: many(26, (i) => put({id: `${i}`}))}, 'ValidationException', /length less than or equal to 25/],
    ['a hundred and one keys', 'BatchGet', {[T]: {Keys: many(101, (i) => ({id: `${i}`}))}}, 'ValidationException', /length less than or equal to 100/],
    ['an unknown table', 'BatchGet', {NoSuchTable: {Keys: [{id: 'a'}]}}, 'ResourceNotFoundException', 'Requested resource not found'],
]) {
    test(`batches refused: ${name}`, () => fails(operation, {RequestItems: input}, kind, words));
}

const transact = (...TransactItems) => send('TransactWrite', {TransactItems});
const putOnce = (id) => ({Put: {TableName: T, Item: {id}, ConditionExpression: 'attribute_not_exists(id)'}});

test('transactions: all of it is done', async () => {
    await send('Put', {TableName: T, Item: {id: 't1', n: 1}});
    await send('Put', {TableName: T, Item: {id: 't2'}});
    await transact(
        {Update: {TableName: T, Key: {id: 't1'}, UpdateExpression: 'ADD n :v', ExpressionAttributeValues: {':v': 1}}},
        {Delete: {TableName: T, Key: {id: 't2'}}},
        {Put: {TableName: T, Item: {id: 't3', v: 3}}});
    assert.deepEqual([await item('t1'), await item('t2'), await item('t3')], [{id: 't1', n: 2}, undefined, {id: 't3', v: 3}]);
});

test('transactions: or nothing, and why', async () => {
    await send('Put', {TableName: T, Item: {id: 'u1', v: 1}});
    const error = await failure('TransactWrite', {TransactItems: [{Put: {TableName: T, Item: {id: 'u2'}}}, putOnce('u1')]});
    assert.equal(error.name, 'TransactionCanceledException');
    assert.equal(error.message, 'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]');
    assert.deepEqual(error.CancellationReasons.map(({Code}) => Code), ['None', 'ConditionalCheckFailed']);
    assert.equal(await item('u2'), undefined);
});

test('transactions: a token makes it once', async () => {
    const request = {
        TransactItems: [{Update: {TableName: T, Key: {id: 'tok'}, UpdateExpression: 'ADD n :v', ExpressionAttributeValues: {':v': 1}}}],
        ClientRequestToken: `token-${T}`,
    };
    await send('TransactWrite', request);
    await send('TransactWrite', request);
    assert.equal((await item('tok')).n, 1);
});

test('transactions: read in the order asked', async () => {
    await send('Put', {TableName: T, Item: {id: 'r1'}});
    const read = await send('TransactGet', {TransactItems: ['none', 'r1'].map((id) => ({Get: {TableName: T, Key: {id}}}))});
    assert.deepEqual(read.Responses.map((each) => each.Item), [undefined, {id: 'r1'}]);
});

test('transactions refused: one item twice', () => fails(
    'TransactWrite', {TransactItems: [putOnce('d'), putOnce('d')]}, 'ValidationException', 'Transaction request cannot include multiple operations on one item'));

const run = async (Statement, Parameters) => (await send('ExecuteStatement', {Statement: Statement.replace('TABLE', `"${T}"`), Parameters})).Items;

test('PartiQL: insert, select, update, delete', async () => {
    await run("INSERT INTO TABLE VALUE {'id': 'q', 'n': 1}");
    assert.deepEqual(await run("SELECT * FROM TABLE WHERE id = 'q'"), [{id: 'q', n: 1}]);
    assert.deepEqual((await item('q')).n, 1);
    await run('UPDATE TABLE SET n = ? WHERE id = ?', [5, 'q']);
    assert.deepEqual((await item('q')).n, 5);
    await run('DELETE FROM TABLE WHERE id = ?', ['q']);
    assert.equal(await item('q'), undefined);
});

test('PartiQL: a batch says of each how it went', async () => {
    await send('Put', {TableName: T, Item: {id: 'bq'}});
    const {Responses} = await send('BatchExecuteStatement', {Statements: [
        {Statement: `INSERT INTO "${T}" VALUE {'id': 'bq'}`},
        {Statement: `SELECT * FROM "${T}" WHERE id = 'bq'`},
    ]});
    assert.deepEqual(Responses.map((each) => each.Error?.Code ?? each.Item), ['DuplicateItem', {id: 'bq'}]);
});

test('PartiQL: a transaction', async () => {
    const before = await count();
    await send('ExecuteTransaction', {TransactStatements: ['x1', 'x2'].map((id) => ({Statement: `INSERT INTO "${T}" VALUE {'id': '${id}'}`}))});
    assert.equal(await count(), before + 2);
});

for (const [statement, kind] of [
    ["INSERT INTO TABLE VALUE {'id': 'dup'}", 'DuplicateItemException'],
    ["SELEC * FROM TABLE", 'ValidationException'],
    ["UPDATE TABLE SET n = 1 WHERE id = 'absent'", 'ConditionalCheckFailedException'],
]) {
    test(`PartiQL refused: ${statement}`, async () => {
        await send('Put', {TableName: T, Item: {id: 'dup'}});
        await fails('ExecuteStatement', {Statement: statement.replace('TABLE', `"${T}"`)}, kind);
    });
}
