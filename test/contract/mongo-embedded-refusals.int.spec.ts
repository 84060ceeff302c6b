import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { embeddedMongo } from './mongo-embedded.fixture.js';
import { codeOf, type Loose } from './mongo-target.js';

describe('the embedded MongoDB server refuses unsupported features with an error:', () => {
  const { client, start } = embeddedMongo();

  it('commands, fields of commands, stages, operators and kinds of index', async () => {
    const connected = await client((await start()).url);
    const db = connected.db('test');
    const items = db.collection<Loose>('items');
    await items.insertOne({ _id: 1 });
    expect(await codeOf(db.command({ mapReduce: 'items' }))).toBe(59);
    expect(await codeOf(db.command({ constructor: 1 }))).toBe(59);
    expect(await codeOf(items.find({}, { collation: { locale: 'en', strength: 2 } }).toArray())).toBe(40415);
    expect(await codeOf(items.find().hint('_id_').toArray())).toBe(40415);
    expect(await codeOf(items.updateOne({ _id: 1 }, { $set: { a: 1 } }, { collation: { locale: 'en' } }))).toBe(40415);
    for (const stage of [
      { $out: 'elsewhere' },
      { $merge: 'elsewhere' },
      { $nonsense: 1 },
      { $facet: { a: [{ $out: 'x' }] } },
      { $lookup: { from: 'items', localField: 'a', foreignField: '_id', as: 'b' } },
    ]) {
      expect(await codeOf(items.aggregate([stage]).toArray())).toBe(40324);
    }
    expect(await codeOf(items.watch().next())).toBe(40324);
    expect(await codeOf(items.find({ $where: 'true' }).toArray())).toBe(2);
    expect(await codeOf(items.updateOne({ _id: 1 }, { $set: { a: 1, $where: 2 } }))).toBe(52);
    for (const update of [{ $push: { a: 1 } }, { $rename: { a: 'b' } }, [{ $set: { a: 1 } }]])
      expect(await codeOf(items.updateOne({ _id: 1 }, update as never))).toBe(9);
    for (const update of [{ $set: { 'a.$': 1 } }, { $unset: { 'a.$[]': '' } }, { $addToSet: { a: { $each: [1] } } }])
      expect(await codeOf(items.updateOne({ _id: 1 }, update as never))).toBe(2);
    for (const filter of [
      { a: { $elemMatch: { b: 1 } } },
      { a: { $not: { $gt: 1 } } },
      { a: { b: 1 } },
      { $expr: true },
    ])
      expect(await codeOf(items.find(filter as never).toArray())).toBe(2);
    expect(await codeOf(items.find({}, { projection: { 'a.b': 1 } }).toArray())).toBe(2);
    const session = connected.startSession();
    session.startTransaction();
    expect(await codeOf(items.insertOne({ _id: 2 }, { session }))).toBe(40415);
    await session.endSession();
    expect(await items.find().toArray()).toEqual([{ _id: 1 }]);
    expect(await codeOf(items.createIndex({ a: 'text' }))).toBe(67);
    expect(await codeOf(items.createIndex({ a: 1 }, { collation: { locale: 'en' } }))).toBe(67);
    expect(await codeOf(db.createCollection('capped', { capped: true, size: 1000 }))).toBe(59);
  });

  it('bytes that are not a message: the connection ends, the server continues', async () => {
    const { url } = await start();
    const path = decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(url)![1]!);
    const header = (length: number, opCode: number) => {
      const bytes = Buffer.alloc(16);
      bytes.writeInt32LE(length, 0);
      bytes.writeInt32LE(opCode, 12);
      return bytes;
    };
    const garbage = [
      Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
      Buffer.alloc(64, 0xa5),
      header(-1, 2013),
      header(48_000_001, 2013),
      header(16, 2013),
      Buffer.concat([header(36, 2013), Buffer.alloc(20, 0xff)]),
      Buffer.concat([header(26, 2013), Buffer.from([0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 0])]),
      Buffer.concat([header(20, 2012), Buffer.alloc(4)]),
    ];
    for (const bytes of garbage) {
      const socket = connect(path);
      socket.on('error', () => undefined);
      socket.resume().write(bytes);
      await new Promise((resolve) => socket.on('close', resolve));
    }
    expect(await (await client(url)).db('test').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});
