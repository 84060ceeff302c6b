import { randomBytes } from 'node:crypto';
import type { DomainEvent } from '@superscope/domain/event';
import type { AnyStream } from '@superscope/domain/event';
import { productStreams } from '@superscope/domain/product-streams';
import { describe, expect, it } from 'vitest';
import { categoryOf, EventCodec, maxEventBytes, type EncodedEvent, type RawEvent } from './codec.js';
import type { PersonKey } from '../keys/key-vault.js';
import { sealText } from '../keys/sealing.js';

/** Keys in memory, and a record of the look-ups. */
const vaultOf = () => {
  const keys = new Map<string, PersonKey>();
  const asked: string[][] = [];
  return {
    keys,
    asked,
    keysFor: async (ids: readonly string[], { create }: { create: boolean }) => {
      asked.push([...ids]);
      if (create) for (const id of ids) if (!keys.has(id)) keys.set(id, randomBytes(32));
      return new Map(ids.flatMap((id) => (keys.has(id) ? [[id, keys.get(id)!] as const] : [])));
    },
  };
};

// Events in specs have only the fields under test.
const streams: readonly AnyStream[] = [
  { category: 'member', shapes: {}, personOf: { MemberRegistered: (data: { memberId: string }) => data.memberId } },
  { category: 'plan', shapes: {} },
];
/** The same streams, whose stored plan events have an earlier schema version. */
const upcasting = (upcasters: AnyStream['upcasters']): readonly AnyStream[] => [
  { category: 'plan', shapes: {}, upcasters },
];

const registered = (memberId: string, personal: Record<string, string | null>): DomainEvent => ({
  type: 'MemberRegistered',
  data: { memberId, gender: 'Female', personal },
});

const metadata = {
  actor: 'u1',
  role: 'Admin',
  at: '2024-05-01T00:00:00.000Z',
  correlationId: 'r1',
  causationId: null,
  commandId: 'c1',
  index: 0,
  of: 1,
};

const parsed = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;

interface StoredJson {
  type: string;
  data: Record<string, unknown>;
  metadata: unknown;
}

/** The encoded event as JSON. */
const json = ({ type, data, metadata }: EncodedEvent): StoredJson => ({
  type,
  data: parsed(data) as Record<string, unknown>,
  metadata: parsed(metadata),
});

/** The event as the store returns it. */
const stored = (stream: string, { type, data, metadata }: StoredJson, revision = 0n): RawEvent => ({
  id: 'e1',
  streamId: stream,
  type,
  revision,
  position: { commit: revision, prepare: revision },
  created: new Date(0),
  data,
  metadata,
});

const setUp = (ofStreams = streams) => {
  const vault = vaultOf();
  const codec = new EventCodec(vault, ofStreams);
  const encode = async (stream: string, event: DomainEvent) =>
    json((await codec.encode(stream, [event], [metadata]))[0]!);
  const decode = async (event: RawEvent) => (await codec.decode([event]))[0]!;
  return { vault, codec, encode, decode };
};

