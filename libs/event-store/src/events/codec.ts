import { erasedText } from '@superscope/domain/erased';
import type { DomainEvent } from '@superscope/domain/event';
import type { AnyStream } from '@superscope/domain/event';
import { productStreams } from '@superscope/domain/product-streams';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { storedEventErrors } from '@superscope/domain/stored-event';
import { TooLargeError } from '../connection/errors.js';
import type { KeyVault, PersonKey } from '../keys/key-vault.js';
import type { Position } from './position.js';
import type { EventMetadata, RecordedEvent, UndecodableEvent } from './recorded-event.js';
import { openText, sealText } from '../keys/sealing.js';
import { UnreadableEvent } from './unreadable-event.js';
import { Upcasters, type UpcasterSteps } from './upcasters.js';

/** A larger event is a mistake, because data that grows is cut into chunks. */
export const maxEventBytes = 256 * 1024;

/** An event ready to be written. `bytes` is its share of an append's size. */
export interface EncodedEvent {
  readonly type: string;
  /** JSON as bytes, because the client would convert text to base64 and back. */
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly bytes: number;
}

/** An event as the client returns it. JSON that could not be parsed is text or bytes instead of an object. */
export interface RawEvent {
  readonly id: string;
  readonly streamId: string;
  readonly type: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly created: Date;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** Upper bound of the bytes that an event's id, type and framing add to an append. */
const overheadBytes = 200;
const utf8 = new TextEncoder();
const jsonBytes = (value: unknown): Uint8Array => utf8.encode(JSON.stringify(value));

/** Data that is not JSON is already bytes. */
const storedBytes = (data: unknown): number =>
  data instanceof Uint8Array ? data.length : Buffer.byteLength(JSON.stringify(data) ?? '');

type PersonOf = (data: never) => string;
type Sealed = Record<string, string | null>;
type WithPersonal = Record<string, unknown> & { personal?: Sealed };

export const categoryOf = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/**
 * Encodes domain events as stored JSON and decodes them. Personal fields are sealed with the person's key; events of older schema versions
 * are read as the newest version.
 */
export class EventCodec {
  private readonly personOf = new Map<string, Readonly<Record<string, PersonOf | undefined>>>();
  private readonly upcasters: Upcasters;
  private readonly errorOf: ReturnType<typeof storedEventErrors>;

  constructor(
    private readonly keys: Pick<KeyVault, 'keysFor'>,
    streams: readonly AnyStream[] = productStreams,
  ) {
    this.errorOf = storedEventErrors(streams);
    for (const { category, personOf } of streams) this.personOf.set(category, personOf ?? {});
    this.upcasters = new Upcasters(Object.assign({}, ...streams.map(({ upcasters }) => upcasters)) as UpcasterSteps);
  }

  /**
   * Encodes events of one stream. Throws TooLargeError over 256 KiB, RuleViolation for an erased person, and
   * UnreadableEvent for an event that decoding would refuse: once stored, it would block every later write to its
   * stream.
   */
  async encode(
    stream: string,
    events: readonly DomainEvent[],
    metadata: readonly Omit<EventMetadata, 'schemaVersion'>[],
  ): Promise<EncodedEvent[]> {
    const persons = events.map((event) => this.personToSeal(stream, event));
    const keys = await this.keysOf(persons, true);
    return events.map((event, i) => {
      const person = persons[i] ?? null;
      const data = jsonBytes(person === null ? event.data : sealed(event.data, person, keys.get(person)));
      if (data.length > maxEventBytes)
        throw new TooLargeError(`Event ${event.type} of stream ${stream}`, data.length, maxEventBytes);
      const schemaVersion = this.upcasters.currentVersion(event.type);
      const described = jsonBytes({ ...metadata[i], schemaVersion });
      return { type: event.type, data, metadata: described, bytes: data.length + described.length + overheadBytes };
    });
  }

  /** Decodes a batch and fetches the keys of its persons at once. Throws only if the vault cannot be reached. */
  async decode(raw: readonly RawEvent[]): Promise<(RecordedEvent | UndecodableEvent)[]> {
    const persons = raw.map((event) => this.personToOpen(event));
    const keys = await this.keysOf(
      persons.filter((person) => typeof person === 'string'),
      false,
    );
    return raw.map((event, i) => {
      const { id, streamId: stream, type, revision, position, created } = event;
      try {
        const person = persons[i];
        if (person instanceof Error) throw person;
        const metadata = event.metadata as EventMetadata;
        const clear = person == null ? event.data : opened(event.data as WithPersonal, person, keys.get(person));
        const data = this.read(stream, type, metadata.schemaVersion, clear);
        return { id, stream, type, revision, position, created, data, metadata, bytes: storedBytes(event.data) };
      } catch (error) {
        const undecodable = unreadable(error);
        return { id, stream, type, revision, position, created, undecodable };
      }
    });
  }

  /** Data of any schema version as the newest one. Throws UnreadableEvent when it does not fit the type of the event. */
  read(stream: string, type: string, schemaVersion: unknown, clear: unknown): unknown {
    const data = this.upcasters.upcast(type, schemaVersion as number, clear);
    const error = this.errorOf(stream, type, data);
    if (error !== null) throw new UnreadableEvent(error);
    return data;
  }

