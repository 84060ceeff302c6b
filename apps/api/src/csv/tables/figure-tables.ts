import {
  benchmarksStream,
  publishBenchmarks,
  setSuperParameters,
  superParametersStream,
  type BenchmarkRow,
  type SuperParameterRow,
} from '@superscope/domain/dated-figures/dated-figures';
import { isSuperParameter } from '@superscope/domain/scoring/figures-from-rows';
import { superParameterProblem } from '@superscope/domain/scoring/parameter-ranges';
import { rowTable } from './import-table.js';

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
  decide: (rows) => setSuperParameters(rows.map(([, row]) => row)),
  rowsIn: (event) => event.data.rows.length,
});
