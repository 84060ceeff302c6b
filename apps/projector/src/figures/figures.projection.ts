import type { BenchmarkRow, SuperParameterRow } from '@superscope/domain/dated-figures/dated-figures';
import { allMonths, recordedAt, type Projection } from '../runtime/writing/projection.js';

type FigureRow = BenchmarkRow | SuperParameterRow;

const datedFigureColumns = [
  'kind',
  'name',
  'birth_year_or_age',
  'gender',
  'valid_from',
  'revision',
  'value',
  'recorded_at',
] as const;

const keyOf = (row: FigureRow): string =>
  'kind' in row
    ? `${row.kind} ${row.birthYearOrAge} ${row.gender ?? ''} ${row.validFrom}`
    : `${row.name} ${row.validFrom}`;

const valuesOf = (row: FigureRow, revision: number, recorded: string): unknown[] =>
  'kind' in row
    ? [row.kind, '', row.birthYearOrAge, row.gender ?? '', row.validFrom, revision, row.amountCents, recorded]
    : ['', row.name, 0, '', row.validFrom, revision, row.value, recorded];

/**
 * Benchmarks and parameters by key and date: the newest as documents, and each as it was recorded as a row. Any of them may change
 * every score, so all plans are derived again.
 */
export const figures: Projection = {
  readModel: 'figures',
  handles: ['BenchmarksPublished', 'SuperParametersSet'],
  project: (event) => {
    const { rows } = event.data as { rows: readonly FigureRow[] };
    const recorded = recordedAt(event);
    return {
      documents: rows.map((row) => ({
        collection: 'figures',
        id: keyOf(row),
        revision: event.revision,
        set: { ...row },
      })),
      rows: rows.map((row) => ({
        table: 'dated_figure',
        columns: datedFigureColumns,
        values: valuesOf(row, Number(event.revision), recorded),
      })),
      dirty: [{ plans: 'all', ...allMonths, memberId: null }],
    };
  },
};
