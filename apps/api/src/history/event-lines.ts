import type { EventFileFormat, EventFilter, HistoryEvent } from '@superscope/contracts/event-history';
import { createHash } from 'node:crypto';
import { guardFormula } from '../platform/csv/formula-guard.js';

const columns: readonly [title: string, of: (event: HistoryEvent) => string | number | null][] = [
  ['place', ({ place }) => place],
  ['recordedAt', ({ at }) => at],
  ['stream', ({ stream }) => stream],
  ['revision', ({ revision }) => revision],
  ['type', ({ type }) => type],
  ['eventId', ({ eventId }) => eventId],
  ['planId', ({ planId }) => planId],
  ['memberId', ({ memberId }) => memberId],
  ['actor', ({ actor }) => actor],
  ['role', ({ role }) => role],
  ['correlationId', ({ correlationId }) => correlationId],
  ['causationId', ({ causationId }) => causationId],
  ['commandId', ({ commandId }) => commandId],
  ['bytes', ({ bytes }) => bytes],
  ['readModels', ({ readModels }) => readModels.join(' ')],
];

const cell = (value: string | number | null): string => {
  const safe = typeof value === 'number' ? String(value) : guardFormula(value ?? '');
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(',')}\r\n`;
const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The file's own metadata. */
interface Made {
  filter: EventFilter;
  /** ISO instant, UTC. */
  exportedAt: string;
}

interface Ending extends Made {
  rows: number;
  sha256: string;
}

interface Format {
  first: (made: Made) => string;
  row: (event: HistoryEvent) => string;
  last: (ending: Ending) => string;
}

/** The file's first and last lines frame the rows. The digest covers the bytes of all lines between them. */
const formats: Record<EventFileFormat, Format> = {
  csv: {
    first: () => csvLine(columns.map(([title]) => title)),
    row: (event) => csvLine(columns.map(([, of]) => of(event))),
    last: ({ filter, exportedAt, rows, sha256 }) =>
      csvLine(['#', 'sha256', sha256, 'rows', rows, 'exportedAt', exportedAt, 'filter', JSON.stringify(filter)]),
  },
  jsonl: {
    first: jsonLine,
    row: jsonLine,
    last: ({ rows, sha256 }) => jsonLine({ rows, sha256 }),
  },
};

/** Yields a file of events in pieces of text. `onRows` is called with the number of rows so far. */
export async function* eventFile(
  format: EventFileFormat,
  made: Made,
  found: AsyncIterable<readonly HistoryEvent[]>,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  const { first, row, last } = formats[format];
  const digest = createHash('sha256');
  let rows = 0;
  yield first(made);
  for await (const events of found) {
    const lines = events.map(row).join('');
    digest.update(lines);
    rows += events.length;
    onRows(rows);
    yield lines;
  }
  yield last({ ...made, rows, sha256: digest.digest('hex') });
}