  /** The schema version that events of a type are written with. */
  currentVersion(type: string): number {
    return this.upcasters.currentVersion(type);
  }

  /** Creates the keys of many persons at once, so that encoding their first events does not request each key. */
  async prepareKeys(personIds: readonly string[]): Promise<void> {
    await this.keys.keysFor(personIds, { create: true });
  }

  private keysOf(persons: readonly (string | null)[], create: boolean): Promise<Map<string, PersonKey>> {
    const known = persons.filter((person) => person !== null);
    return known.length === 0 ? Promise.resolve(new Map()) : this.keys.keysFor([...new Set(known)], { create });
  }

  private personToSeal(stream: string, { type, data }: DomainEvent): string | null {
    if (!isObject(data)) throw new TypeError(`The data of event ${type} is not an object.`);
    const known = this.personOf.get(categoryOf(stream));
    if (known === undefined) throw new TypeError(`Stream ${stream} is of an unknown category.`);
    const error = this.errorOf(stream, type, data);
    if (error !== null) throw new UnreadableEvent(`Event ${type} of stream ${stream} cannot be written: ${error}`);
    if (data.personal === undefined) return null;
    const personOf = known[type];
    if (personOf === undefined) throw new TypeError(`Event ${type} carries personal fields but names no person.`);
    return personOf(data as never);
  }

  /** The person whose key opens this event; null if it has no personal fields, an error if it cannot be read. */
  private personToOpen({ streamId, type, data, metadata }: RawEvent): string | null | Error {
    if (!isObject(data)) return new UnreadableEvent('its data is not a JSON object');
    if (!isObject(metadata)) return new UnreadableEvent('its metadata is not a JSON object');
    const known = this.personOf.get(categoryOf(streamId));
    if (known === undefined) return new UnreadableEvent('its stream is of an unknown category');
    if (data.personal === undefined) return null;
    if (!isObject(data.personal)) return new UnreadableEvent('its personal fields are not an object');
    // An event's type may be the name of a property that every object inherits, such as 'constructor'.
    const personOf = Object.hasOwn(known, type) ? known[type] : undefined;
    const personId: unknown = personOf?.(data as never);
    return typeof personId === 'string'
      ? personId
      : new UnreadableEvent('it carries personal fields but names no person');
  }
}

/** Personal fields as stored: the given ones in one sealed box, the missing ones as null. */
interface PersonalBox {
  /** Names of the fields in the box, in the order of their values. */
  fields: readonly string[];
  /** A JSON array of their values, sealed with the person's key. */
  sealed: string;
}

const isBox = (personal: object): personal is PersonalBox =>
  'sealed' in personal && 'fields' in personal && Array.isArray(personal.fields);

/** Ties a box to its person and to the names of its fields. */
const boxPlace = (person: string, fields: readonly string[]) => `${person}/${fields.join('/')}`;

/** One box for each event and not for each field, because each sealing has a fixed cost, and a member has seven fields. */
const sealed = (data: unknown, person: string, key: PersonKey | undefined): WithPersonal => {
  if (!Buffer.isBuffer(key)) throw new RuleViolation('conflict', 'This person was erased.');
  const { personal = {}, ...rest } = data as WithPersonal;
  const stored: Record<string, unknown> = {};
  const fields: string[] = [];
  const values: string[] = [];
  for (const [field, value] of Object.entries(personal)) {
    if (value === null || value === undefined) stored[field] = null;
    else {
      fields.push(field);
      values.push(value);
    }
  }
  if (fields.length > 0) {
    stored['fields'] = fields;
    stored['sealed'] = sealText(JSON.stringify(values), key, boxPlace(person, fields));
  }
  return { ...rest, personal: stored as Sealed };
};

/** Why an event cannot be read, in words for people. Messages of other errors are left out, because they may quote personal values. */
const unreadable = (error: unknown): string =>
  error instanceof UnreadableEvent
    ? error.message
    : `it cannot be read: ${error instanceof Error ? error.constructor.name : 'unknown'}`;

const opened = (data: WithPersonal, person: string, key: PersonKey | undefined): WithPersonal => {
  if (key === undefined) throw new UnreadableEvent("its person's key is not in the vault");
  const { personal = {}, ...rest } = data;
  const isAllNull = Object.values(personal).every((value) => value === null);
  if (isAllNull) return data;
  try {
    if (isBox(personal)) return { ...rest, personal: unboxed(personal, person, key) };
  } catch {
    // The error is thrown below without its cause, which may quote a personal value.
  }
  throw new UnreadableEvent('its personal fields cannot be decrypted');
};

function unboxed({ fields, sealed: box, ...absent }: PersonalBox, person: string, key: PersonKey): Sealed {
  const clear: Sealed = { ...absent };
  const values =
    key === 'erased' ? null : (JSON.parse(openText(box, key, boxPlace(person, fields))) as readonly string[]);
  fields.forEach((field, i) => (clear[field] = values === null ? erasedText : values[i]!));
  return clear;
}
