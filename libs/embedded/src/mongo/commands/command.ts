import { Long } from 'bson';
import { MongoError } from '../mongo-error.js';
import { decode, decodeDeep, type Document } from '../documents/bson-codec.js';
import type { Collections } from '../documents/pipeline.js';
import type { Engine } from '../engine.js';
import type { Collection } from '../storage/catalog.js';
import type { DocumentWriter } from '../storage/document-writer.js';
import { CollectionView } from '../storage/view.js';
import type { Transaction } from '../transactions.js';

/** A request with nested documents still encoded. */
export class CommandInput {
  readonly name: string;

  constructor(private readonly fields: Document) {
    this.name = Object.keys(fields)[0] ?? '';
  }

  get database(): string {
    return String(this.fields['$db'] ?? 'admin');
  }

  /** The collection that the command names. */
  get target(): string {
    const target = this.fields[this.name] as unknown;
    if (typeof target !== 'string' || !target) throw new MongoError(73, `${this.name} needs the name of a collection`);
    return target;
  }

  names(): string[] {
    return Object.keys(this.fields).slice(1);
  }

  value(name: string): unknown {
    return this.fields[name];
  }

  bytes(name: string): Buffer | undefined {
    return this.fields[name] as Buffer | undefined;
  }

  list(name: string): Buffer[] {
    const list = this.fields[name] as unknown;
    if (!Array.isArray(list)) throw new MongoError(14, `${this.name}.${name} must be an array`);
    return list as Buffer[];
  }

  document(name: string): Document | undefined {
    const bytes = this.fields[name] as unknown;
    if (bytes === undefined || bytes === null) return undefined;
    if (!(bytes instanceof Uint8Array)) throw new MongoError(14, `${this.name}.${name} must be a document`);
    return decode(bytes);
  }

  documents(name: string): Document[] {
    return this.list(name).map((each) => decodeDeep(each) as Document);
  }

  number(name: string): number | undefined {
    const value = this.fields[name] as unknown;
    return value === undefined ? undefined : Number(value);
  }

  long(name: string): Long {
    return asLong(this.fields[name]);
  }

  flag(name: string): boolean {
    return Boolean(this.fields[name]);
  }
}

export const asLong = (value: unknown): Long => (value instanceof Long ? value : Long.fromNumber(Number(value)));

/** A command's context: the engine, and the transaction if any. */
export class CommandContext {
  /** Set by a write that reports failures in its reply. A transaction must then be aborted. */
  failed = false;

  constructor(
    readonly engine: Engine,
    readonly input: CommandInput,
    /** Empty for a client without sessions. */
    readonly session: string,
    readonly transaction?: Transaction,
  ) {}

  get cursorOwner(): string {
    return this.transaction?.cursorOwner ?? this.session;
  }

  collection(name = this.input.target): Collection | undefined {
    return this.engine.catalog.find(this.input.database, name);
  }

  /** Undefined when the collection does not exist, which reads as an empty one. */
  view(name = this.input.target): CollectionView | undefined {
    const collection = this.collection(name);
    if (!collection) return undefined;
    return this.transaction?.view(collection) ?? this.engine.view(collection);
  }

  /** Creates the collection when there is none. */
  writer(): DocumentWriter {
    const { engine, input, transaction } = this;
    if (!transaction) return engine.writer(engine.catalog.findOrCreate(input.database, input.target));
    const collection =
      this.collection() ?? engine.group.run(() => engine.catalog.findOrCreate(input.database, input.target));
    return engine.transactions.writer(transaction, collection);
  }

  readonly collections: Collections = (name) => this.view(name);
}

export type Command = {
  /** Supported fields; others are refused rather than ignored. '*' accepts all. */
  fields: string;
  /** Its writes go through the commit group. */
  writes?: boolean;
  /** May run inside a transaction. */
  transactional?: boolean;
  run(context: CommandContext): Buffer | Document;
};