describe('personal fields', () => {
  const jo = registered('m1', { surname: 'Citizen', login: null });

  it('are stored encrypted and read as they were written', async () => {
    const { encode, decode } = setUp();
    const encoded = await encode('member-m1', jo);
    expect(JSON.stringify(encoded.data)).not.toContain('Citizen');
    expect(encoded.data).toMatchObject({ memberId: 'm1', gender: 'Female', personal: { login: null } });
    expect(await decode(stored('member-m1', encoded))).toMatchObject({ data: jo.data, metadata });
  });

  it('read as Erased once the key is destroyed; missing values stay missing, and other fields readable', async () => {
    const { vault, encode, decode } = setUp();
    const encoded = await encode('member-m1', jo);
    vault.keys.set('m1', 'erased');
    expect(await decode(stored('member-m1', encoded))).toMatchObject({
      data: { memberId: 'm1', gender: 'Female', personal: { surname: 'Erased', login: null } },
    });
    await expect(encode('member-m1', jo)).rejects.toThrow('This person was erased.');
  });

  it('cannot be decrypted for another person or another field', async () => {
    const { vault, encode, decode } = setUp();
    const { personal } = (await encode('member-m1', jo)).data as { personal: object };
    vault.keys.set('m2', vault.keys.get('m1')!);
    const other = await encode('member-m1', registered('m2', { surname: null }));
    const moved = { ...other, data: { ...other.data, personal } };
    const renamed = { ...other, data: { memberId: 'm1', personal: { ...personal, fields: ['givenName'] } } };
    expect(await decode(stored('member-m1', moved))).toHaveProperty('undecodable');
    expect(await decode(stored('member-m1', renamed))).toHaveProperty('undecodable');
  });

  it('are refused if an event names no person', async () => {
    const { encode } = setUp();
    await expect(encode('plan-p1', { type: 'PlanNoted', data: { personal: { note: 'x' } } })).rejects.toThrow(
      'PlanNoted carries personal fields but names no person',
    );
  });

  it('of a batch are decrypted with keys from one look-up', async () => {
    const { vault, codec, encode } = setUp();
    const raw = await Promise.all(
      ['m1', 'm2', 'm1'].map(async (id) =>
        stored(`member-${id}`, await encode(`member-${id}`, registered(id, { surname: id }))),
      ),
    );
    vault.asked.length = 0;
    const events = await codec.decode(raw);
    expect(vault.asked).toEqual([['m1', 'm2']]);
    expect(events.map((event) => 'data' in event && (event.data as { personal: unknown }).personal)).toEqual([
      { surname: 'm1' },
      { surname: 'm2' },
      { surname: 'm1' },
    ]);
  });

  it('are encrypted with keys created in advance', async () => {
    const { vault, codec } = setUp();
    await codec.prepareKeys(['m1', 'm2']);
    expect([...vault.keys.keys()]).toEqual(['m1', 'm2']);
  });

  it('without a key in the vault are not taken for erased', async () => {
    const { vault, encode, decode } = setUp();
    const encoded = await encode('member-m1', jo);
    vault.keys.clear();
    expect(await decode(stored('member-m1', encoded))).toMatchObject({
      undecodable: expect.stringContaining('not in the vault'),
    });
  });
});

describe('an event', () => {
  it('may have 256 KiB and not a byte more', async () => {
    const { encode } = setUp();
    const withText = (length: number) => ({ type: 'PlanNoted', data: { note: 'x'.repeat(length) } });
    const frame = Buffer.byteLength(JSON.stringify({ note: '' }));
    await expect(encode('plan-p1', withText(maxEventBytes - frame))).resolves.toBeDefined();
    await expect(encode('plan-p1', withText(maxEventBytes - frame + 1))).rejects.toThrow(
      'Event PlanNoted of stream plan-p1 is 262145 bytes; 262144 may be stored.',
    );
  });

  it('counts towards an append with its metadata', async () => {
    const [encoded] = await setUp().codec.encode(
      'plan-p1',
      [{ type: 'PlanReopened', data: { planId: 'p1' } }],
      [metadata],
    );
    const { bytes, data, metadata: described } = encoded!;
    expect(bytes).toBeGreaterThan(data.length + described.length);
    expect(bytes).toBeLessThan(data.length + described.length + 1024);
  });

  it.each([null, 'text', [1]])('without an object as data is not written: %j', (data) =>
    expect(setUp().encode('plan-p1', { type: 'PlanReopened', data: data })).rejects.toThrow('not an object'),
  );

  it('of a stream that the product does not have is not written', async () => {
    await expect(setUp().encode('invoice-1', { type: 'InvoicePaid', data: {} })).rejects.toThrow('unknown category');
  });

  it('that could not be read again is not written', async () => {
    const { encode } = setUp(productStreams);
    const asked = {
      memberId: 'm1',
      planId: 'EAST.P1',
      at: '+010000-01-01T04:59:59.000Z',
      reason: 'insurance',
      status: null,
    };
    await expect(encode('member-m1', { type: 'ContactRequested', data: asked })).rejects.toThrow(
      'Event ContactRequested of stream member-m1 cannot be written: its field at does not fit the type of the event',
    );
    const sound = { ...asked, at: '2024-06-01T00:00:00.000Z' };
    await expect(encode('member-m2', { type: 'ContactRequested', data: sound })).rejects.toThrow('another stream');
    await expect(encode('member-m1', { type: 'ContactRequested', data: sound })).resolves.toBeDefined();
  });

  it.each([
    ['broken JSON', { data: '{"planId"' }],
    ['broken metadata', { metadata: new Uint8Array([123]) }],
    ['an unknown stream', { streamId: 'invoice-1' }],
    ['a later schema version', { metadata: { ...metadata, schemaVersion: 2 } }],
    ['no schema version', { metadata: {} }],
    ['personal fields without a person', { data: { personal: { note: 'x' } } }],
    ['data of another shape', { data: { planId: 1 } }],
  ])('with %s is told apart instead of stopping the batch', async (_, broken) => {
    const { codec, encode } = setUp(productStreams);
    const sound = stored('plan-p1', await encode('plan-p1', { type: 'PlanReopened', data: { planId: 'p1' } }));
    const [first, second] = await codec.decode([{ ...sound, ...broken }, sound]);
    expect(first).toMatchObject({ id: 'e1', type: 'PlanReopened', undecodable: expect.any(String) });
    expect(second).toMatchObject({ data: { planId: 'p1' } });
  });
});

