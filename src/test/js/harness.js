'use strict';
// What the suites share: clients of the endpoint under test, tables of their own, and short names for requests.
const {test, before, after} = require('node:test');
const assert = require('node:assert/strict');
const dynamodb = require('@aws-sdk/client-dynamodb');
const streams = require('@aws-sdk/client-dynamodb-streams');
const lib = require('@aws-sdk/lib-dynamodb');

const settings = {
    endpoint: process.env.HEATSHIELD_ENDPOINT,
    region: 'us-east-1',
    credentials: {accessKeyId: 'any', secretAccessKey: 'any'},
    maxAttempts: 1,
};
const client = new dynamodb.DynamoDBClient(settings);
const streamsClient = new streams.DynamoDBStreamsClient(settings);
const documents = lib.DynamoDBDocumentClient.from(client, {marshallOptions: {removeUndefinedValues: true}});

/** Sends one command by its name, to the client that knows it; plain values for documents. */
function send(name, input) {
    if (lib[name + 'Command']) {
        return documents.send(new lib[name + 'Command'](input));
    }
    if (dynamodb[name + 'Command']) {
        return client.send(new dynamodb[name + 'Command'](input));
    }
    return streamsClient.send(new streams[name + 'Command'](input));
}

/** The same without metadata, so that it can be compared. */
async function answer(name, input) {
    const {$metadata, ...rest} = await send(name, input);
    return rest;
}

/** The name and words of an error that must come. */
async function failure(name, input) {
    try {
        await send(name, input);
    } catch (error) {
        return error;
    }
    throw new assert.AssertionError({message: `${name} must fail`});
}

async function fails(name, input, kind, words) {
    const error = await failure(name, input);
    assert.equal(error.name, kind, error.message);
    if (words !== undefined) {
        const message = error.message.replace(/^1 validation error detected: (?!Value (null|'|at ))/, '');
        if (words instanceof RegExp) {
            assert.match(message, words);
        } else {
            assert.equal(message, words);
        }
    }
    return error;
}

let made = 0;

/** Makes a table for a suite, fills it, and takes it away at the end. */
function table(keys, more = {}) {
    const name = `Js${process.pid}T${made++}`;
    const names = Object.keys(keys);
    before(async () => {
        await send('CreateTable', {
            TableName: name,
            BillingMode: 'PAY_PER_REQUEST',
            AttributeDefinitions: [...Object.entries(keys), ...Object.entries(more.definitions ?? {})].map(
                ([AttributeName, AttributeType]) => ({AttributeName, AttributeType})),
            KeySchema: schema(...names),
            ...more.members,
        });
        await dynamodb.waitUntilTableExists({client, maxWaitTime: 20, minDelay: 1}, {TableName: name});
        await more.fill?.(name);
    });
    after(() => send('DeleteTable', {TableName: name}));
    return name;
}

function schema(hash, range) {
    const keys = [{AttributeName: hash, KeyType: 'HASH'}];
    return range ? [...keys, {AttributeName: range, KeyType: 'RANGE'}] : keys;
}

module.exports = {settings, test, assert, client, documents, dynamodb, lib, send, answer, failure, fails, table, schema};
