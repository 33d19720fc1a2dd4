'use strict';
// A shop in ElectroDB: one table, two entities, an index, collections, batches and transactions.
const {Entity, Service} = require('electrodb');
const {client, tell, reads, table, run} = require('./program.js');

const name = 'Electro';
const orders = new Entity({
    model: {entity: 'order', version: '1', service: 'shop'},
    attributes: {
        customer: {type: 'string', required: true},
        id: {type: 'string', required: true},
        state: {type: ['open', 'sent', 'lost'], required: true},
        total: {type: 'number'},
        tags: {type: 'set', items: 'string'},
        lines: {type: 'list', items: {type: 'map', properties: {sku: {type: 'string'}, count: {type: 'number'}}}},
    },
    indexes: {
        byCustomer: {collection: 'account', pk: {field: 'pk', composite: ['customer']}, sk: {field: 'sk', composite: ['id']}},
        byState: {
            index: 'gpk-gsk-index',
            pk: {field: 'gpk', composite: ['state']},
            sk: {field: 'gsk', composite: ['customer', 'id']},
        },
    },
}, {client, table: name});
const customers = new Entity({
    model: {entity: 'customer', version: '1', service: 'shop'},
    attributes: {customer: {type: 'string', required: true}, mail: {type: 'string'}},
    indexes: {
        byCustomer: {collection: 'account', pk: {field: 'pk', composite: ['customer']}, sk: {field: 'sk', composite: []}},
    },
}, {client, table: name});
const shop = new Service({orders, customers}, {client, table: name});

const order = (customer, id) => ({
    customer,
    id,
    state: id % 2 ? 'open' : 'sent',
    total: id * 1.5,
    tags: ['a', `t${id}`],
    lines: [{sku: 's', count: Number(id)}],
});
const keys = ids => ids.map(id => ({customer: 'ann', id: String(id)}));

run(async () => {
    await table(name, ['pk', 'sk'], [['gpk', 'gsk']]);
    await reads('nothing', () => orders.get({customer: 'ann', id: '1'}).go());
    await tell('put', () => customers.put({customer: 'ann', mail: 'a@b.c'}).go());
    await tell('batch put', () => orders.put([1, 2, 3, 4, 5, 6, 7].map(id => order('ann', String(id)))).go());
    await reads('get', () => orders.get({customer: 'ann', id: '1'}).go());
    await reads('attributes', () => orders.get({customer: 'ann', id: '1'}).go({attributes: ['total', 'tags']}));
    await reads('consistent', () => orders.get({customer: 'ann', id: '1'}).go({consistent: true}));
    await reads('batch get', () => orders.get(keys([1, 3, 9, 2])).go({preserveBatchOrder: true}));
    await reads('batch get part', () =>
        orders.get(keys([1, 3])).go({preserveBatchOrder: true, attributes: ['customer', 'id', 'state']}));
    await tell('create again', () => orders.create(order('ann', '1')).go());
    await tell('patch', () => orders.patch({customer: 'ann', id: '1'}).add({total: 10}).set({state: 'lost'}).go({response: 'all_new'}));
    await reads('get patched', () => orders.get({customer: 'ann', id: '1'}).go());
    await reads('batch get patched', () => orders.get(keys([1, 2])).go({preserveBatchOrder: true}));
    await reads('query', () => orders.query.byCustomer({customer: 'ann'}).go());
    await reads('query between', () => orders.query.byCustomer({customer: 'ann'}).between({id: '2'}, {id: '4'}).go());
    await reads('query filtered', () =>
        orders.query.byCustomer({customer: 'ann'}).where(({total}, {gt}) => gt(total, 5)).go());
    await reads('query index', () => orders.query.byState({state: 'open'}).go());
    let cursor = null;
    for (let page = 0; page < 4; page++) {
        await tell(`page ${page}`, async () => {
            const answer = await orders.query.byCustomer({customer: 'ann'}).go({cursor, limit: 3, count: 3});
            cursor = answer.cursor;
            return answer;
        });
    }
    await reads('scan', async () => {
        const {data} = await orders.scan.go({pages: 'all'});
        return data.sort((a, b) => (a.id < b.id ? -1 : 1));
    });
    await reads('collection', () => shop.collections.account({customer: 'ann'}).go());
    await tell('transaction', () => shop.transaction.write(({orders, customers}) => [
        orders.patch({customer: 'ann', id: '2'}).set({state: 'lost'}).commit(),
        orders.delete({customer: 'ann', id: '3'}).commit(),
        customers.check({customer: 'ann'}).where(({mail}, {exists}) => exists(mail)).commit(),
    ]).go());
    await reads('after the transaction', () => orders.get(keys([2, 3])).go({preserveBatchOrder: true}));
    await tell('cancelled transaction', () => shop.transaction.write(({orders}) => [
        orders.create(order('ann', '1')).commit(),
        orders.delete({customer: 'ann', id: '4'}).commit(),
    ]).go());
    await reads('after the cancelled one', () => orders.get({customer: 'ann', id: '4'}).go());
    await reads('transaction of reads', () => shop.transaction.get(({orders, customers}) => [
        orders.get({customer: 'ann', id: '1'}).commit(),
        customers.get({customer: 'bob'}).commit(),
    ]).go());
    await tell('upsert', () => customers.upsert({customer: 'bob', mail: 'b@c.d'}).go({response: 'all_new'}));
    await reads('get upserted', () => customers.get({customer: 'bob'}).go());
    await tell('remove', () => orders.remove({customer: 'ann', id: '5'}).go());
    await tell('remove nothing', () => orders.remove({customer: 'ann', id: '5'}).go());
    await reads('get removed', () => orders.get({customer: 'ann', id: '5'}).go());
    await tell('batch delete', () => orders.delete(keys([6, 7])).go());
    await reads('batch get deleted', () => orders.get(keys([4, 6, 7])).go({preserveBatchOrder: true}));
});
