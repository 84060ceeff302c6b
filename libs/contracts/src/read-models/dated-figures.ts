import type { BenchmarkRow, SuperParameterRow } from '@superscope/domain/dated-figures/dated-figures';
import { z } from 'zod';
import {
  analyticsTable,
  bigNumber,
  category,
  count,
  decimal,
  instant,
  integer,
  longDay,
  optionalDecimal,
  optionalYesOrNo,
  text,
} from './analytics-table.js';
import { documentView } from './document-view.js';

const benchmark = z.object({
  kind: z.enum(['PEER', 'ASFA']),
  birthYearOrAge: z.number(),
  gender: z.enum(['Male', 'Female']).nullable(),
  amountCents: z.number(),
  validFrom: z.string(),
}) satisfies z.ZodType<BenchmarkRow>;

const superParameter = z.object({
  name: z.string(),
  value: z.number(),
  validFrom: z.string(),
  pdfUrl: z.string().optional(),
}) satisfies z.ZodType<SuperParameterRow>;

/** Current benchmarks and parameters, by key and date. */
export const figuresView = documentView({
  collection: 'figures',
  announces: 'figures',
  shape: z.union([benchmark, superParameter]),
  indexes: [],
});

/**
 * Every recorded value of benchmarks and parameters. Days are text, because a Date would cut days before 1970. Cents are whole numbers,
 * which a Float64 holds exactly. `kind` is empty for a parameter, `gender` for a benchmark of both genders.
 */
export const datedFigureTable = analyticsTable({
  table: 'dated_figure',
  announces: 'figures',
  columns: {
    kind: category,
    name: category,
    birth_year_or_age: integer,
    gender: category,
    valid_from: text,
    revision: count,
    value: decimal,
    recorded_at: instant,
  },
  key: ['kind', 'name', 'birth_year_or_age', 'gender', 'valid_from', 'revision'],
});

/** A row of `dated_figure`, as far as it says what a figure is. */
export interface DatedFigureRow {
  kind: 'PEER' | 'ASFA' | '';
  name: string;
  birth_year_or_age: number;
  gender: 'Male' | 'Female' | '';
  valid_from: string;
  value: number;
}

/** Rows of `dated_figure` as benchmarks and parameters. */
export function figureRowsOf(rows: readonly DatedFigureRow[]): {
  benchmarks: BenchmarkRow[];
  superParameters: SuperParameterRow[];
} {
  const benchmarks: BenchmarkRow[] = [];
  const superParameters: SuperParameterRow[] = [];
  for (const { kind, name, gender, valid_from: validFrom, value, ...row } of rows)
    if (kind === '') superParameters.push({ name, value, validFrom });
    else {
      const of = { kind, birthYearOrAge: row.birth_year_or_age, gender: gender === '' ? null : gender };
      benchmarks.push({ ...of, amountCents: value, validFrom });
    }
  return { benchmarks, superParameters };
}

/**
 * Investment options as rows, those of every publication. A publication counts once all its chunks are stored, so readers decide which one
 * counts for a date. `description` is empty if there is none.
 */
export const assetTable = analyticsTable({
  table: 'asset',
  announces: 'figures',
  columns: {
    platform_id: category,
    data_date: longDay,
    import_id: category,
    asset_code: category,
    name: text,
    description: text,
    growth_percent: optionalDecimal,
    is_lifecycle: optionalYesOrNo,
    is_choice: optionalYesOrNo,
    return_1yr: optionalDecimal,
    return_3yr: optionalDecimal,
    return_5yr: optionalDecimal,
    /** Number of the chunk that held the row, from 0, and number of chunks of its publication. */
    chunk_index: count,
    chunks: count,
    /** Revision of the event in the platform's stream. */
    revision: bigNumber,
  },
  key: ['platform_id', 'data_date', 'import_id', 'asset_code'],
  newestBy: ['revision'],
});
