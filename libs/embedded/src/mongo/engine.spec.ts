import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON } from 'bson';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Engine } from './engine.js';
import { SqliteConnection } from './storage/sqlite-connection.js';

const HOUR_MS = 3_600_000;

describe('the engine of the embedded MongoDB', () => {
  let dir: string;
  let engine: Engine;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'mongo-engine-'));
    engine = new Engine(dir, HOUR_MS);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    engine.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const raw = (document: object) => Buffer.from(BSON.serialize(document));
  const run = async (command: object) => BSON.deserialize(await engine.execute({ ...command, $db: 'test' }));
  const insert = (documents: object[]) => run({ insert: 'items', documents: documents.map(raw) });
  const count = async () => ((await run({ count: 'items', query: raw({}) })) as { n: number }).n;

  it('acknowledges no write whose group failed, and continues with the next group', async () => {
    await insert([{ _id: 0 }]);
    const really = SqliteConnection.prototype.run;
    const commits = vi.spyOn(SqliteConnection.prototype, 'run').mockImplementation(function (
      this: SqliteConnection,
      ...given
    ) {
      if (given[0] === 'COMMIT') throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      return really.apply(this, given);
    });
    const written = insert([{ _id: 1 }]);
    expect(await written).toMatchObject({ ok: 0 });
    commits.mockRestore();
    expect(await count()).toBe(1);
  });

  it('removes all expired documents in successive sweeps, without waiting for its next hour', async () => {
    const index = { key: { at: 1 }, name: 'at_1', expireAfterSeconds: 3600 };
    await run({ createIndexes: 'items', indexes: [raw(index)] });
    const longAgo = new Date(0);
    await insert(Array.from({ length: 12_000 }, (_, n) => ({ _id: n, at: longAgo })));
    await insert([{ _id: 'fresh', at: new Date() }]);
    engine.keepHouse();
    // Other work runs between two sweeps.
    expect(await count()).toBeGreaterThan(1);
    await vi.waitUntil(async () => (await count()) === 1, { timeout: 30_000 });
  });
});
