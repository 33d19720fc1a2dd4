'use strict';
// Queries and scans, of tables and of indexes, in pages and with the SDK's paginators.
const {test, assert, documents, lib, send, fails, table, schema} = require('./harness');

const T = table({p: 'S', k: 'N'}, {
    definitions: {city: 'S', score: 'N'},
    members: {
        LocalSecondaryIndexes: [{IndexName: 'local', KeySchema: schema('p', 'score'), Projection: {ProjectionType: 'KEYS_ONLY'}}],
        GlobalSecondaryIndexes: [
            {IndexName: 'all', KeySchema: schema('city', 'score'), Projection: {ProjectionType: 'ALL'}},
            {IndexName: 'some', KeySchema: schema('city'), Projection: {ProjectionType: 'INCLUDE', NonKeyAttributes: ['name']}},
        ],
    },
    fill: async (TableName) => {
        for (let k = 0; k < 10; k++) {
            const more = k < 4 ? {city: 'Rome', score: 10 - k} : {};
            await send('Put', {TableName, Item: {p: 'x', k, even: k % 2 === 0, name: `n${k}`, ...more}});
        }
        await send('Put', {TableName, Item: {p: 'y', k: 0, city: 'Oslo', score: 1}});
    },
});

const query = (more = {}, condition = '', values = {}) => send('Query', {
    TableName: T,
    KeyConditionExpression: 'p = :p' + condition,
    ...more,
    ExpressionAttributeValues: {':p': 'x', ...values},
});
const keys = (answer) => answer.Items.map((item) => item.k);

for (const [condition, values, expected] of [
    ['', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [' AND k = :v', {':v': 4}, [4]],
    [' AND k < :v', {':v': 2}, [0, 1]],
    [' AND k >= :v', {':v': 8}, [8, 9]],
    [' AND k BETWEEN :v AND :w', {':v': 3, ':w': 5}, [3, 4, 5]],
]) {
    test(`queries: a partition${condition}`, async () => assert.deepEqual(keys(await query({}, condition, values)), expected));
}

test('queries: backwards with a limit', async () => {
    const answer = await query({ScanIndexForward: false, Limit: 3});
    assert.deepEqual(keys(answer), [9, 8, 7]);
    assert.deepEqual(answer.LastEvaluatedKey, {p: 'x', k: 7});
});

test('queries: the SDK walks the pages', async () => {
    const seen = [];
    for await (const page of lib.paginateQuery({client: documents, pageSize: 3}, {
        TableName: T, KeyConditionExpression: 'p = :p', ExpressionAttributeValues: {':p': 'x'}})) {
        seen.push(...keys(page));
    }
    assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('queries: a filter counts what it looked at', async () => {
    const answer = await query({FilterExpression: 'even = :t'}, '', {':t': true});
    assert.deepEqual([answer.Count, answer.ScannedCount], [5, 10]);
});

test('queries: counted', async () => {
    const answer = await query({Select: 'COUNT'});
    assert.deepEqual([answer.Count, answer.Items], [10, undefined]);
});

test('queries: projected', async () =>
    assert.deepEqual((await query({ProjectionExpression: '#n', ExpressionAttributeNames: {'#n': 'name'}, Limit: 1})).Items, [{name: 'n0'}]));

test('scans: everything', async () => assert.equal((await send('Scan', {TableName: T})).Count, 11));

test('scans: in segments', async () => {
    const parts = await Promise.all([0, 1, 2].map((Segment) => send('Scan', {TableName: T, Segment, TotalSegments: 3})));
    assert.equal(parts.reduce((sum, part) => sum + part.Count, 0), 11);
});

test('scans: the SDK walks the pages', async () => {
    let count = 0;
    for await (const page of lib.paginateScan({client: documents, pageSize: 4}, {TableName: T})) {
        count += page.Count;
    }
    assert.equal(count, 11);
});

const inRome = (IndexName, more = {}) => send('Query', {
    TableName: T, IndexName, KeyConditionExpression: 'city = :c', ExpressionAttributeValues: {':c': 'Rome'}, ...more});

test('indexes: a global one by its own order', async () =>
    assert.deepEqual((await inRome('all')).Items.map((item) => item.score), [7, 8, 9, 10]));

test('indexes: a global one has what is projected', async () =>
    assert.deepEqual(Object.keys((await inRome('some')).Items[0]).sort(), ['city', 'k', 'name', 'p']));

test('indexes: a page of a global one names all keys', async () =>
    assert.deepEqual((await inRome('all', {Limit: 1})).LastEvaluatedKey, {city: 'Rome', score: 7, p: 'x', k: 3}));

test('indexes: a local one by its own order', async () => assert.deepEqual(keys(await query({IndexName: 'local'})), [3, 2, 1, 0]));

test('indexes: a local one fetches what it does not have', async () =>
    assert.equal((await query({IndexName: 'local', Select: 'ALL_ATTRIBUTES'})).Items[0].name, 'n3'));

for (const [name, operation, input, words] of [
    ['no partition key', 'Query', {KeyConditionExpression: 'k = :v', ExpressionAttributeValues: {':v': 1}}, 'Query condition missed key schema element: p'],
    ['no condition', 'Query', {}, 'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.'],
    ['a filter on a key', 'Query', {KeyConditionExpression: 'p = :v', FilterExpression: 'k > :w', ExpressionAttributeValues: {':v': 'x', ':w': 1}}, 'Filter Expression can only contain non-primary key attributes: Primary key attribute: k'],
    ['an unknown index', 'Scan', {IndexName: 'missing'}, 'The table does not have the specified index: missing'],
    ['a consistent read of a global index', 'Scan', {IndexName: 'all', ConsistentRead: true}, 'Consistent reads are not supported on global secondary indexes'],
    ['a segment beyond the last', 'Scan', {Segment: 2, TotalSegments: 2}, 'The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 2 is not less than TotalSegments: 2'],
]) {
    test(`queries refused: ${name}`, () => fails(operation, {TableName: T, ...input}, 'ValidationException', words));
}
