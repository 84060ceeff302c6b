import { randomBytes } from 'node:crypto';
import { Binary, type Collection, type MongoClient } from 'mongodb';
import { isDuplicateKey } from '../connection/duplicate-key.js';
import { ExpiringCache } from './expiring-cache.js';
import { MasterKeys } from './master-keys.js';
import { keyBytes, open, seal } from './sealing.js';

/** A person's key, or the mark of a destroyed one. */
export type PersonKey = Buffer | 'erased';

interface Wrapped {
  _id: string;
  /** The key, sealed with the master key that `masterKeyId` names. Both are missing once the key was destroyed. */
  wrapped?: Binary;
  masterKeyId?: string;
  destroyedAt?: Date;
  /** When a secret was made. */
  madeAt?: Date;
}

/**
 * A secret of the product, with the time of its creation. Figures that were protected by a lost secret stay before
 * that time.
 */
export interface NamedSecret {
  bytes: Buffer;
  /** Null if a version made it that did not record the time. */
  madeAt: Date | null;
}

const idsPerQuery = 1000;
/**
 * For at most this long a cached key is used without asking the vault whether it was destroyed, so that an erasure takes effect within a
 * second.
 */
const unaskedMs = 500;
/** Largest difference between the clocks of two processes. The erasing process's clock gives the time of a destruction. */
const clockSkewMs = 10 * 60_000;

const inChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / idsPerQuery) }, (_, i) =>
    items.slice(i * idsPerQuery, (i + 1) * idsPerQuery),
  );

export interface KeyVaultOptions {
  /** 32 bytes; or the current key and former ones. */
  masterKey: Buffer | MasterKeys;
  /** Keys stay in memory for at most this long, and no longer than until their destruction. */
  cacheMs?: number;
  cacheEntries?: number;
  /** When a secret that is made now was made; by default the time of this machine. */
  now?: () => Date;
}

/**
 * One random key for each person and a few named secrets of the product, in the database `vault`, each wrapped by the master key.
 * Destroying a person's key erases the person everywhere at once: in streams, in backups of streams, and in views with the next rebuild.
 */
export class KeyVault {
  private readonly persons: Collection<Wrapped>;
  private readonly secrets: Collection<Wrapped>;
  private readonly masterKeys: MasterKeys;
  private readonly cache: ExpiringCache<PersonKey>;
  private readonly cacheMs: number;
  private readonly now: () => Date;
  private readonly knownSecrets = new Map<string, NamedSecret>();
  private askedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | null = null;

  constructor(client: MongoClient, options: KeyVaultOptions) {
    const vault = client.db('vault');
    // Majority, so that no acknowledged event is sealed with a key that a fail-over loses.
    const safely = { writeConcern: { w: 'majority' as const } };
    this.persons = vault.collection<Wrapped>('personKeys', safely);
    this.secrets = vault.collection<Wrapped>('secrets', safely);
    const { masterKey } = options;
    this.masterKeys = Buffer.isBuffer(masterKey) ? MasterKeys.of(masterKey) : masterKey;
    this.cacheMs = options.cacheMs ?? 9 * 60_000;
    this.now = options.now ?? (() => new Date());
    this.cache = new ExpiringCache(options.cacheEntries ?? 100_000, this.cacheMs);
  }

  /** Keys by person. Without `create`, persons who never had a key are left out. */
  async keysFor(personIds: readonly string[], { create }: { create: boolean }): Promise<Map<string, PersonKey>> {
    if (performance.now() - this.askedAt >= unaskedMs && this.cache.size > 0) await this.dropDestroyed();
    const keys = new Map<string, PersonKey>();
    const missing: string[] = [];
    for (const id of personIds) {
      const known = this.cache.get(id);
      if (known === undefined) missing.push(id);
      else keys.set(id, known);
    }
    for (const ids of inChunks([...new Set(missing)])) {
      await this.fetch(ids, keys);
      const absent = create ? ids.filter((id) => !keys.has(id)) : [];
      if (absent.length > 0) await this.create(absent, keys);
    }
    return keys;
  }

  /** Destroys a person's key and leaves a tombstone, so that no key is ever made for the person again. It can be repeated. */
  async destroy(personId: string): Promise<void> {
    await this.persons.updateOne(
      { _id: personId },
      { $set: { destroyedAt: new Date() }, $unset: { wrapped: '', masterKeyId: '' } },
      { upsert: true },
    );
    this.cache.set(personId, 'erased');
  }

