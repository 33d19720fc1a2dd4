'use strict';
// What the programs share: the client, a log of answers to compare, and reads made three times, cold and warm.
const dynamodb = require('@aws-sdk/client-dynamodb');

const client = new dynamodb.DynamoDB({
    endpoint: process.env.HEATSHIELD_ENDPOINT,
    region: 'us-east-1',
    credentials: {accessKeyId: 'any', secretAccessKey: 'any'},
    maxAttempts: 1,
});

const told = [];

function plain(value) {
    return JSON.stringify(value, (name, each) =>
        each instanceof Set ? [...each].sort() : name === '$metadata' || name === 'cause' ? undefined : each);
}

/** Notes what came of it, answer or error, under a name. */
async function tell(name, action) {
    try {
        told.push(`${name}: ${plain(await action())}`);
    } catch (error) {
        told.push(`${name}: ! ${error.name} ${error.message}`);
    }
}

async function reads(name, action) {
    for (const turn of ['cold', 'warm', 'warmer']) {
        await tell(`${name} (${turn})`, action);
    }
}

async function table(TableName, keys, indexes = []) {
    const all = [keys, ...indexes];
    await client.send(new dynamodb.CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...new Set(all.flat())].map(AttributeName => ({AttributeName, AttributeType: 'S'})),
        KeySchema: schema(keys),
        ...(indexes.length && {
            GlobalSecondaryIndexes: indexes.map(names => ({
                IndexName: names.join('-') + '-index',
                KeySchema: schema(names),
                Projection: {ProjectionType: 'ALL'},
            })),
        }),
    }));
    await dynamodb.waitUntilTableExists({client, maxWaitTime: 30, minDelay: 1, maxDelay: 1}, {TableName});
}

function schema([hash, range]) {
    return [
        {AttributeName: hash, KeyType: 'HASH'},
        ...(range ? [{AttributeName: range, KeyType: 'RANGE'}] : []),
    ];
}

function run(program) {
    program().then(
        () => console.log(told.join('\n')),
        error => {
            console.error(error);
            process.exitCode = 1;
        });
}

module.exports = {client, tell, reads, table, run};
