import {
  benchmarksStream,
  publishBenchmarks,
  setSuperParameters,
  superParametersStream,
  type BenchmarkRow,
  type SuperParameterRow,
} from '@superscope/domain/dated-figures/dated-figures';
import type { RowValues } from '@superscope/domain/file-check/row-values';
import { isSuperParameter } from '@superscope/domain/scoring/figures-from-rows';
import { superParameterProblem } from '@superscope/domain/scoring/parameter-ranges';
import { rowTable } from './import-table.js';

/** The newest of some dated rows by a day; null if all of them are of later days. */
function newestBy<Row extends { readonly validFrom: string }>(
  rows: Readonly<Record<string, Row>>,
  isOne: (row: Row) => boolean,
  day: string,
): Row | null {
  let newest: Row | null = null;
  for (const row of Object.values(rows))
    if (row.validFrom <= day && isOne(row) && (newest === null || row.validFrom > newest.validFrom)) newest = row;
  return newest;
}

const isBenchmarkOf =
  ({ kind, birthYearOrAge, gender }: BenchmarkRow) =>
  (row: BenchmarkRow) =>
    row.kind === kind && row.birthYearOrAge === birthYearOrAge && row.gender === gender;

const benchmarkValues = (row: BenchmarkRow | null): RowValues | null =>
  row && { ...benchmarkKey(row), amount: row.amountCents / 100 };
const benchmarkKey = ({ kind, birthYearOrAge, gender, validFrom }: BenchmarkRow) => ({
  kind,
  birthYearOrAge,
  gender,
  validFrom,
});

const parameterValues = (row: SuperParameterRow | null): RowValues | null =>
  row && { name: row.name, value: row.value, validFrom: row.validFrom };

/** Each of these tables has one single stream, so its id is empty. */
const only = '';

export const benchmarks = rowTable({
  table: 'benchmarks',
  stream: benchmarksStream,
  item: ({ kind, birthYearOrAge, gender, amount, validFrom }, _, { fail }) => {
    // Rows from which no figure can be derived are refused; otherwise they would be silently ignored.
    if (kind === 'PEER' && !gender) fail('gender', 'A peer average is that of men or of women.');
    if (kind === 'PEER' && amount === 0) fail('amount', 'A peer average is more than 0.');
    if (kind === 'PEER' && birthYearOrAge > 120) fail('birthYearOrAge', 'Write an age of at most 120.');
    else if (birthYearOrAge > 120 && birthYearOrAge < 1900) fail('birthYearOrAge', 'Write an age, or a year of birth.');
    const data: BenchmarkRow = { kind, birthYearOrAge, gender: gender ?? null, amountCents: amount, validFrom };
    return { id: only, data };
  },
  standing: (rows, row) => {
    const newest = newestBy(rows, isBenchmarkOf(row), row.validFrom);
    return newest?.validFrom === row.validFrom ? benchmarkValues(newest) : null;
  },
  inForce: (rows, row) => benchmarkValues(newestBy(rows, isBenchmarkOf(row), row.validFrom)),
  decide: (rows) => publishBenchmarks(rows.map(([, row]) => row)),
  rowsIn: (event) => event.data.rows.length,
});

export const superParameters = rowTable({
  table: 'superParameters',
  stream: superParametersStream,
  item: (row, _, { fail }) => {
    if (!isSuperParameter(row.name)) fail('name', 'No rule uses a super parameter of this name.');
    else {
      const problem = superParameterProblem(row.name, row.value);
      if (problem !== null) fail('value', problem);
    }
    return { id: only, data: { ...row } satisfies SuperParameterRow };
  },
  standing: (rows, { name, validFrom }) => {
    const newest = newestBy(rows, (row) => row.name === name, validFrom);
    return newest?.validFrom === validFrom ? parameterValues(newest) : null;
  },
  inForce: (rows, { name, validFrom }) => parameterValues(newestBy(rows, (row) => row.name === name, validFrom)),
  decide: (rows) => setSuperParameters(rows.map(([, row]) => row)),
  rowsIn: (event) => event.data.rows.length,
});
