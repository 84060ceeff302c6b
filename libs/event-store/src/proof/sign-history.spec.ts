import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../reading/stored-events.js';
import { fileLines } from './file-lines.js';
import { folderOfKey, headFiles } from './heads-folder.js';
import { historyLine } from './history-line.js';
import { SigningKey } from './signing-key.js';
import { signHistory } from './sign-history.js';
import { verifyHistory } from './verify-history.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const newKey = () =>
  SigningKey.of(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const key = newKey();
const bytes = (text: string) => new TextEncoder().encode(text);

/** Events of a few streams, as stored. */
function eventsOf(count: number): StoredEvent[] {
  const revisions = new Map<string, number>();
  return Array.from({ length: count }, (_, i) => {
    const stream = `member-${i % 7}`;
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    const [data, metadata] = [bytes(`{"n":${i},"text":"é ${i}"}`), bytes(`{"at":"2024-06-01","index":${i}}`)];
    const position = { commit: BigInt(i), prepare: BigInt(i) };
    return {
      stream,
      revision,
      id: randomUUID(),
      type: 'MemberNoted',
      isJson: true,
      created: new Date(0),
      position,
      data,
      metadata,
    };
  });
}

/** The events as lines, in batches whose size differs from a block's. */
async function* linesOf(events: readonly StoredEvent[]) {
  for (let from = 0; from < events.length; from += 33) yield events.slice(from, from + 33).map(historyLine);
}

const sign = (events: readonly StoredEvent[], by = key) =>
  signHistory({ history: linesOf(events), folder, key: by, at: new Date().toISOString() });
const verify = (events: readonly StoredEvent[], heads = folderOfKey(folder, key), by = key) =>
  verifyHistory(linesOf(events), heads, by.publicKey);
const files = () => headFiles(folderOfKey(folder, key));

describe('a signed history', () => {
  it('equals what several heads signed, and reports the events after the last head', async () => {
    const events = eventsOf(900);
    expect(await sign(events.slice(0, 300))).toMatchObject({ events: 300, heads: 1, signed: true, difference: null });
    expect(await sign(events.slice(0, 300))).toMatchObject({ events: 300, heads: 1, signed: false });
    expect(await sign(events.slice(0, 850))).toMatchObject({ events: 850, heads: 2, signed: true });
    expect(await verify(events)).toMatchObject({ events: 850, heads: 2, beyond: 50, difference: null });
  });

  it('has heads in files that are never rewritten', async () => {
    const events = eventsOf(600);
    await sign(events.slice(0, 300));
    const [first] = await files();
    const before = readFileSync(first!);
    await sign(events);
    expect(await files()).toHaveLength(2);
    expect(readFileSync(first!)).toEqual(before);
    expect(statSync(first!).mode & 0o222).toBe(0);
    expect(readdirSync(folderOfKey(folder, key)).sort()).toEqual([
      'head-000001.ndjson',
      'head-000002.ndjson',
      'public-key.pem',
    ]);
  });

  it('is signed once if two processes sign at the same time', async () => {
    const events = eventsOf(300);
    const both = await Promise.all([sign(events), sign(events)]);
    expect(both.filter(({ signed }) => signed)).toHaveLength(1);
    // The second process counts the head of the first, instead of signing one.
    expect(both).toMatchObject([
      { events: 300, heads: 1 },
      { events: 300, heads: 1 },
    ]);
    expect(await verify(events)).toMatchObject({ events: 300, heads: 1, difference: null });
  });

  it('is verified from a file of lines, compressed or not, with all heads in one file', async () => {
    const events = eventsOf(700);
    await sign(events.slice(0, 400));
    await sign(events);
    const text = events.map((event) => `${historyLine(event)}\n`).join('');
    const heads = join(folder, 'heads.ndjson');
    for (const file of await files()) appendFileSync(heads, readFileSync(file));
    for (const [name, content] of [
      ['a.ndjson', text],
      ['a.ndjson.gz', gzipSync(text)],
    ] as const) {
      writeFileSync(join(folder, name), content);
      const verified = await verifyHistory(fileLines(join(folder, name)), heads, key.publicKey);
      expect(verified).toMatchObject({ events: 700, heads: 2, beyond: 0, difference: null });
    }
  });

  it('includes bytes that are not text, and events that are not JSON', async () => {
    const [event] = eventsOf(1);
    const odd = { ...event!, isJson: false, data: Uint8Array.from([255, 0, 10]), metadata: new Uint8Array() };
    expect(JSON.parse(historyLine(odd))).toMatchObject({ isJson: false, dataBase64: '/wAK', metadata: '' });
    await sign([odd]);
    const data = Uint8Array.from([255, 0, 11]);
    expect(await verify([{ ...odd, data }])).toMatchObject({ difference: { kind: 'changed', event: 1 } });
    expect(await verify([{ ...odd, isJson: true }])).toMatchObject({ difference: { kind: 'changed', event: 1 } });
  });
});

describe('tampering with a history whose heads are kept', () => {
  const flipped = (content: Uint8Array, at: number): Uint8Array => {
    const changed = Uint8Array.from(content);
    changed[at % content.length]! ^= 1 << (at % 8);
    return changed;
  };

  it('is found and located for any change of any event', async () => {
    const events = eventsOf(1_100);
    await sign(events.slice(0, 400));
    await sign(events);
    type Wanted = { events: StoredEvent[]; event: number; kind: unknown };
    function changed(at: number, more: (event: StoredEvent) => Partial<StoredEvent>): Wanted {
      const all = [...events];
      all[at] = { ...all[at]!, ...more(all[at]!) };
      return { events: all, event: at + 1, kind: 'changed' };
    }
    const tamperings: Record<string, (at: number, to: number, seed: number) => Wanted> = {
      data: (at, _, seed) => changed(at, ({ data }) => ({ data: flipped(data, seed) })),
      metadata: (at, _, seed) => changed(at, ({ metadata }) => ({ metadata: flipped(metadata, seed) })),
      type: (at) => changed(at, () => ({ type: 'MemberErased' })),
      stream: (at) => changed(at, () => ({ stream: 'member-other' })),
      revision: (at) => changed(at, ({ revision }) => ({ revision: revision + 1 })),
      id: (at) => changed(at, () => ({ id: randomUUID() })),
      removed: (at) => ({
        events: [...events.slice(0, at), ...events.slice(at + 1)],
        event: at + 1,
        kind: 'missing',
      }),
      inserted: (at) => ({
        events: [...events.slice(0, at), eventsOf(1)[0]!, ...events.slice(at)],
        event: at + 1,
        kind: 'added',
      }),
      swapped: (at, to) => {
        const [a, b] = at === to ? [0, 1] : [Math.min(at, to), Math.max(at, to)];
        const all = [...events];
        [all[a], all[b]] = [all[b]!, all[a]!];
        // For events in distant blocks, verification can only say that the first differs.
        return { events: all, event: a + 1, kind: expect.stringMatching(/^(swapped|changed)$/) };
      },
    };
    const place = fc.integer({ min: 0, max: events.length - 1 });
    await fc.assert(
      fc.asyncProperty(
        place,
        place,
        fc.nat(1_000),
        fc.constantFrom(...Object.keys(tamperings)),
        async (at, to, seed, how) => {
          const wanted = tamperings[how]!(at, to, seed);
          const { difference } = await verify(wanted.events);
          expect(difference).toMatchObject({ event: wanted.event, kind: wanted.kind });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('names the event, its stream and its revision', async () => {
    const events = eventsOf(600);
    await sign(events);
    const text = async (all: StoredEvent[]) => (await verify(all)).difference?.text;
    const renamed = events.map((event, i) => (i === 300 ? { ...event, type: 'MemberErased' } : event));
    expect(await text(renamed)).toBe(
      'Block 2: event 301 is not what was recorded: MemberErased, revision 42 of stream member-6.',
    );
    expect(await text([...events.slice(0, 300), ...events.slice(303)])).toBe(
      'Block 2: events 301 to 303 are missing; MemberNoted, revision 43 of stream member-2 stands there.',
    );
    const swapped = [...events.slice(0, 9), events[10]!, events[9]!, ...events.slice(11)];
    expect(await text(swapped)).toBe(
      'Block 1: events 10 and 11 changed places; MemberNoted, revision 1 of stream member-3 is first.',
    );
    expect(await text(events.slice(0, 599))).toBe('Block 3: the history ends before event 600, which a head covers.');
  });

  it('is found if a line of the heads is neither a block nor a head', async () => {
    const events = eventsOf(600);
    await sign(events.slice(0, 300));
    await sign(events);
    const [first, second] = await files();
    const heads = readFileSync(first!, 'utf8');
    const whole = JSON.parse(heads.split('\n')[0]!) as object;
    const wrong = [{ note: 'nothing' }, { ...whole, note: 'more' }, [], null, 'text', 7];
    for (const line of [...wrong.map((each) => JSON.stringify(each)), 'no JSON', '']) {
      rmSync(first!);
      writeFileSync(first!, `${heads}${line}\n`);
      for (const { difference } of [await verify(events), await sign(events)])
        expect([line, difference?.text]).toEqual([
          line,
          'The heads hold a line after block 2 that is neither a block nor a head.',
        ]);
    }
    expect(await files()).toEqual([first, second]);
  });

  it('stops the portal from signing, so that no head ever covers it', async () => {
    const events = eventsOf(500);
    await sign(events.slice(0, 300));
    const changed = events.map((event, i) => (i === 7 ? { ...event, type: 'MemberErased' } : event));
    expect(await sign(changed)).toMatchObject({ signed: false, difference: { event: 8, block: 1 } });
    expect(await files()).toHaveLength(1);
  });
});

describe('heads', () => {
  it('are refused when another key signed them', async () => {
    const events = eventsOf(10);
    const other = newKey();
    await sign(events, other);
    const refused = await verify(events, folderOfKey(folder, other), key);
    expect(refused.difference).toMatchObject({ kind: 'heads', text: expect.stringContaining('not signed by the key') });
    expect((await verify(events, folderOfKey(folder, other), other)).difference).toBeNull();
  });

  it('are refused when they and their blocks were forged to match another history', async () => {
    const [events, others] = [eventsOf(10), eventsOf(10)];
    await sign(events);
    const [mine] = await files();
    const other = newKey();
    await sign(others, other);
    const [theirs] = await headFiles(folderOfKey(folder, other));
    const [block] = readFileSync(theirs!, 'utf8').split('\n');
    const [, head] = readFileSync(mine!, 'utf8').split('\n');
    const forged = join(folder, 'forged.ndjson');
    const forge = async (text: string) => {
      writeFileSync(forged, text);
      return (await verify(others, forged)).difference?.text;
    };
    expect(await forge(`${block}\n${head}\n`)).toContain('does not fit the blocks before it');
    const { link } = JSON.parse(block!) as { link: string };
    expect(await forge(`${block}\n${JSON.stringify({ ...JSON.parse(head!), link })}\n`)).toContain(
      'not signed by the key',
    );
    expect(await forge(`${block}\n`)).toContain('no head covers');
    expect(await forge(`${block}\nnonsense\n`)).toContain('neither a block nor a head');
    expect(await forge(`${JSON.stringify({ ...JSON.parse(block!), block: 2 })}\n`)).toContain('missing or not whole');
  });

  it('are refused when one of them was removed', async () => {
    const events = eventsOf(30);
    for (const count of [10, 20, 30]) await sign(events.slice(0, count));
    rmSync((await files())[1]!);
    expect((await verify(events)).difference).toMatchObject({
      kind: 'heads',
      text: expect.stringContaining('is missing'),
    });
  });
});

describe('a signing key', () => {
  it('is an Ed25519 key, and is never quoted', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    for (const pem of [rsa.toString(), 'a secret that is no key'])
      expect(() => SigningKey.of(pem)).toThrow(/^The private key of the history is not an Ed25519 key in PEM\.$/);
  });
});
