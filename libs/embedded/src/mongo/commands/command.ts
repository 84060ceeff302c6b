import { Long } from 'bson';
import { MongoError } from '../mongo-error.js';
import { decode, decodeDeep, type Document } from '../documents/bson-codec.js';
import type { Engine } from '../engine.js';
import type { Collection } from '../storage/catalog.js';
import type { DocumentWriter } from '../storage/document-writer.js';
import type { CollectionView } from '../storage/view.js';

/** A request as received: its nested documents are still bytes. */
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

/** What a command needs to run. */
export class CommandContext {
  constructor(
    readonly engine: Engine,
    readonly input: CommandInput,
    /** Empty for a client without sessions. */
    readonly session: string,
  ) {}

  get cursorOwner(): string {
    return this.session;
  }

  collection(name = this.input.target): Collection | undefined {
    return this.engine.catalog.find(this.input.database, name);
  }

  /** Undefined if the collection does not exist. Commands then read it as empty. */
  view(name = this.input.target): CollectionView | undefined {
    const collection = this.collection(name);
    if (!collection) return undefined;
    return this.engine.view(collection);
  }

  /** Creates the collection if it does not exist. */
  writer(): DocumentWriter {
    const { engine, input } = this;
    return engine.writer(engine.catalog.findOrCreate(input.database, input.target));
  }
}

export type Command = {
  /** Known fields, separated by spaces. Any other field is refused rather than ignored. '*' accepts every field. */
  fields: string;
  /** Whether the command writes through the commit group. */
  writes?: boolean;
  run(context: CommandContext): Buffer | Document;
};
