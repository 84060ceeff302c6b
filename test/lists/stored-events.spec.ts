import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyStream } from '@superscope/domain/event';
import { streamName } from '@superscope/domain/event';
import { productStreams } from '@superscope/domain/product-streams';
import { exampleOf } from '@superscope/domain/shape';
import { EventCodec } from '@superscope/event-store/events/codec';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { projections } from '@superscope/projector/read-models';
import { describe, expect, it } from 'vitest';

/** An example of an event as some release wrote it: one line of its stream's file, which is only ever added to. */
interface StoredExample {
  type: string;
  version: number;
  data: Record<string, unknown>;
  /** Digest of the rest, so that an edited line is noticed. */
  digest: string;
}

const codec = new EventCodec({ keysFor: () => Promise.reject(new Error('Examples are not encrypted.')) });

const fileOf = ({ category }: AnyStream) =>
  fileURLToPath(new URL(`../../libs/domain/stored-events/${category}.jsonl`, import.meta.url));

const digestOf = ({ type, version, data }: Omit<StoredExample, 'digest'>): string =>
  createHash('sha256')
    .update(JSON.stringify([type, version, data]))
    .digest('hex')
    .slice(0, 16);

const lineOf = (type: string, version: number, data: Record<string, unknown>): string =>
  JSON.stringify({ type, version, data, digest: digestOf({ type, version, data }) });

/** The lines of events as this release writes them: each with everything it may hold, and with as little. */
const writtenNow = ({ shapes }: AnyStream): string[] =>
  Object.entries(shapes).flatMap(([type, fields]) => {
    const version = codec.currentVersion(type);
    return [...new Set((['most', 'least'] as const).map((which) => lineOf(type, version, exampleOf(fields, which))))];
  });

const linesOf = (stream: AnyStream): string[] =>
  existsSync(fileOf(stream)) ? readFileSync(fileOf(stream), 'utf8').trimEnd().split('\n') : [];

const examplesOf = (stream: AnyStream) => linesOf(stream).map((line) => JSON.parse(line) as StoredExample);

describe.each(productStreams.map((stream) => [stream.category, stream] as const))(
  'events that were stored in streams of %s',
  (_, stream) => {
    it('have an example of each as written now; `npm run lists` adds what is missing', async () => {
      const lines = linesOf(stream);
      const known = new Set(lines);
      const added = writtenNow(stream).filter((line) => !known.has(line));
      await expect(`${[...lines, ...added].join('\n')}\n`).toMatchFileSnapshot(fileOf(stream));
    });

    it('are never edited', () => {
      for (const example of examplesOf(stream)) expect(digestOf(example), JSON.stringify(example)).toBe(example.digest);
    });

    it('are decoded, folded and projected, whichever release wrote them', () => {
      let state = stream.initial;
      for (const [revision, { type, version, data }] of examplesOf(stream).entries()) {
        const name = streamName(stream, stream.idOf?.(data as never) ?? '');
        // Throws with the name of a field that this release needs and that the example lacks.
        const read = codec.read(name, type, version, data);
        state = stream.evolve?.(state as never, { type, data: read } as never);
        const event = recorded(name, type, read, revision);
        for (const { handles, project } of projections) if (handles.includes(type)) project(event);
      }
      expect(state).not.toBeUndefined();
    });
  },
);

const recorded = (stream: string, type: string, data: unknown, revision: number): RecordedEvent => ({
  id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`,
  stream,
  type,
  revision: BigInt(revision),
  position: { commit: BigInt(revision), prepare: BigInt(revision) },
  created: new Date('2026-03-31T01:02:03.004Z'),
  data,
  metadata: {
    actor: 'someone',
    role: 'Admin',
    at: '2026-03-31T01:02:03.004Z',
    correlationId: 'correlation',
    causationId: null,
    commandId: 'command',
    schemaVersion: 1,
  } as unknown as RecordedEvent['metadata'],
  bytes: 1,
});