  /** The persons whose keys were not destroyed, according to the vault and not to the cache. */
  async stillThere(personIds: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const ids of inChunks(personIds)) {
      const rows = this.persons.find(
        { _id: { $in: [...ids] }, wrapped: { $exists: true } },
        { projection: { _id: 1 } },
      );
      for await (const { _id } of rows) found.push(_id);
    }
    return found;
  }

  /** A named random secret of 32 bytes, made on the first request and permanent afterwards. */
  async secret(name: string): Promise<Buffer> {
    return (await this.namedSecret(name)).bytes;
  }

  /** The same secret, with the time when it was made. */
  async namedSecret(name: string): Promise<NamedSecret> {
    const known = this.knownSecrets.get(name);
    if (known !== undefined) return known;
    const fresh = { ...this.wrap(name, randomBytes(keyBytes)), madeAt: this.now() };
    const stored = (await this.secrets.findOne({ _id: name })) ?? (await this.insertSecret(fresh));
    const secret = { bytes: this.unwrap(stored), madeAt: stored.madeAt ?? null };
    this.knownSecrets.set(name, secret);
    return secret;
  }

  /**
   * Wraps every key that a former master key wraps with the current one, and reports progress. After an interruption
   * it continues where it stopped.
   */
  async rewrap(onProgress: (rewrapped: number) => void = () => {}): Promise<{ rewrapped: number }> {
    let rewrapped = 0;
    for (const collection of [this.persons, this.secrets])
      for await (const rows of pagesOf(collection)) {
        const current = this.masterKeys.current();
        const updates = rows
          .filter((row) => row.wrapped !== undefined && row.masterKeyId !== current.id)
          .map((row) => {
            const { wrapped, masterKeyId } = this.wrap(row._id, this.unwrap(row), current);
            // A key that was destroyed in the meantime stays so, because the filter no longer matches it.
            const filter = { _id: row._id, masterKeyId: row.masterKeyId! };
            return { updateOne: { filter, update: { $set: { wrapped: wrapped!, masterKeyId: masterKeyId! } } } };
          });
        if (updates.length === 0) continue;
        rewrapped += (await collection.bulkWrite(updates, { ordered: false })).modifiedCount;
        onProgress(rewrapped);
      }
    return { rewrapped };
  }

  /** Number of keys and secrets that each master key wraps, by the master key's id. */
  async wrappedBy(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const collection of [this.persons, this.secrets])
      for await (const rows of pagesOf(collection))
        for (const { masterKeyId: id } of rows) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /**
   * Removes keys from the cache that any process has destroyed. Rejects if the vault cannot be reached, because an erased person's key must
   * not open anything. A cached key was read within the cache's lifetime, so older destructions were known when it was read.
   */
  private dropDestroyed(): Promise<void> {
    const ask = async () => {
      const startedAt = performance.now();
      const since = new Date(Date.now() - this.cacheMs - clockSkewMs);
      for await (const { _id } of this.persons.find({ destroyedAt: { $gte: since } }, { projection: { _id: 1 } }))
        this.cache.set(_id, 'erased');
      this.askedAt = startedAt;
    };
    this.asking ??= ask().finally(() => (this.asking = null));
    return this.asking;
  }

  private async fetch(ids: readonly string[], into: Map<string, PersonKey>): Promise<void> {
    for (const row of await this.persons.find({ _id: { $in: [...ids] } }, { batchSize: idsPerQuery }).toArray())
      this.remember(row._id, row.wrapped === undefined ? 'erased' : this.unwrap(row), into);
  }

  private async create(ids: readonly string[], into: Map<string, PersonKey>): Promise<void> {
    const fresh = new Map(ids.map((id) => [id, randomBytes(keyBytes)]));
    const current = this.masterKeys.current();
    try {
      await this.persons.insertMany(
        [...fresh].map(([id, key]) => this.wrap(id, key, current)),
        { ordered: false },
      );
      for (const [id, key] of fresh) this.remember(id, key, into);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Another process made some of these keys first, and the stored ones count.
      await this.fetch(ids, into);
    }
  }

  private remember(id: string, key: PersonKey, into: Map<string, PersonKey>): void {
    this.cache.set(id, key);
    into.set(id, key);
  }

  private async insertSecret(fresh: Wrapped): Promise<Wrapped> {
    try {
      await this.secrets.insertOne(fresh);
      return fresh;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.secrets.findOne({ _id: fresh._id }))!;
    }
  }

  private wrap(id: string, key: Buffer, master = this.masterKeys.current()): Wrapped {
    return { _id: id, wrapped: new Binary(seal(key, master.key, id)), masterKeyId: master.id };
  }

  private unwrap({ _id, wrapped, masterKeyId: id }: Wrapped): Buffer {
    const masterKey = this.masterKeys.find(id ?? '');
    if (masterKey === undefined || wrapped === undefined)
      throw new Error(`The key vault needs the master key ${id}, which this process was not given.`);
    return open(Buffer.from(wrapped.value()), masterKey, _id);
  }
}

/** Everything in a collection, in the order of ids. Documents added in the meantime may be left out. */
async function* pagesOf(collection: Collection<Wrapped>): AsyncGenerator<Wrapped[]> {
  for (let after: string | null = null; ;) {
    const rows: Wrapped[] = await collection
      .find(after === null ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(idsPerQuery)
      .toArray();
    if (rows.length > 0) yield rows;
    if (rows.length < idsPerQuery) return;
    after = rows.at(-1)!._id;
  }
}
