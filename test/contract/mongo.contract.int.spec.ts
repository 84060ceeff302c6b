import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Binary, Decimal128, Double, GridFSBucket, Long, ObjectId, UUID, type Collection } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { real, targets } from './mongo-servers.js';
import { codeOf, DUPLICATE_KEY, ids, type Loose, type MongoTarget } from './mongo-target.js';
import { reportServer } from './report-server.js';

reportServer(real, true);

/** The MongoDB operations that the product uses, which a replacement must support. */
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

    it('looks up by the prefix of a name, ignoring case', async () => {
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

    it('follows a cursor over more documents than one batch holds', async () => {
      await members.deleteMany({});
      await members.insertMany(Array.from({ length: 2_500 }, (_, n) => ({ _id: n, n: 2_500 - n })));
      const read: unknown[] = [];
      for await (const each of members.find({}, { batchSize: 400 }).sort({ _id: 1 })) read.push(each._id);
      expect(read).toEqual(Array.from({ length: 2_500 }, (_, n) => n));
      expect((await members.find().sort({ n: 1 }).toArray())[0]!._id).toBe(2_499);
      expect(await members.find({ n: { $gt: 1_000 } }).toArray()).toHaveLength(1_500);
    });
  });

  describe('documents', () => {
    it('are returned with their original types', async () => {
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

    it('keep 64-bit integers and doubles distinct when other fields are updated', async () => {
      const exact = { promoteValues: false } as const;
      await members.insertOne({ _id: 'a', long: Long.fromNumber(5), double: new Double(1) });
      await members.updateOne({ _id: 'a' }, { $set: { other: Long.fromNumber(6) } });
      const found = await members.findOne({ _id: 'a' }, exact);
      expect([found!['long'], found!['other']]).toEqual([Long.fromNumber(5), Long.fromNumber(6)]);
      expect(found!['double']).toBeInstanceOf(Double);
    });

    it('are found by an equal id: 1 equals 1.0, a UUID equals its bytes, and "1" equals neither', async () => {
      const uuid = new UUID();
      await members.insertMany([{ _id: 1 }, { _id: '1' }, { _id: uuid }]);
      expect(await members.findOne({ _id: new Double(1) })).toEqual({ _id: 1 });
      expect(await members.findOne({ _id: Long.fromNumber(1) })).toEqual({ _id: 1 });
      expect(await members.findOne({ _id: new UUID(uuid.toString()) })).toEqual({ _id: uuid });
      expect(await codeOf(members.insertOne({ _id: new Double(1) }))).toBe(DUPLICATE_KEY);
    });

    it('may have 15 MB, but not 17', async () => {
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

  it('stores files of 5 MB in GridFS, and keeps nothing of a deleted one', async () => {
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
