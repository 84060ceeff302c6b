import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { masterKeyId, MasterKeys, masterKeysText } from '@superscope/event-store/keys/master-keys';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVault, temporaryDir } from './engines.js';

let running: Awaited<ReturnType<typeof openVault>>;
beforeAll(async () => {
  running = await openVault();
});
afterAll(() => running.close());

const persons = (count: number) => Array.from({ length: count }, () => randomUUID());
const stored = () => running.client.db('vault').collection<{ _id: string }>('personKeys');

describe('the key vault', () => {
  it('creates one key per person, even with concurrent processes', async () => {
    const ids = persons(1500);
    const [one, other] = await Promise.all([
      running.vault().keysFor(ids, { create: true }),
      running.vault().keysFor([...ids].reverse(), { create: true }),
    ]);
    expect(one.size).toBe(1500);
    for (const id of ids) expect(one.get(id)).toEqual(other.get(id));
    expect(new Set([...one.values()].map((key) => key.toString('hex'))).size).toBe(1500);
    expect(await running.vault().keysFor(ids, { create: false })).toEqual(one);
  });

  it('omits people without a key, unless keys are to be created', async () => {
    expect(await running.vault().keysFor(persons(2), { create: false })).toEqual(new Map());
  });

  it('stores no key in the clear', async () => {
    const [id] = persons(1) as [string];
    const key = (await running.vault().keysFor([id], { create: true })).get(id) as Buffer;
    const row = await stored().findOne({ _id: id }, { promoteBuffers: true });
    expect((row as unknown as { wrapped: Buffer }).wrapped.includes(key)).toBe(false);
  });

  it('destroys a key permanently: readers without a cache lose it at once, and no other key is created', async () => {
    const [id, neighbour] = persons(2) as [string, string];
    const here = running.vault();
    const elsewhere = running.vault({ cacheMs: 0 });
    await here.keysFor([id, neighbour], { create: true });
    await elsewhere.keysFor([id], { create: true });
    await here.destroy(id);
    await here.destroy(id);
    for (const vault of [here, elsewhere, running.vault()]) {
      const keys = await vault.keysFor([id, neighbour], { create: true });
      expect(keys.get(id)).toBe('erased');
      expect(keys.get(neighbour)).toBeInstanceOf(Buffer);
    }
    expect(Object.keys((await stored().findOne({ _id: id }))!).sort()).toEqual(['_id', 'destroyedAt']);
  });

  it('also removes a destroyed key from the caches of other processes', async () => {
    const [id, neighbour] = persons(2) as [string, string];
    const [here, elsewhere] = [running.vault(), running.vault()];
    const keptThere = await elsewhere.keysFor([id, neighbour], { create: true });
    await elsewhere.keysFor([id], { create: true });
    await here.destroy(id);
    const there = () => elsewhere.keysFor([id, neighbour], { create: false });
    await vi.waitFor(async () => expect((await there()).get(id)).toBe('erased'), { timeout: 30_000, interval: 50 });
    expect((await there()).get(neighbour)).toEqual(keptThere.get(neighbour));
  });

  it('also erases people who never had a key', async () => {
    const [id] = persons(1) as [string];
    await running.vault().destroy(id);
    expect((await running.vault().keysFor([id], { create: true })).get(id)).toBe('erased');
  });

  it('keeps a named secret the same for every process', async () => {
    const name = randomUUID();
    const [one, other] = await Promise.all([running.vault().secret(name), running.vault().secret(name)]);
    expect(one).toHaveLength(32);
    expect(other).toEqual(one);
    expect(await running.vault().secret(randomUUID())).not.toEqual(one);
  });

  it('keeps a secret’s time of creation when it is rewrapped', async () => {
    const own = await openVault();
    const { bytes, madeAt } = await own.vault().namedSecret('publishing');
    expect(madeAt).toBeInstanceOf(Date);
    const newKey = randomBytes(32);
    await own.vault({ masterKey: MasterKeys.of(newKey, [own.masterKey]) }).rewrap();
    expect(await own.vault({ masterKey: newKey }).namedSecret('publishing')).toEqual({ bytes, madeAt });
    await own.close();
  });
});

describe('rotating the master key', () => {
  it('rewraps every key and secret, so that only the new master key opens them', async () => {
    const own = await openVault();
    const ids = persons(1200);
    const old = own.vault();
    const keys = await old.keysFor(ids, { create: true });
    const secret = await old.secret('idKey');
    await old.destroy(ids[0]!);
    const newKey = randomBytes(32);
    const rotating = own.vault({ masterKey: MasterKeys.of(newKey, [own.masterKey]) });
    expect(await rotating.rewrap()).toEqual({ rewrapped: 1200 });
    expect(await rotating.rewrap()).toEqual({ rewrapped: 0 });
    expect(await rotating.wrappedBy()).toEqual(new Map([[masterKeyId(newKey), 1200]]));
    const fresh = own.vault({ masterKey: newKey });
    expect(await fresh.keysFor(ids, { create: false })).toEqual(new Map(keys).set(ids[0]!, 'erased'));
    expect(await fresh.secret('idKey')).toEqual(secret);
    await expect(own.vault().keysFor(ids, { create: false })).rejects.toThrow('needs the master key');
    await own.close();
  });

  it('does not restore a key that was destroyed meanwhile', async () => {
    const own = await openVault();
    const [id, another] = persons(2) as [string, string];
    const keys = await own.vault().keysFor([id, another], { create: true });
    const newKey = randomBytes(32);
    const rotating = own.vault({ masterKey: MasterKeys.of(newKey, [own.masterKey]) });
    const { persons: rows } = rotating as unknown as { persons: { bulkWrite: (...args: unknown[]) => unknown } };
    const write = rows.bulkWrite.bind(rows);
    rows.bulkWrite = async (...args) => {
      await own.vault().destroy(id);
      return write(...args);
    };
    expect(await rotating.rewrap()).toEqual({ rewrapped: 1 });
    const fresh = own.vault({ masterKey: newKey });
    expect(await fresh.keysFor([id, another], { create: true })).toEqual(new Map(keys).set(id, 'erased'));
    await own.close();
  });

  it('can be done while processes with both keys run', async () => {
    const own = await openVault();
    const [id] = persons(1) as [string];
    const before = await own.vault().keysFor([id], { create: true });
    const newKey = randomBytes(32);
    const both = own.vault({ masterKey: MasterKeys.of(newKey, [own.masterKey]) });
    expect(await both.keysFor([id], { create: true })).toEqual(before);
    await own.close();
  });

  it('takes effect without a restart in processes that read their master keys from a file', async () => {
    const own = await openVault();
    const folder = temporaryDir('master-keys');
    const file = join(folder, 'master-key');
    writeFileSync(file, masterKeysText([own.masterKey]));
    const running = own.vault({ masterKey: MasterKeys.inFile(file), cacheMs: 0 });
    const [before, after] = persons(2) as [string, string];
    const keys = await running.keysFor([before], { create: true });
    const newKey = randomBytes(32);
    writeFileSync(file, masterKeysText([newKey, own.masterKey]));
    await own.vault({ masterKey: MasterKeys.inFile(file) }).rewrap();
    expect(await running.keysFor([before], { create: false })).toEqual(keys);
    await running.keysFor([after], { create: true });
    expect(await running.wrappedBy()).toEqual(new Map([[masterKeyId(newKey), 2]]));
    rmSync(folder, { recursive: true });
    await own.close();
  });
});

it('a master key of another length is refused', () =>
  expect(() => running.vault({ masterKey: randomBytes(16) })).toThrow('The master key must have 32 bytes.'));
