import type { RowOf } from '@superscope/contracts/read-models/analytics-table';
import { datedFigureTable, figuresView } from '@superscope/contracts/read-models/dated-figures';
import {
  benchmarksStream,
  superParametersStream,
  type BenchmarkRow,
  type SuperParameterRow,
} from '@superscope/domain/dated-figures/dated-figures';
import { recordedAt } from '../runtime/writing/instants.js';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentWrite, rowWrite } from '../runtime/writing/projection.js';
import { joined, projectionOf } from '../runtime/writing/stream-projection.js';

type FigureRow = BenchmarkRow | SuperParameterRow;

const keyOf = (row: FigureRow): string =>
  'kind' in row
    ? `${row.kind} ${row.birthYearOrAge} ${row.gender ?? ''} ${row.validFrom}`
    : `${row.name} ${row.validFrom}`;

type Figure = Omit<RowOf<typeof datedFigureTable>, 'valid_from' | 'revision' | 'recorded_at'>;

const figureOf = (row: FigureRow): Figure =>
  'kind' in row
    ? {
        kind: row.kind,
        name: '',
        birth_year_or_age: row.birthYearOrAge,
        gender: row.gender ?? '',
        value: row.amountCents,
      }
    : { kind: '', name: row.name, birth_year_or_age: 0, gender: '', value: row.value };

const written = (event: RecordedEvent<{ rows: readonly FigureRow[] }>) => {
  const { rows } = event.data;
  const ofEvent = { revision: Number(event.revision), recorded_at: recordedAt(event) };
  return {
    documents: rows.map((row) => documentWrite(figuresView, keyOf(row), event, { ...row })),
    rows: rows.map((row) => rowWrite(datedFigureTable, { ...figureOf(row), valid_from: row.validFrom, ...ofEvent })),
  };
};

const terms = { readModel: figuresView.announces } as const;

/** Benchmarks and parameters by key and date: the newest values as documents, and every recorded value as a row. */
export const figures = joined(
  projectionOf(benchmarksStream, terms, { BenchmarksPublished: written }),
  projectionOf(superParametersStream, terms, { SuperParametersSet: written }),
);
