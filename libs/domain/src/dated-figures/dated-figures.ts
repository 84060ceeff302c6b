import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { inChunks } from '../chunks.js';
import { sameFields } from '../same-fields.js';
import { day, decimal, integer, listOf, oneOf, optional, orNull, record, text } from '../shape.js';

/** Peer average balances and ASFA target balances. */
export interface BenchmarkRow {
  kind: 'PEER' | 'ASFA';
  /** PEER: the first age of the band. ASFA: the age of the target (a number above 1900 is a birth year). */
  birthYearOrAge: number;
  gender: 'Male' | 'Female' | null;
  amountCents: number;
  /** yyyy-MM-dd */
  validFrom: string;
}

export interface SuperParameterRow {
  name: string;
  /** In the parameter's own unit, which its name carries. */
  value: number;
  /** yyyy-MM-dd */
  validFrom: string;
  /** The address of the document that a figure of ASFA's was read from. */
  pdfUrl?: string | undefined;
}

export type BenchmarksEvent = DomainEvent<'BenchmarksPublished', { rows: readonly BenchmarkRow[] }>;
export type SuperParametersEvent = DomainEvent<'SuperParametersSet', { rows: readonly SuperParameterRow[] }>;

const benchmarkKey = (row: BenchmarkRow) => `${row.kind} ${row.birthYearOrAge} ${row.gender ?? ''} ${row.validFrom}`;
const parameterKey = (row: SuperParameterRow) => `${row.name} ${row.validFrom}`;

type Rows<Row> = Readonly<Record<string, Row>>;

const withRows = <Row>(rows: Rows<Row>, more: readonly Row[], key: (row: Row) => string): Rows<Row> => ({
  ...rows,
  ...Object.fromEntries(more.map((row) => [key(row), row])),
});

export const benchmarksStream: StreamDefinition<Rows<BenchmarkRow>, BenchmarksEvent> = {
  category: 'benchmarks',
  initial: {},
  shapes: {
    BenchmarksPublished: {
      rows: listOf(
        record({
          kind: oneOf(['PEER', 'ASFA']),
          birthYearOrAge: integer,
          gender: orNull(oneOf(['Male', 'Female'])),
          amountCents: integer,
          validFrom: day,
        }),
      ),
    },
  },
  evolve: (rows, event) =>
    event.type === 'BenchmarksPublished' ? withRows(rows, event.data.rows, benchmarkKey) : rows,
};

export const superParametersStream: StreamDefinition<Rows<SuperParameterRow>, SuperParametersEvent> = {
  category: 'superParameters',
  initial: {},
  shapes: {
    SuperParametersSet: {
      rows: listOf(record({ name: text, value: decimal, validFrom: day, pdfUrl: optional(text) })),
    },
  },
  evolve: (rows, event) => (event.type === 'SuperParametersSet' ? withRows(rows, event.data.rows, parameterKey) : rows),
};

const figuresPerEvent = 1000;

/** The rows that differ from the current ones. Of two rows with one key the later counts. */
const changed = <Row>(current: Rows<Row>, rows: readonly Row[], key: (row: Row) => string): Row[] =>
  Object.entries(withRows({}, rows, key)).flatMap(([id, row]) => (sameFields(current[id], row) ? [] : [row]));

const inEvents = <Row>(rows: readonly Row[]): Row[][] => (rows.length === 0 ? [] : inChunks(rows, figuresPerEvent));

/** Publishes the benchmark rows that differ from the current ones. */
export const publishBenchmarks =
  (rows: readonly BenchmarkRow[]): Decision<Rows<BenchmarkRow>, BenchmarksEvent> =>
  (current) =>
    inEvents(changed(current, rows, benchmarkKey)).map((some) => ({
      type: 'BenchmarksPublished',
      data: { rows: some },
    }));

/** The row with the document of the value that it repeats: a file of figures names none. */
const withDocument = (row: SuperParameterRow, current: SuperParameterRow | undefined): SuperParameterRow =>
  row.pdfUrl === undefined && current?.pdfUrl !== undefined && current.value === row.value ? current : row;

/** Sets the parameters that differ from the current ones. */
export const setSuperParameters =
  (rows: readonly SuperParameterRow[]): Decision<Rows<SuperParameterRow>, SuperParametersEvent> =>
  (current) =>
    inEvents(
      changed(
        current,
        rows.map((row) => withDocument(row, current[parameterKey(row)])),
        parameterKey,
      ),
    ).map((some) => ({
      type: 'SuperParametersSet',
      data: { rows: some },
    }));
