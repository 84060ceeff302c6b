import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { sameFields } from '../same-fields.js';

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
  evolve: (rows, event) => withRows(rows, event.data.rows, benchmarkKey),
};

export const superParametersStream: StreamDefinition<Rows<SuperParameterRow>, SuperParametersEvent> = {
  category: 'superParameters',
  initial: {},
  evolve: (rows, event) => withRows(rows, event.data.rows, parameterKey),
};

const figuresPerEvent = 1000;

const inEvents = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / figuresPerEvent) }, (_, i) =>
    rows.slice(i * figuresPerEvent, (i + 1) * figuresPerEvent),
  );

/** Publishes the benchmark rows that differ from what stands. */
export const publishBenchmarks =
  (rows: readonly BenchmarkRow[]): Decision<Rows<BenchmarkRow>, BenchmarksEvent> =>
  (current) =>
    inEvents(rows.filter((row) => !sameFields(current[benchmarkKey(row)], row))).map((changed) => ({
      type: 'BenchmarksPublished',
      data: { rows: changed },
    }));

/** Sets the parameters that differ from what stands. */
export const setSuperParameters =
  (rows: readonly SuperParameterRow[]): Decision<Rows<SuperParameterRow>, SuperParametersEvent> =>
  (current) =>
    inEvents(rows.filter((row) => !sameFields(current[parameterKey(row)], row))).map((changed) => ({
      type: 'SuperParametersSet',
      data: { rows: changed },
    }));