describe('an event type named like a property of every object', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'is read as any unknown type, and without its personal fields: %s',
    async (type) => {
      const { codec, encode } = setUp(productStreams);
      const sound = stored('plan-p1', await encode('plan-p1', { type: 'PlanReopened', data: { planId: 'p1' } }));
      const plain = { ...sound, type };
      const personal = { ...plain, data: { planId: 'p1', personal: { name: 'x' } } };
      const [first, second, third] = await codec.decode([plain, personal, sound]);
      expect(first).toMatchObject({ type, data: { planId: 'p1' } });
      expect(second).toMatchObject({ type, undecodable: 'it carries personal fields but names no person' });
      expect(third).toMatchObject({ data: { planId: 'p1' } });
    },
  );
});

describe('the reason why an event cannot be read', () => {
  it('quotes nothing that was encrypted, even if the decrypted text is broken', async () => {
    const { vault, encode, decode } = setUp();
    const encoded = await encode('member-m1', registered('m1', { surname: 'Citizen', givenName: 'Jo' }));
    const { fields } = (encoded.data as { personal: { fields: string[] } }).personal;
    const box = sealText('Citizen without brackets', vault.keys.get('m1') as Buffer, `m1/${fields.join('/')}`);
    const broken = { ...encoded, data: { ...encoded.data, personal: { fields, sealed: box } } };
    const mistyped = { ...encoded, data: { ...encoded.data, personal: { fields: ['surname'], sealed: 40_11_22_33 } } };
    for (const event of [broken, mistyped])
      expect(await decode(stored('member-m1', event))).toMatchObject({
        undecodable: 'its personal fields cannot be decrypted',
      });
  });

  it('quotes no value on which an upcaster failed', async () => {
    const upcasters = { PlanClosed: [(data: unknown) => BigInt((data as { note: string }).note)] };
    const { decode, encode } = setUp(upcasting(upcasters));
    const encoded = await encode('plan-p1', { type: 'PlanClosed', data: { note: 'Jo Citizen' } });
    const older = stored('plan-p1', encoded);
    const event = await decode({ ...older, metadata: { ...metadata, schemaVersion: 1 } });
    expect(event).toMatchObject({ undecodable: 'it cannot be read: SyntaxError' });
  });
});

describe('an event of an earlier schema version', () => {
  const renamed: DomainEvent = { type: 'PlanRenamed', data: { name: 'Acme' } };
  const withShortName = (data: unknown) => ({ shortName: null, ...(data as object) });
  const withLanguage = (data: unknown) => ({ language: 'en', ...(data as object) });

  it('is read as the newest one, step by step', async () => {
    const first = setUp();
    const old = stored('plan-p1', await first.encode('plan-p1', renamed));
    const second = setUp(upcasting({ PlanRenamed: [withShortName] }));
    const newer = stored(
      'plan-p1',
      await second.encode('plan-p1', { ...renamed, data: { name: 'B', shortName: 'b' } }),
    );
    const third = setUp(upcasting({ PlanRenamed: [withShortName, withLanguage] }));
    expect(await third.decode(old)).toMatchObject({ data: { name: 'Acme', shortName: null, language: 'en' } });
    expect(await third.decode(newer)).toMatchObject({ data: { name: 'B', shortName: 'b', language: 'en' } });
    expect((await third.encode('plan-p1', renamed)).metadata).toMatchObject({ schemaVersion: 3 });
  });
});

it.each([
  ['plan-p1', 'plan'],
  ['member-1-2', 'member'],
  ['administrators', 'administrators'],
])('the stream %s is of the category %s', (stream, category) => expect(categoryOf(stream)).toBe(category));
