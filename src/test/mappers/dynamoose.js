'use strict';
// Documents in dynamoose: a model with a range key and an index, batches, conditions, queries and transactions.
const dynamoose = require('dynamoose');
const {client, tell, reads, table, run} = require('./program.js');

dynamoose.aws.ddb.set(client);

const Note = dynamoose.model('Notes', new dynamoose.Schema({
    owner: {type: String, hashKey: true},
    id: {type: String, rangeKey: true},
    folder: {type: String, index: {name: 'folder-id-index', type: 'global', rangeKey: 'id'}},
    stars: Number,
    labels: {type: Set, schema: [String]},
    body: {type: Object, schema: {text: String, size: Number}},
}), {create: false, waitForActive: false, update: false});
new dynamoose.Table('Notes', [Note], {create: false, waitForActive: false, update: false});

const note = id => ({
    owner: 'ann',
    id,
    folder: id < '3' ? 'in' : 'out',
    stars: Number(id) / 4,
    labels: new Set(['x', `l${id}`]),
    body: {text: 't'.repeat(Number(id)), size: Number(id)},
});
const key = id => ({owner: 'ann', id});

run(async () => {
    await table('Notes', ['owner', 'id'], [['folder', 'id']]);
    await reads('nothing', () => Note.get(key('1')));
    await tell('create', () => Note.create(note('1')));
    await tell('create again', () => Note.create(note('1')));
    await tell('batch put', () => Note.batchPut(['2', '3', '4', '5'].map(note)));
    await reads('get', () => Note.get(key('1')));
    await reads('get attributes', () => Note.get(key('1'), {attributes: ['stars', 'body']}));
    await reads('get consistent', () => Note.get(key('1'), {consistent: true}));
    await reads('batch get', async () => {
        const found = await Note.batchGet(['1', '2', '9'].map(key));
        return {items: [...found].map(each => each.toJSON()).sort((a, b) => (a.id < b.id ? -1 : 1)), left: found.unprocessedKeys};
    });
    await reads('batch get attributes', async () =>
        [...await Note.batchGet(['1', '2'].map(key), {attributes: ['id', 'stars']})].map(each => each.stars).sort());
    await tell('update', () => Note.update(key('1'), {$ADD: {stars: 1}, $SET: {folder: 'done'}}));
    await reads('get updated', () => Note.get(key('1')));
    await tell('save', async () => {
        const found = await Note.get(key('2'));
        found.stars = 9;
        return found.save();
    });
    await reads('get saved', () => Note.get(key('2')));
    await tell('condition lost', () =>
        Note.update(key('2'), {stars: 1}, {condition: new dynamoose.Condition().where('stars').eq(0)}));
    await reads('query', () => Note.query('owner').eq('ann').exec());
    await reads('query backwards', () => Note.query('owner').eq('ann').where('id').gt('1').sort('descending').limit(2).exec());
    await reads('query filtered', () => Note.query('owner').eq('ann').filter('stars').gt(0.8).exec());
    await reads('query index', () => Note.query('folder').eq('out').using('folder-id-index').exec());
    await reads('count', () => Note.query('owner').eq('ann').count().exec());
    await tell('pages', async () => {
        const first = await Note.query('owner').eq('ann').limit(2).exec();
        const second = await Note.query('owner').eq('ann').limit(2).startAt(first.lastKey).exec();
        return [first.lastKey, second.map(each => each.id), second.lastKey];
    });
    await reads('scan', async () => (await Note.scan().exec()).map(each => each.id).sort());
    await tell('transaction', () => dynamoose.transaction([
        Note.transaction.update(key('3'), {stars: 3}),
        Note.transaction.delete(key('4')),
        Note.transaction.condition(key('1'), new dynamoose.Condition().attribute('stars').exists()),
    ]));
    await reads('get after the transaction', () => Note.get(key('3')));
    await reads('get deleted by the transaction', () => Note.get(key('4')));
    await reads('transaction of reads', () => dynamoose.transaction([Note.transaction.get(key('1')), Note.transaction.get(key('3'))]));
    await tell('delete', () => Note.delete(key('5')));
    await reads('get deleted', () => Note.get(key('5')));
    await tell('batch delete', () => Note.batchDelete(['1', '2'].map(key)));
    await reads('batch get deleted', async () => [...await Note.batchGet(['1', '2', '3'].map(key))].map(each => each.id));
});
