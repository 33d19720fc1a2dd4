'use strict';
// Updates and conditions: what they make of an item, when they hold, and how wrong ones are refused.
const {test, assert, send, failure, fails, table} = require('./harness');

const T = table({id: 'S'});
const FAILED = 'The conditional request failed';

/** Puts an item, updates it, and gives it as it is then. */
async function updated(item, UpdateExpression, ExpressionAttributeValues, more = {}) {
    await send('Put', {TableName: T, Item: {id: 'a', ...item}});
    const answer = await send('Update', {
        TableName: T, Key: {id: 'a'}, UpdateExpression, ExpressionAttributeValues, ReturnValues: 'ALL_NEW', ...more});
    return answer.Attributes;
}

for (const [item, expression, values, after] of [
    [{n: 1}, 'SET n = n + :v', {':v': 2}, {n: 3}],
    [{}, 'SET n = if_not_exists(n, :v)', {':v': 2}, {n: 2}],
    [{l: [1]}, 'SET l = list_append(l, :v)', {':v': [2]}, {l: [1, 2]}],
    [{m: {k: 1}}, 'SET m.k = :v', {':v': 2}, {m: {k: 2}}],
    [{l: [1]}, 'SET l[5] = :v', {':v': 2}, {l: [1, 2]}],
    [{n: 1, o: 2}, 'REMOVE n', undefined, {o: 2}],
    [{l: [1, 2, 3]}, 'REMOVE l[0], l[2]', undefined, {l: [2]}],
    [{n: 1}, 'ADD n :v', {':v': -3}, {n: -2}],
    [{s: new Set(['a'])}, 'ADD s :v', {':v': new Set(['b'])}, {s: new Set(['a', 'b'])}],
    [{s: new Set(['a'])}, 'DELETE s :v', {':v': new Set(['a'])}, {}],
]) {
    test(`updates: ${expression} on ${Object.keys(item)}`, async () =>
        assert.deepEqual(await updated(item, expression, values), {id: 'a', ...after}));
}

for (const [kind, expected] of [['ALL_OLD', {id: 'a', n: 1}], ['UPDATED_OLD', {n: 1}], ['UPDATED_NEW', {n: 2}], ['NONE', undefined]]) {
    test(`updates: answer ${kind}`, async () =>
        assert.deepEqual(await updated({n: 1}, 'SET n = :v', {':v': 2}, {ReturnValues: kind}), expected));
}

const ITEM = {n: 5, s: 'hello', l: [1, 'two'], t: new Set(['a', 'b'])};
for (const [condition, values, holds] of [
    ['n = :v', {':v': 5}, true],
    ['n < :v', {':v': 5}, false],
    ['n BETWEEN :v AND :w', {':v': 4, ':w': 6}, true],
    ['n IN (:v, :w)', {':v': 1, ':w': 5}, true],
    ['attribute_exists(s) AND NOT attribute_exists(x)', undefined, true],
    ['attribute_type(l, :v)', {':v': 'L'}, true],
    ['begins_with(s, :v)', {':v': 'hel'}, true],
    ['contains(t, :v)', {':v': 'c'}, false],
    ['size(l) = :v', {':v': 2}, true],
    ['n = :v OR s = :v', {':v': 'hello'}, true],
]) {
    test(`conditions: ${condition} ${holds ? 'holds' : 'fails'}`, async () => {
        await send('Put', {TableName: T, Item: {id: 'c', ...ITEM}});
        const request = {TableName: T, Key: {id: 'c'}, ConditionExpression: condition, ExpressionAttributeValues: values};
        if (holds) {
            await send('Delete', request);
        } else {
            await fails('Delete', request, 'ConditionalCheckFailedException', FAILED);
        }
    });
}

test('conditions: the item comes with the failure if asked', async () => {
    await send('Put', {TableName: T, Item: {id: 'c', v: 1}});
    const error = await failure('Put', {
        TableName: T,
        Item: {id: 'c'},
        ConditionExpression: 'attribute_not_exists(id)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    assert.equal(error.name, 'ConditionalCheckFailedException');
    assert.equal(error.$metadata.httpStatusCode, 400);
    assert.deepEqual(error.Item, {id: {S: 'c'}, v: {N: '1'}});
});

const path = 'The document path provided in the update expression is invalid for update';
for (const [expression, values, words] of [
    ['SET id = :v', {':v': 'b'}, 'One or more parameter values were invalid: Cannot update attribute id. This attribute is part of the key'],
    ['SET x.y = :v', {':v': 1}, path],
    ['SET n = x', undefined, 'The provided expression refers to an attribute that does not exist in the item'],
    ['SET n = :w', {':v': 1}, 'Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :w'],
    ['REMOVE n', {':v': 1}, 'Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}'],
    ['SET n', undefined, 'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "n"'],
]) {
    test(`updates refused: ${expression}`, async () => {
        await send('Put', {TableName: T, Item: {id: 'a', n: 1}});
        await fails('Update', {
            TableName: T, Key: {id: 'a'}, UpdateExpression: expression, ExpressionAttributeValues: values,
        }, 'ValidationException', words);
    });
}
