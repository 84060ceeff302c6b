import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyStream } from '@superscope/domain/event';
import { streamName } from '@superscope/domain/event';
import { columnOf, shapesOf, type Fields } from '@superscope/domain/fields';
import { productStreams } from '@superscope/domain/product-streams';
import {
  feeFields,
  feesStream,
  publishedRowFields,
  storedRow,
} from '@superscope/domain/published-table/published-rows';
import type { TableRow } from '@superscope/domain/published-table/published-table';
import { exampleOf } from '@superscope/domain/shape';
import { EventCodec } from '@superscope/event-store/events/codec';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { projections } from '@superscope/projector/read-models';
import type { Projected } from '@superscope/projector/runtime/writing/projection';
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

const BOTH = ['most', 'least'] as const;

const fileOf = ({ category }: AnyStream) =>
  fileURLToPath(new URL(`../../libs/domain/stored-events/${category}.jsonl`, import.meta.url));

/** What each example reads as, and what each projection writes of it. */
const goldenOf = ({ category }: AnyStream) =>
  fileURLToPath(new URL(`../../libs/domain/stored-events/golden/${category}.jsonl`, import.meta.url));

const byColumn = ({ rows = [], ...others }: Projected) => ({
  ...others,
  rows: rows.map(({ table, columns, values }) => ({
    table,
    ...Object.fromEntries(columns.map((column, at) => [column, values[at]])),
  })),
});

const lineOfGolden = (line: object): string =>
  JSON.stringify(line, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

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
    const examples = BOTH.map((which) => exampleOf(fields, which));
    const declared = rowFieldsOf(type);
    if (declared !== undefined) examples.push({ ...examples[0], rows: rowsOf(declared) });
    return [...new Set(examples.map((data) => lineOf(type, version, data)))];
  });

/** The fields of the rows that an event publishes; undefined if it publishes no table. */
const rowFieldsOf = (type: string): Fields | undefined =>
  Object.entries<Fields>(publishedRowFields).find(([name]) => name === type)?.[1];

/** Rows of a table as this release stores them: one with every column, and one with those that are needed. */
const rowsOf = (declared: Fields): TableRow[] =>
  BOTH.map((which) => {
    const values: Record<string, unknown> = exampleOf(shapesOf(declared), which);
    const line = Object.entries(declared).map(([name, field]) => [columnOf(name, field), values[name]]);
    return storedRow(declared, Object.fromEntries(line) as never);
  });

/**
 * Throws with the name of a column that this release needs and a row lacks, because it would be read as null. The shape of a chunk leaves
 * its rows open, so the rows in the examples of that shape are of no table.
 */
function requireColumns({ shapes }: AnyStream, { type, data }: StoredExample, declared = rowFieldsOf(type)): void {
  if (declared === undefined) return;
  const open = JSON.stringify(exampleOf(shapes[type as never] ?? {}, 'most')['rows']);
  const rows = data['rows'] as TableRow[];
  if (JSON.stringify(rows) === open) return;
  for (const [name, field] of Object.entries(declared))
    if (field.needed && rows.some((row) => row[columnOf(name, field)!] == null))
      throw new Error(`${type}: '${name}' is needed, and a stored row lacks it.`);
}

const linesOf = (stream: AnyStream): string[] =>
  existsSync(fileOf(stream)) ? readFileSync(fileOf(stream), 'utf8').trimEnd().split('\n') : [];

/** The stored lines, and those that this release adds: so that one run of `npm run lists` also writes the golden file of what it adds. */
function linesToStore(stream: AnyStream): string[] {
  const lines = linesOf(stream);
  const known = new Set(lines);
  return [...lines, ...writtenNow(stream).filter((line) => !known.has(line))];
}

const exampleIn = (line: string) => JSON.parse(line) as StoredExample;
const examplesOf = (stream: AnyStream) => linesOf(stream).map(exampleIn);

describe.each(productStreams.map((stream) => [stream.category, stream] as const))(
  'events that were stored in streams of %s',
  (_, stream) => {
    it('have an example of each as written now; `npm run lists` adds what is missing', async () => {
      await expect(`${linesToStore(stream).join('\n')}\n`).toMatchFileSnapshot(fileOf(stream));
    });

    it('are never edited', () => {
      for (const example of examplesOf(stream)) expect(digestOf(example), JSON.stringify(example)).toBe(example.digest);
    });

    it('are decoded, folded and projected as ever, whichever release wrote them', async () => {
      let state = stream.initial;
      const golden: string[] = [];
      for (const [revision, example] of linesToStore(stream).map(exampleIn).entries()) {
        const { type, version, data } = example;
        requireColumns(stream, example);
        const name = streamName(stream, stream.idOf?.(data as never) ?? '');
        // Throws with the name of a field that this release needs and that the example lacks.
        const read = codec.read(name, type, version, data);
        state = stream.evolve?.(state as never, { type, data: read } as never);
        const event = recorded(name, type, read, revision);
        golden.push(lineOfGolden({ type, version, reads: read }));
        for (const { readModel, handles, project } of projections)
          if (handles.includes(type)) golden.push(lineOfGolden({ of: readModel, ...byColumn(project(event)) }));
      }
      expect(state).not.toBeUndefined();
      // A line that changes here reads or shows history differently: is that meant?
      await expect(`${golden.join('\n')}\n`).toMatchFileSnapshot(goldenOf(stream));
    });
  },
);

it('a column of a published table that a later release needs is named', () => {
  const later: Fields = { ...feeFields, riskGroup: { kind: 'name', most: 40, needed: true } };
  const check = () => examplesOf(feesStream).forEach((example) => requireColumns(feesStream, example, later));
  expect(check).toThrow("FeesPublished: 'riskGroup' is needed, and a stored row lacks it.");
});

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
