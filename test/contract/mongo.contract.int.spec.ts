import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  Binary,
  Decimal128,
  Double,
  GridFSBucket,
  Long,
  MongoBulkWriteError,
  ObjectId,
  UUID,
  type Collection,
} from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { real, targets } from './mongo-servers.js';
import { codeOf, DUPLICATE_KEY, type Loose, type MongoTarget } from './mongo-target.js';
import { saySoOrFail } from './real-or-said.js';

saySoOrFail(real, true);

/** What the product asks of MongoDB, no more. Everything here is part of what a replacement must do. */
describe.each(targets)('the MongoDB operations that the product uses, on $name', ({ open }) => {
  let target: MongoTarget;
  let members: Collection<Loose>;
  beforeAll(async () => {
    target = await open();
  });
  afterAll(() => target.close());
  beforeEach(() => {
    members = target.collection();
  });
  const ids = (documents: Loose[]) => documents.map((each) => each._id);

  describe('writing', () => {
    it('inserts, replaces, updates and deletes by id', async () => {
      await members.insertOne({ _id: 'a', name: 'Ada', tags: ['x'] });
      await members.updateOne(
        { _id: 'a' },
        { $set: { 'address.state': 'VIC' }, $inc: { visits: 2 }, $unset: { name: '' } },
      );
      expect(await members.findOne({ _id: 'a' })).toEqual({
        _id: 'a',
        tags: ['x'],
        address: { state: 'VIC' },
        visits: 2,
      });
      await members.replaceOne({ _id: 'a' }, { name: 'Grace' });
      expect(await members.findOne({ _id: 'a' })).toEqual({ _id: 'a', name: 'Grace' });
      expect((await members.deleteOne({ _id: 'a' })).deletedCount).toBe(1);
      expect(await members.findOne({ _id: 'a' })).toBeNull();
    });

    it('changes arrays by adding, adding once, pulling, and by filters', async () => {
      await members.insertOne({ _id: 'a', plans: ['p1'], steps: [{ n: 1 }, { n: 2 }] });
      await members.updateOne({ _id: 'a' }, { $addToSet: { plans: { $each: ['p1', 'p2'] } } });
      await members.updateOne({ _id: 'a' }, { $push: { steps: { n: 3 } } as never });
      await members.updateOne(
        { _id: 'a' },
        { $set: { 'steps.$[old].done': true } },
        { arrayFilters: [{ 'old.n': { $lt: 3 } }] },
      );
      expect(await members.findOne({ _id: 'a' })).toEqual({
        _id: 'a',
        plans: ['p1', 'p2'],
        steps: [{ n: 1, done: true }, { n: 2, done: true }, { n: 3 }],
      });
      await members.updateOne({ _id: 'a' }, { $pull: { plans: 'p1', steps: { n: 2 } } as never });
      expect(await members.findOne({ _id: 'a' })).toMatchObject({ plans: ['p2'], steps: [{ n: 1 }, { n: 3 }] });
    });

    it('updates and deletes many, and tells how many it changed', async () => {
      await members.insertMany([1, 2, 3, 4].map((n) => ({ _id: n, n, even: n % 2 === 0 })));
      const updated = await members.updateMany({ n: { $gte: 2 } }, { $set: { even: true } });
      expect([updated.matchedCount, updated.modifiedCount]).toEqual([3, 1]);
      expect((await members.deleteMany({ even: true })).deletedCount).toBe(3);
      expect(ids(await members.find().toArray())).toEqual([1]);
    });

    it('updates by a pipeline that reads the document', async () => {
      await members.insertOne({ _id: 'a', total: 5, part: 2 });
      await members.updateOne({ _id: 'a' }, [
        { $set: { rest: { $subtract: ['$total', '$part'] } } },
        { $unset: 'part' },
      ]);
      expect(await members.findOne({ _id: 'a' })).toEqual({ _id: 'a', total: 5, rest: 3 });
    });

    it('upserts from the filter, the changes and what is set on insertion only', async () => {
      const change = { $set: { name: 'Ada' }, $setOnInsert: { since: 2024 } };
      const first = await members.updateOne({ _id: 'a', plan: 'p1' }, change, { upsert: true });
      expect(first.upsertedId).toBe('a');
      expect(await members.findOne({ _id: 'a' })).toEqual({ _id: 'a', plan: 'p1', name: 'Ada', since: 2024 });
      await members.updateOne(
        { _id: 'a' },
        { $set: { name: 'Grace' }, $setOnInsert: { since: 2030 } },
        { upsert: true },
      );
      expect(await members.findOne({ _id: 'a' })).toEqual({ _id: 'a', plan: 'p1', name: 'Grace', since: 2024 });
    });

    it('lets the newest revision win: an older guarded upsert is refused with 11000', async () => {
      const write = (revision: number) =>
        members.updateOne(
          { _id: 'a', revision: { $lt: Long.fromNumber(revision) } },
          { $set: { revision: Long.fromNumber(revision) } },
          { upsert: true },
        );
      await write(2);
      expect(await codeOf(write(1))).toBe(DUPLICATE_KEY);
      expect(await codeOf(write(2))).toBe(DUPLICATE_KEY);
      await write(3);
      expect(await members.findOne({ _id: 'a' })).toEqual({ _id: 'a', revision: 3 });
    });

    it('stops an ordered bulk write at the first refusal, and carries an unordered one on', async () => {
      const operations = (prefix: string) => [
        { insertOne: { document: { _id: `${prefix}1` } } },
        { insertOne: { document: { _id: `${prefix}1` } } },
        { updateOne: { filter: { _id: `${prefix}2` }, update: { $set: { n: 1 } }, upsert: true } },
        { replaceOne: { filter: { _id: `${prefix}3` }, replacement: { n: 2 }, upsert: true } },
        { deleteOne: { filter: { _id: `${prefix}1` } } },
      ];
      const failure = async (ordered: boolean, prefix: string) => {
        const error = await members.bulkWrite(operations(prefix), { ordered }).catch((e: unknown) => e);
        expect(error).toBeInstanceOf(MongoBulkWriteError);
        return error as MongoBulkWriteError;
      };
      const ordered = await failure(true, 'o');
      expect([ordered.writeErrors].flat().map((each) => [each.index, each.code])).toEqual([[1, DUPLICATE_KEY]]);
      expect(ids(await members.find().toArray())).toEqual(['o1']);
      const unordered = await failure(false, 'u');
      expect([unordered.result.upsertedCount, unordered.result.deletedCount]).toEqual([2, 1]);
      expect(ids(await members.find().sort({ _id: 1 }).toArray())).toEqual(['o1', 'u2', 'u3']);
    });

    it('counts, leases and takes by finding and changing in one step', async () => {
      const next = () =>
        members.findOneAndUpdate({ _id: 'counter' }, { $inc: { n: 1 } }, { upsert: true, returnDocument: 'after' });
      const numbers = await Promise.all(Array.from({ length: 20 }, next));
      expect(numbers.map((each) => each!['n'] as number).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, i) => i + 1),
      );

      await members.insertMany([2, 1, 3].map((n) => ({ _id: `job${n}`, n, until: new Date(0) })));
      const lease = () =>
        members.findOneAndUpdate(
          { until: { $lt: new Date() } },
          { $set: { until: new Date(Date.now() + 60_000) } },
          { sort: { n: 1 }, projection: { n: 1 } },
        );
      expect(
        [await lease(), await lease(), await lease(), await lease()].map((each) => each?.['n'] as unknown),
      ).toEqual([1, 2, 3, undefined]);
      expect(await members.findOneAndDelete({ _id: 'job1' })).toMatchObject({ n: 1 });
      expect(await members.findOneAndReplace({ _id: 'job2' }, { n: 9 })).toMatchObject({ n: 2 });
    });

    it('takes a $ within a name for a letter, and sets everything beside it', async () => {
      const set = { cost$: 1, a: { b$: 2 }, n: 3 };
      await members.updateOne({ _id: 'new' }, { $set: set }, { upsert: true });
      await members.insertOne({ _id: 'old', a: { c: 4 } });
      await members.updateOne({ _id: 'old' }, { $set: { cost$: 1, 'a.b$': 2 }, $inc: { n: 3 } });
      expect(await members.findOne({ _id: 'new' })).toEqual({ _id: 'new', ...set });
      expect(await members.findOne({ _id: 'old' })).toEqual({ _id: 'old', ...set, a: { c: 4, b$: 2 } });
    });

    it('refuses what would lose data silently', async () => {
      await members.insertOne({ _id: 'a', name: 'Ada', list: [1] });
      await codeOf(members.updateOne({ _id: 'a' }, { $inc: { name: 1 } }));
      await codeOf(members.updateOne({ _id: 'a' }, { $push: { name: 1 } as never }));
      await codeOf(members.updateOne({ _id: 'a' }, { $set: { 'name.first': 'A' } }));
      await codeOf(members.updateOne({ _id: 'a' }, { $set: { _id: 'b' } }));
      await codeOf(members.updateOne({ _id: 'a' }, { $set: { x: 1, 'x.y': 2 } }));
      await codeOf(members.find({ name: { $nonsense: 1 } }).toArray());
      expect(await members.findOne({ _id: 'a' })).toEqual({ _id: 'a', name: 'Ada', list: [1] });
    });
  });

  describe('indexes', () => {
    it('keeps a unique index, also while documents change', async () => {
      await members.createIndex({ plan: 1, number: 1 }, { unique: true });
      await members.insertMany([
        { _id: 1, plan: 'a', number: 1 },
        { _id: 2, plan: 'a', number: 2 },
        { _id: 3, plan: 'b', number: 1 },
      ]);
      const error = await members.insertOne({ _id: 4, plan: 'a', number: 2 }).catch((e: unknown) => e);
      expect(error).toMatchObject({ code: DUPLICATE_KEY, keyPattern: { plan: 1, number: 1 } });
      expect(await codeOf(members.updateOne({ _id: 3 }, { $set: { plan: 'a' } }))).toBe(DUPLICATE_KEY);
      await members.deleteOne({ _id: 1 });
      await members.updateOne({ _id: 3 }, { $set: { plan: 'a' } });
      expect(ids(await members.find({ plan: 'a', number: 1 }).toArray())).toEqual([3]);
    });

    it('builds a unique index only over documents that are', async () => {
      await members.insertMany([
        { _id: 1, n: 1 },
        { _id: 2, n: 1 },
      ]);
      expect(await codeOf(members.createIndex({ n: 1 }, { unique: true }))).toBe(DUPLICATE_KEY);
      expect((await members.indexes()).map((index) => index.name)).toEqual(['_id_']);
    });

    it('leaves documents outside a partial or sparse index alone', async () => {
      await members.createIndex({ running: 1 }, { unique: true, partialFilterExpression: { state: 'running' } });
      await members.createIndex({ email: 1 }, { unique: true, sparse: true });
      await members.insertMany([
        { _id: 1, running: 'x', state: 'done' },
        { _id: 2, running: 'x', state: 'done' },
        { _id: 3, running: 'x', state: 'running', email: 'a@example.org' },
      ]);
      expect(await codeOf(members.insertOne({ _id: 4, running: 'x', state: 'running' }))).toBe(DUPLICATE_KEY);
      expect(await codeOf(members.updateOne({ _id: 1 }, { $set: { state: 'running' } }))).toBe(DUPLICATE_KEY);
      expect(await codeOf(members.updateOne({ _id: 1 }, { $set: { email: 'a@example.org' } }))).toBe(DUPLICATE_KEY);
      expect(ids(await members.find({ running: 'x', state: 'running' }).toArray())).toEqual([3]);
      expect(await members.countDocuments({ running: 'x' })).toBe(3);
    });

    it('lists and drops indexes, creates one again without complaint, and refuses another under its name', async () => {
      await members.createIndex({ at: 1 }, { expireAfterSeconds: 60, name: 'expiry' });
      await members.createIndex({ at: 1 }, { expireAfterSeconds: 60, name: 'expiry' });
      expect(await members.indexes()).toMatchObject([
        { name: '_id_' },
        { name: 'expiry', key: { at: 1 }, expireAfterSeconds: 60 },
      ]);
      expect([85, 86]).toContain(await codeOf(members.createIndex({ other: 1 }, { name: 'expiry' })));
      await members.dropIndex('expiry');
      expect((await members.indexes()).map((index) => index.name)).toEqual(['_id_']);
    });

    it('finds the same with an index as without', async () => {
      const values = [
        null,
        1,
        2.5,
        '1',
        'b',
        true,
        new Date(5),
        [1, 'b'],
        [],
        { a: 1 },
        new ObjectId('0123456789abcdef01234567'),
      ];
      await members.insertMany([{ _id: 'none' }, ...values.map((v, i) => ({ _id: i, v }))]);
      const filters = [
        { v: null },
        { v: 1 },
        { v: 'b' },
        { v: { $in: [1, true, new Date(5)] } },
        { v: { $gt: 1 } },
        { v: { $gte: '1', $lt: 'c' } },
        { v: { $lte: new Date(6) } },
        { v: { $ne: 1 } },
        { v: { $exists: false } },
        { v: new ObjectId('0123456789abcdef01234567') },
        { v: { a: 1 } },
      ];
      const search = async () => {
        const found: unknown[] = [];
        for (const filter of filters) found.push(ids(await members.find(filter).sort({ _id: 1 }).toArray()));
        return found;
      };
      const without = await search();
      for (const way of [1, -1] as const) {
        await members.createIndex({ v: way }, { name: 'tried' });
        expect(await search()).toEqual(without);
        await members.dropIndex('tried');
      }
      expect(without).toEqual([
        [0, 'none'],
        [1, 7],
        [4, 7],
        [1, 5, 6, 7],
        [2],
        [3, 4, 7],
        [6],
        [0, 2, 3, 4, 5, 6, 8, 9, 10, 'none'],
        ['none'],
        [10],
        [9],
      ]);
    });
  });

  describe('reading', () => {
    beforeEach(async () => {
      await members.insertMany(
        ['Smith', 'smythe', 'Jones', 'SMITHERS', 'Brown'].map((surname, i) => ({
          _id: i,
          surname,
          plan: i < 3 ? 'a' : 'b',
          balance: 10 * (i % 3),
        })),
      );
    });

    it('sorts, skips, limits and projects', async () => {
      expect(ids(await members.find().sort({ balance: -1, _id: 1 }).skip(1).limit(3).toArray())).toEqual([1, 4, 0]);
      expect(await members.find({ _id: 1 }).project({ surname: 1, _id: 0 }).toArray()).toEqual([{ surname: 'smythe' }]);
      expect(await members.find({ _id: 1 }).project({ plan: 0, balance: 0 }).toArray()).toEqual([
        { _id: 1, surname: 'smythe' },
      ]);
    });

    it('sorts by an index in both directions, after an equality', async () => {
      await members.createIndex({ plan: 1, surname: 1 });
      expect(ids(await members.find({ plan: 'a' }).sort({ surname: 1 }).toArray())).toEqual([2, 0, 1]);
      expect(ids(await members.find({ plan: 'a' }).sort({ surname: -1 }).limit(2).toArray())).toEqual([1, 0]);
      expect(
        ids(
          await members
            .find({ plan: 'a', surname: { $gt: 'K' } })
            .sort({ surname: 1 })
            .toArray(),
        ),
      ).toEqual([0, 1]);
    });

    it('looks up by the beginning of a name, whatever its case', async () => {
      expect(ids(await members.find({ surname: /^smi/i }).sort({ _id: 1 }).toArray())).toEqual([0, 3]);
      expect(
        ids(
          await members
            .find({ surname: { $regex: '^sm', $options: 'i' }, plan: 'a' })
            .sort({ _id: 1 })
            .toArray(),
        ),
      ).toEqual([0, 1]);
      expect(
        ids(
          await members
            .find({ $or: [{ surname: /^jon/i }, { _id: 4 }] })
            .sort({ _id: 1 })
            .toArray(),
        ),
      ).toEqual([2, 4]);
    });

    it('counts, and lists distinct values', async () => {
      expect(await members.countDocuments({ plan: 'a' })).toBe(3);
      expect(await members.countDocuments({ plan: 'a' }, { skip: 1, limit: 1 })).toBe(1);
      expect(await members.countDocuments({ plan: 'z' })).toBe(0);
      expect(await members.estimatedDocumentCount()).toBe(5);
      expect((await members.distinct('balance', { plan: 'a' })).sort()).toEqual([0, 10, 20]);
    });

    it('groups, facets and joins', async () => {
      const groups = [{ $group: { _id: '$plan', n: { $sum: 1 }, total: { $sum: '$balance' } } }, { $sort: { _id: 1 } }];
      expect(await members.aggregate(groups).toArray()).toEqual([
        { _id: 'a', n: 3, total: 30 },
        { _id: 'b', n: 2, total: 10 },
      ]);
      const page = [
        { $match: { plan: 'a' } },
        {
          $facet: {
            rows: [{ $sort: { surname: 1 } }, { $limit: 1 }, { $project: { surname: 1 } }],
            all: [{ $count: 'n' }],
          },
        },
      ];
      expect(await members.aggregate(page).toArray()).toEqual([
        { rows: [{ _id: 2, surname: 'Jones' }], all: [{ n: 3 }] },
      ]);
      const plans = target.collection();
      await plans.insertOne({ _id: 'a', name: 'Plan A' });
      const join = [
        { $match: { _id: { $in: [0, 3] } } },
        { $sort: { _id: 1 } },
        { $lookup: { from: plans.collectionName, localField: 'plan', foreignField: '_id', as: 'plans' } },
        { $project: { plans: 1 } },
      ];
      expect(await members.aggregate(join).toArray()).toEqual([
        { _id: 0, plans: [{ _id: 'a', name: 'Plan A' }] },
        { _id: 3, plans: [] },
      ]);
    });

    it('follows a cursor over more documents than one batch holds', async () => {
      await members.deleteMany({});
      await members.insertMany(Array.from({ length: 2_500 }, (_, n) => ({ _id: n, n: 2_500 - n })));
      const read: unknown[] = [];
      for await (const each of members.find({}, { batchSize: 400 }).sort({ _id: 1 })) read.push(each._id);
      expect(read).toEqual(Array.from({ length: 2_500 }, (_, n) => n));
      expect((await members.find().sort({ n: 1 }).toArray())[0]!._id).toBe(2_499);
      expect(await members.aggregate([{ $match: { n: { $gt: 1_000 } } }]).toArray()).toHaveLength(1_500);
    });
  });

  describe('documents', () => {
    it('come back with the types that they went in with', async () => {
      const document = {
        _id: new ObjectId(),
        at: new Date('2024-02-29T12:00:00.123Z'),
        bytes: new Binary(Buffer.from([0, 128, 255])),
        id: new UUID(),
        big: Long.fromString('9223372036854775807'),
        money: Decimal128.fromString('1234567890.0123456789'),
        ratio: 0.1,
        whole: 7,
        nested: [{ nothing: null, text: 'zürich \u0000 ✓' }],
        pattern: /a.b/i,
      };
      await members.insertOne(document);
      await members.updateOne({ _id: document._id }, { $set: { touched: true } });
      expect(await members.findOne({ _id: document._id })).toEqual({ ...document, touched: true });
    });

    it('keep 64-bit integers and doubles apart over updates of other fields', async () => {
      const exact = { promoteValues: false } as const;
      await members.insertOne({ _id: 'a', long: Long.fromNumber(5), double: new Double(1) });
      await members.updateOne({ _id: 'a' }, { $set: { other: Long.fromNumber(6) } });
      const found = await members.findOne({ _id: 'a' }, exact);
      expect([found!['long'], found!['other']]).toEqual([Long.fromNumber(5), Long.fromNumber(6)]);
      expect(found!['double']).toBeInstanceOf(Double);
    });

    it('are found by an equal id: 1 is 1.0, a UUID is its bytes, and "1" is neither', async () => {
      const uuid = new UUID();
      await members.insertMany([{ _id: 1 }, { _id: '1' }, { _id: uuid }]);
      expect(await members.findOne({ _id: new Double(1) })).toEqual({ _id: 1 });
      expect(await members.findOne({ _id: Long.fromNumber(1) })).toEqual({ _id: 1 });
      expect(await members.findOne({ _id: new UUID(uuid.toString()) })).toEqual({ _id: uuid });
      expect(await codeOf(members.insertOne({ _id: new Double(1) }))).toBe(DUPLICATE_KEY);
    });

    it('may have 15 MB and not 17', async () => {
      const large = new Binary(randomBytes(15_000_000));
      await members.insertOne({ _id: 'large', large });
      const found = await members.findOne({ _id: 'large' });
      expect(Buffer.compare((found!['large'] as Binary).value(), large.value())).toBe(0);
      await expect(members.insertOne({ _id: 'larger', large: new Binary(Buffer.alloc(17_000_000)) })).rejects.toThrow();
      await expect(
        members.updateOne({ _id: 'large' }, { $set: { more: new Binary(Buffer.alloc(2_000_000)) } }),
      ).rejects.toThrow();
      expect(await members.countDocuments({ more: { $exists: true } })).toBe(0);
    });
  });

  it('replaces a whole collection by renaming another over it', async () => {
    const fresh = target.collection();
    await members.insertOne({ _id: 'old' });
    await fresh.createIndex({ n: 1 }, { unique: true });
    await fresh.insertOne({ _id: 'new', n: 1 });
    expect(await codeOf(fresh.rename(members.collectionName))).toBe(48);
    await fresh.rename(members.collectionName, { dropTarget: true });
    expect(ids(await members.find().toArray())).toEqual(['new']);
    expect(await codeOf(members.insertOne({ _id: 'newer', n: 1 }))).toBe(DUPLICATE_KEY);
    const names = (await target.db.listCollections({}, { nameOnly: true }).toArray()).map((each) => each.name);
    expect([names.includes(members.collectionName), names.includes(fresh.collectionName)]).toEqual([true, false]);
  });

  it('keeps files of 5 MB in GridFS, and nothing of a deleted one', async () => {
    const bucketName = members.collectionName;
    const bucket = new GridFSBucket(target.db, { bucketName });
    const content = randomBytes(5 * 1024 * 1024);
    const upload = bucket.openUploadStream('members.csv', { metadata: { sha256: 'abc' } });
    await new Promise((resolve, reject) =>
      Readable.from([content]).pipe(upload).on('finish', resolve).on('error', reject),
    );
    expect((await buffer(bucket.openDownloadStream(upload.id))).equals(content)).toBe(true);
    const [file] = await bucket.find({ filename: 'members.csv' }).toArray();
    expect(file).toMatchObject({ length: content.length, metadata: { sha256: 'abc' } });
    await bucket.delete(upload.id);
    expect(await target.db.collection(`${bucketName}.chunks`).countDocuments()).toBe(0);
    await expect(buffer(bucket.openDownloadStream(upload.id))).rejects.toThrow();
  });
});
