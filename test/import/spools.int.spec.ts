import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spools } from '@superscope/api/csv/run/spools';
import { startMongo, type RunningMongo } from '@superscope/embedded/mongo/mongo-engine';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'superscope-spools-'));
let engine: RunningMongo;
let mongo: MongoClient;
let spools: Spools;
beforeAll(async () => {
  engine = await startMongo({ dataDir: folder });
  mongo = await MongoClient.connect(engine.url);
  spools = new Spools({ db: mongo.db('files') }, new KeyVault(mongo, { masterKey: Buffer.alloc(32, 3) }));
});
afterAll(async () => {
  await mongo.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const line = (i: number) => `EAST.P1 2024-06\t["Kowalczyk",${i},"${'x'.repeat(i % 300)}"]`;
const chunks = () => mongo.db('files').collection<{ data: { buffer: Uint8Array } }>('imports.chunks');

async function spooled(importId: string, count: number) {
  const writer = await spools.create(importId);
  await writer.keep(Array.from({ length: count }, (_, i) => line(i)));
  return writer.finish(true);
}

const begun = async (before: Date) => (await spools.begunBefore(before)).map(({ importId }) => importId);
const inAWhile = () => new Date(Date.now() + 10_000);

const readBack = async (importId: string, sha256: string) => {
  const lines: string[] = [];
  for await (const some of (await spools.find(importId, sha256)).lines()) lines.push(...some);
  return lines;
};

describe('the spool of an import', () => {
  it('returns its lines every time it is read', async () => {
    const count = 5_000;
    const { sha256 } = await spooled('one', count);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    for (let time = 0; time < 2; time += 1) {
      const lines = await readBack('one', sha256);
      expect(lines).toHaveLength(count);
      expect(lines[4_321]).toBe(line(4_321));
    }
  });

  it('leaves nothing when it is discarded, not even pending writes', async () => {
    const before = await chunks().countDocuments();
    const writer = await spools.create('given up');
    await writer.keep(Array.from({ length: 5_000 }, (_, i) => line(i)));
    await writer.abort();
    expect(await chunks().countDocuments()).toBe(before);
  });

  it('is stored encrypted', async () => {
    await spooled('two', 100);
    for await (const { data } of chunks().find({})) expect(Buffer.from(data.buffer).includes('Kowalczyk')).toBe(false);
  });

  it('that is truncated or incomplete is not mistaken for a complete one', async () => {
    const { sha256 } = await spooled('three', 5_000);
    const entry = await mongo.db('files').collection('imports.files').findOne({ 'metadata.importId': 'three' });
    const last = await chunks().find({ files_id: entry!._id }).sort({ n: -1 }).limit(1).next();
    await chunks().deleteOne({ _id: last!._id });
    await expect(readBack('three', sha256)).rejects.toThrow();
  });

  it('is gone when it is deleted or discarded', async () => {
    const { sha256 } = await spooled('four', 10);
    const { spoolId } = (await spools.begunBefore(inAWhile())).find(({ importId }) => importId === 'four')!;
    await spools.delete(spoolId);
    await expect(spools.find('four', sha256)).rejects.toThrow(/no longer there/);
    const before = await chunks().countDocuments();
    const writer = await spools.create('five');
    await writer.keep(Array.from({ length: 5_000 }, (_, i) => line(i)));
    await writer.abort();
    expect(await chunks().countDocuments()).toBe(before);
    const whole = await spools.create('six');
    await whole.keep([line(1)]);
    await whole.finish(true);
    await whole.abort();
    expect(await chunks().countDocuments()).toBe(before);
    expect(await begun(inAWhile())).toEqual(['one', 'two', 'three']);
  });

  it('is the one named by its import, even if another upload left one for the same import', async () => {
    const [first, second] = [await spooled('twice', 10), await spooled('twice', 20)];
    expect(await readBack('twice', first.sha256)).toHaveLength(10);
    expect(await readBack('twice', second.sha256)).toHaveLength(20);
  });

  it('is removed if its api died before it was complete, unlike complete ones', async () => {
    const { sha256 } = await spooled('whole', 5_000);
    const before = await chunks().countDocuments();
    const dead = await spools.create('dead');
    await dead.keep(Array.from({ length: 5_000 }, (_, i) => line(i)));
    expect(await chunks().countDocuments()).toBeGreaterThan(before);
    await spools.deleteCutOff(new Date(Date.now() - 60_000));
    expect(await chunks().countDocuments()).toBeGreaterThan(before);
    await spools.deleteCutOff(inAWhile());
    expect(await chunks().countDocuments()).toBe(before);
    expect(await readBack('whole', sha256)).toHaveLength(5_000);
  });
});
