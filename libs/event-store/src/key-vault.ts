import { createHash, randomBytes } from 'node:crypto';
import { Binary, MongoBulkWriteError, MongoServerError, type Collection, type MongoClient } from 'mongodb';
import { KeyCache } from './key-cache.js';
import { keyBytes, open, seal } from './sealing.js';

/** A person's key, or the mark of one destroyed. */
export type PersonKey = Buffer | 'erased';

interface Wrapped {
  _id: string;
  /** The key, sealed with the master key that `masterKeyId` names. Neither is there once the key was destroyed. */
  wrapped?: Binary;
  masterKeyId?: string;
  destroyedAt?: Date;
}

const idsPerQuery = 1000;
const duplicateKey = 11000;

const idOf = (masterKey: Buffer) => createHash('sha256').update(masterKey).digest('hex').slice(0, 16);

const inChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / idsPerQuery) }, (_, i) =>
    items.slice(i * idsPerQuery, (i + 1) * idsPerQuery),
  );

export interface KeyVaultOptions {
  /** 32 bytes. */
  masterKey: Buffer;
  /** Keys from before a rotation that has not re-wrapped everything yet. */
  previousMasterKeys?: readonly Buffer[];
  /** Keys stay in memory for at most this long: the time within which an erasure reaches every process. */
  cacheMs?: number;
  cacheEntries?: number;
}

/**
 * One random key per person and a few named secrets of the product, in the database `vault`, each wrapped by the master key.
 * Destroying a person's key erases them everywhere at once: in streams, backups of streams, and on the next rebuild in views.
 */
export class KeyVault {
  private readonly persons: Collection<Wrapped>;
  private readonly secrets: Collection<Wrapped>;
  private readonly masterKeys = new Map<string, Buffer>();
  private currentId: string;
  private readonly cache: KeyCache<PersonKey>;
  private readonly knownSecrets = new Map<string, Buffer>();

  constructor(client: MongoClient, options: KeyVaultOptions) {
    const vault = client.db('vault');
    // Majority, so that no acknowledged event is ever sealed with a key that a fail-over loses.
    const safely = { writeConcern: { w: 'majority' as const } };
    this.persons = vault.collection<Wrapped>('personKeys', safely);
    this.secrets = vault.collection<Wrapped>('secrets', safely);
    for (const key of options.previousMasterKeys ?? []) this.masterKeys.set(idOf(key), key);
    this.currentId = this.use(options.masterKey);
    this.cache = new KeyCache(options.cacheEntries ?? 100_000, options.cacheMs ?? 10 * 60_000);
  }

  /** Keys by person. Without `create` a person who never had one is left out. */
  async keysFor(personIds: readonly string[], { create }: { create: boolean }): Promise<Map<string, PersonKey>> {
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

  /** Destroys a person's key and leaves a tombstone, so that none is ever made again. Repeating it changes nothing. */
  async destroy(personId: string): Promise<void> {
    await this.persons.updateOne(
      { _id: personId },
      { $set: { destroyedAt: new Date() }, $unset: { wrapped: '', masterKeyId: '' } },
      { upsert: true },
    );
    this.cache.set(personId, 'erased');
  }

  /** A named random secret of 32 bytes, made when first asked for and the same ever after. */
  async secret(name: string): Promise<Buffer> {
    const known = this.knownSecrets.get(name);
    if (known !== undefined) return known;
    const fresh = this.wrap(name, randomBytes(keyBytes));
    const stored = (await this.secrets.findOne({ _id: name })) ?? (await this.insertSecret(fresh));
    const secret = this.unwrap(stored);
    this.knownSecrets.set(name, secret);
    return secret;
  }

  /** Wraps every key with a new master key. Interrupted, it carries on where it stopped; processes need both keys until it ends. */
  async rotateMasterKey(newKey: Buffer): Promise<{ rewrapped: number }> {
    this.currentId = this.use(newKey);
    let rewrapped = 0;
    for (const collection of [this.persons, this.secrets])
      for (;;) {
        const outdated = { wrapped: { $exists: true }, masterKeyId: { $ne: this.currentId } };
        const rows = await collection.find(outdated).limit(idsPerQuery).toArray();
        if (rows.length === 0) break;
        const updates = rows.map((row) => {
          const { wrapped, masterKeyId } = this.wrap(row._id, this.unwrap(row));
          // A key destroyed meanwhile stays destroyed: the filter no longer finds it.
          const filter = { _id: row._id, masterKeyId: row.masterKeyId };
          return { updateOne: { filter, update: { $set: { wrapped, masterKeyId } } } };
        });
        rewrapped += (await collection.bulkWrite(updates, { ordered: false })).modifiedCount;
      }
    return { rewrapped };
  }

  private use(masterKey: Buffer): string {
    if (masterKey.length !== keyBytes) throw new Error(`The master key must have ${keyBytes} bytes.`);
    this.masterKeys.set(idOf(masterKey), masterKey);
    return idOf(masterKey);
  }

  private async fetch(ids: readonly string[], into: Map<string, PersonKey>): Promise<void> {
    for (const row of await this.persons.find({ _id: { $in: [...ids] } }, { batchSize: idsPerQuery }).toArray())
      this.remember(row._id, row.wrapped === undefined ? 'erased' : this.unwrap(row), into);
  }

  private async create(ids: readonly string[], into: Map<string, PersonKey>): Promise<void> {
    const fresh = new Map(ids.map((id) => [id, randomBytes(keyBytes)]));
    try {
      await this.persons.insertMany(
        [...fresh].map(([id, key]) => this.wrap(id, key)),
        { ordered: false },
      );
      for (const [id, key] of fresh) this.remember(id, key, into);
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || error.code !== duplicateKey) throw error;
      // Another process made some of them first: what is stored counts.
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
      if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
      return (await this.secrets.findOne({ _id: fresh._id }))!;
    }
  }

  private wrap(id: string, key: Buffer): Wrapped {
    const wrapped = new Binary(seal(key, this.masterKeys.get(this.currentId)!, id));
    return { _id: id, wrapped, masterKeyId: this.currentId };
  }

  private unwrap({ _id, wrapped, masterKeyId }: Wrapped): Buffer {
    const masterKey = this.masterKeys.get(masterKeyId ?? '');
    if (masterKey === undefined || wrapped === undefined)
      throw new Error(`The key vault needs the master key ${masterKeyId}, which this process was not given.`);
    return open(Buffer.from(wrapped.value()), masterKey, _id);
  }
}
