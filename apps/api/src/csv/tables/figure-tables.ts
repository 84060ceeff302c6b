import {
  benchmarksStream,
  publishBenchmarks,
  setSuperParameters,
  superParametersStream,
  type BenchmarkRow,
  type SuperParameterRow,
} from '@superscope/domain/dated-figures/dated-figures';
import { rowTable } from './import-table.js';

/** These are streams of their own, without an id. */
const only = '';

export const benchmarks = rowTable({
  table: 'benchmarks',
  stream: benchmarksStream,
  item: ({ kind, birthYearOrAge, gender, amount, validFrom }) => {
    const data: BenchmarkRow = { kind, birthYearOrAge, gender, amountCents: amount, validFrom };
    return { id: only, data };
  },
  decide: (rows) => publishBenchmarks(rows.map(([, row]) => row)),
  rowsIn: (event) => event.data.rows.length,
});

export const superParameters = rowTable({
  table: 'superParameters',
  stream: superParametersStream,
  item: (row) => ({ id: only, data: { ...row } satisfies SuperParameterRow }),
  decide: (rows) => setSuperParameters(rows.map(([, row]) => row)),
  rowsIn: (event) => event.data.rows.length,
});
