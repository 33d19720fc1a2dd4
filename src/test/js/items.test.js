'use strict';
// Items through the document client: values, keys, return values, projections, and what a cache may show of itself.
const {settings, test, assert, lib, client, dynamodb, send, answer, fails, table} = require('./harness');

const T = table({id: 'S'});
const R = table({p: 'S', n: 'N'});
const put = (Item, more = {}) => answer('Put', {TableName: T, Item, ...more});
const get = async (id, more = {}) => (await send('Get', {TableName: T, Key: {id}, ...more})).Item;

for (const [name, value] of Object.entries({
    'a string': 'text',
    'an empty string': '',
    'text beyond the basic plane': 'ключ 😀',
    'a number': 12.5,
    'a negative number': -7,
    'a truth value': false,
    'null': null,
    'a list': [1, 'two', [null]],
    'a map': {a: {b: {c: []}}},
    'a string set': new Set(['a', 'b']),
    'a number set': new Set([1, 2]),
    'bytes': new Uint8Array([0, 1, 255]),
})) {
    test(`items: ${name} comes back`, async () => {
        await put({id: name, value});
        assert.deepEqual((await get(name)).value, value);
    });
}

test('items: large numbers keep their digits', async () => {
    const digits = '12345678901234567890123456789012345678';
    await send('Put', {TableName: T, Item: {id: 'big', n: lib.NumberValue.from(digits)}});
    const raw = await client.send(new dynamodb.GetItemCommand({TableName: T, Key: {id: {S: 'big'}}}));
    assert.equal(raw.Item.n.N, digits);
});

test('items: of nothing there is no item', async () => assert.equal(await get('none'), undefined));

test('items: a number is one key in every spelling', async () => {
    await send('Put', {TableName: R, Item: {p: 'x', n: 1, v: 'one'}});
    for (const n of ['1', '1.0', '1e0']) {
        const raw = await client.send(new dynamodb.GetItemCommand({TableName: R, Key: {p: {S: 'x'}, n: {N: n}}}));
        assert.equal(raw.Item.v.S, 'one');
        assert.equal(raw.Item.n.N, '1');
    }
});

test('items: a put answers the old item', async () => {
    await put({id: 'old', v: 1});
    assert.deepEqual((await put({id: 'old', v: 2}, {ReturnValues: 'ALL_OLD'})).Attributes, {id: 'old', v: 1});
});

test('items: a delete answers the old item, and it is gone', async () => {
    await put({id: 'gone', v: 1});
    const deleted = await send('Delete', {TableName: T, Key: {id: 'gone'}, ReturnValues: 'ALL_OLD'});
    assert.deepEqual(deleted.Attributes, {id: 'gone', v: 1});
    assert.equal(await get('gone'), undefined);
});

test('items: a delete of nothing succeeds', async () =>
    assert.equal((await send('Delete', {TableName: T, Key: {id: 'never'}})).Attributes, undefined));

test('items: what was written is what is read next', async () => {
    for (let v = 0; v < 20; v++) {
        await put({id: 'again', v});
        assert.equal((await get('again')).v, v);
    }
});

test('items: strongly consistent reads', async () => {
    await put({id: 'strong', v: 1});
    assert.equal((await get('strong', {ConsistentRead: true})).v, 1);
});

const PARTS = {id: 'parts', n: 5, l: [1, 'two', {k: 3}], m: {k: 1, deep: {x: 'y'}}};
for (const [expression, names, parts] of [
    ['n', undefined, {n: 5}],
    ['m.k', undefined, {m: {k: 1}}],
    ['m.deep.x, l[2].k', undefined, {m: {deep: {x: 'y'}}, l: [{k: 3}]}],
    ['l[2], l[0]', undefined, {l: [1, {k: 3}]}],
    ['#a, nothing', {'#a': 'n'}, {n: 5}],
    ['nothing', undefined, {}],
]) {
    test(`projections: ${expression}`, async () => {
        await put(PARTS);
        for (let time = 0; time < 3; time++) {
            assert.deepEqual(
                await get('parts', {ProjectionExpression: expression, ExpressionAttributeNames: names}), parts);
        }
    });
}

test('cache: the header tells of a miss and then of the local tier', async () => {
    await put({id: 'seen', v: 1});
    const seen = [];
    const watching = new dynamodb.DynamoDBClient(settings);
    watching.middlewareStack.add((next) => async (args) => {
        const result = await next(args);
        seen.push(result.response.headers['x-heatshield-cache']);
        return result;
    }, {step: 'deserialize', priority: 'low', name: 'watchCache'});
    for (let time = 0; time < 2; time++) {
        const {Item} = await watching.send(new dynamodb.GetItemCommand({TableName: T, Key: {id: {S: 'seen'}}}));
        assert.deepEqual(Item, {id: {S: 'seen'}, v: {N: '1'}});
    }
    assert.deepEqual(seen, process.env.HEATSHIELD_CACHED === 'true' ? ['miss', 'local'] : ['bypass', 'bypass']);
    watching.destroy();
});

const KEY = 'The provided key element does not match the schema';
for (const [name, operation, input, words] of [
    ['half a key', 'Get', {TableName: R, Key: {p: 'x'}}, KEY],
    ['a key of the wrong type', 'Get', {TableName: T, Key: {id: 1}}, KEY],
    ['no key in an item', 'Put', {TableName: T, Item: {v: 1}}, 'One or more parameter values were invalid: Missing the key id in the item'],
    ['an empty key', 'Put', {TableName: T, Item: {id: ''}}, /cannot contain an empty string value\. Key: id/],
    ['a reserved word', 'Get', {TableName: T, Key: {id: 'a'}, ProjectionExpression: 'name'}, 'Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: name'],
    ['an item above 400 KB', 'Put', {TableName: T, Item: {id: 'a', v: 'x'.repeat(409_600)}}, 'Item size has exceeded the maximum allowed size'],
    ['a partition key above 2 KB', 'Put', {TableName: T, Item: {id: 'x'.repeat(2049)}}, 'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes'],
]) {
    test(`items refused: ${name}`, () => fails(operation, input, 'ValidationException', words));
}
