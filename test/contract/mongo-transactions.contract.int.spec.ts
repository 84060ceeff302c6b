import type { ClientSession, Collection } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { targets } from './mongo-servers.js';
import { codeOf, DUPLICATE_KEY, WRITE_CONFLICT, type Loose, type MongoTarget } from './mongo-target.js';

describe.each(targets)('transactions on $name', ({ open }) => {
  let target: MongoTarget;
  let accounts: Collection<Loose>;
  let session: ClientSession;
  beforeAll(async () => {
    target = await open();
  });
  afterAll(() => target.close());
  beforeEach(async () => {
    accounts = target.collection();
    await accounts.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 1 },
    ]);
    session = target.client.startSession();
  });
  afterEach(() => session.endSession());
  const stateOf = async (options: { session?: ClientSession } = {}) =>
    (await accounts.find({}, options).sort({ _id: 1 }).toArray())
      .map((each) => `${String(each._id)}${String(each['n'])}`)
      .join(' ');

  it('show their writes to themselves at once and to others after the commit', async () => {
    session.startTransaction();
    await accounts.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    await accounts.insertOne({ _id: 'c', n: 1 }, { session });
    await accounts.deleteOne({ _id: 'b' }, { session });
    expect(await stateOf({ session })).toBe('a2 c1');
    expect(await accounts.countDocuments({ n: { $gte: 1 } }, { session })).toBe(2);
    expect(await stateOf()).toBe('a1 b1');
    await session.commitTransaction();
    expect(await stateOf()).toBe('a2 c1');
  });

  it('leave nothing behind when aborted', async () => {
    session.startTransaction();
    await accounts.updateMany({}, { $set: { n: 9 } }, { session });
    await accounts.insertOne({ _id: 'c', n: 9 }, { session });
    await session.abortTransaction();
    expect(await stateOf()).toBe('a1 b1');
  });

  it('read a consistent snapshot', async () => {
    session.startTransaction({ readConcern: { level: 'snapshot' } });
    expect(await stateOf({ session })).toBe('a1 b1');
    await accounts.updateOne({ _id: 'b' }, { $set: { n: 5 } });
    await accounts.insertOne({ _id: 'c', n: 5 });
    expect(await stateOf({ session })).toBe('a1 b1');
    await session.commitTransaction();
    expect(await stateOf()).toBe('a1 b5 c5');
  });

  it('conflict when two write the same document, and the second can be retried', async () => {
    const other = target.client.startSession();
    session.startTransaction();
    other.startTransaction();
    await accounts.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    const refused = await accounts
      .updateOne({ _id: 'a' }, { $inc: { n: 10 } }, { session: other })
      .catch((e: unknown) => e);
    expect(refused).toMatchObject({ code: WRITE_CONFLICT });
    expect((refused as { hasErrorLabel(label: string): boolean }).hasErrorLabel('TransientTransactionError')).toBe(
      true,
    );
    await other.abortTransaction();
    await session.commitTransaction();
    await other.withTransaction(() => accounts.updateOne({ _id: 'a' }, { $inc: { n: 10 } }, { session: other }));
    await other.endSession();
    expect(await stateOf()).toBe('a12 b1');
  });

  it('conflict with a write after their snapshot', async () => {
    session.startTransaction({ readConcern: { level: 'snapshot' } });
    await accounts.findOne({ _id: 'b' }, { session });
    await accounts.updateOne({ _id: 'a' }, { $set: { n: 7 } });
    expect(await codeOf(accounts.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session }))).toBe(WRITE_CONFLICT);
    await session.abortTransaction();
    expect(await stateOf()).toBe('a7 b1');
  });

  it('block a plain write to their documents until they end', async () => {
    session.startTransaction();
    await accounts.updateOne({ _id: 'a' }, { $set: { n: 5 } }, { session });
    const order: string[] = [];
    const plain = accounts.updateOne({ _id: 'a' }, { $inc: { n: 1 } }).then(() => order.push('plain'));
    // A write to another document is not blocked.
    await accounts.updateOne({ _id: 'b' }, { $inc: { n: 1 } });
    order.push('commit');
    await session.commitTransaction();
    await plain;
    expect(order).toEqual(['commit', 'plain']);
    expect(await stateOf()).toBe('a6 b2');
  });

  it('are retried by withTransaction until all increments are applied', async () => {
    const add = async () => {
      const own = target.client.startSession();
      await own.withTransaction(async () => {
        const found = await accounts.findOne({ _id: 'a' }, { session: own });
        await accounts.updateOne({ _id: 'a' }, { $set: { n: Number(found!['n']) + 1 } }, { session: own });
        await accounts.updateOne({ _id: 'b' }, { $inc: { n: 1 } }, { session: own });
      });
      await own.endSession();
    };
    await Promise.all(Array.from({ length: 5 }, add));
    expect(await stateOf()).toBe('a6 b6');
  });

  it('keep unique indexes', async () => {
    await accounts.createIndex({ name: 1 }, { unique: true, sparse: true });
    await accounts.updateOne({ _id: 'a' }, { $set: { name: 'x' } });
    session.startTransaction();
    expect(await codeOf(accounts.updateOne({ _id: 'b' }, { $set: { name: 'x' } }, { session }))).toBe(DUPLICATE_KEY);
    await session.abortTransaction();
    session.startTransaction();
    await accounts.deleteOne({ _id: 'a' }, { session });
    await accounts.updateOne({ _id: 'b' }, { $set: { name: 'x' } }, { session });
    await session.commitTransaction();
    expect(await stateOf()).toBe('b1');
  });
});
