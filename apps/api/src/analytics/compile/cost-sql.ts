import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { Source } from '../model/cube-member.js';
import type { KeyColumn } from './compile.js';
import type { Engagement } from './source-sql.js';

/** How many groups a question may make, and the statements that count what is not known beforehand. */
export interface Cost {
  /** For each key, how many values it usually has at most. Infinity if there may be as many as rows, as of a question that is ungrouped. */
  usual: readonly number[];
  /** For each key, what of the rows is the number of its values; null if it has to be counted itself. */
  countedAs: readonly ('plans' | 'months' | null)[];
  /** Counts rows, plans and months, by the columns by which the table is sorted. */
  rowsSql: string;
  /** Counts the values of each key, and last the groups, to a percent. Null if each row is a group. */
  valuesSql: string | null;
}

/** Sources whose rows are few: what the fund defines, and the runs of campaigns. */
const isSmall = (source: Source, { steps }: Engagement): boolean =>
  source === 'asset' || source === 'memberCategory' || (source === 'campaign' && !steps);

/** A statement of a question: its keys as they are selected, and everything from FROM to WHERE. */
interface Parts {
  selected: readonly string[];
  with: readonly string[];
  rows: readonly string[];
  settings: string;
}

/** Null if the question's groups are few whatever it asks. */
export function costOf(
  query: Pick<NormalizedQuery, 'timeDimensions' | 'ungrouped'>,
  planIds: readonly string[] | null,
  source: Source,
  engaged: Engagement,
  keys: readonly KeyColumn[],
  { selected, with: before, rows, settings }: Parts,
): Cost | null {
  if (isSmall(source, engaged) || (keys.length === 0 && !query.ungrouped)) return null;
  const isByMonth = source === 'memberMonth' || source === 'assetOwned';
  const counting = (select: readonly string[]) =>
    [...before, `SELECT ${select.join(', ')}`, ...rows, settings].join('\n');
  // Rows with a null among their keys count only as tuples.
  const groups = `uniqCombined(tuple(${keys.map((_, at) => `k${at}`).join(', ')}))`;
  return {
    usual: query.ungrouped ? [Infinity] : keys.map((key) => usualValues(key, query, planIds)),
    countedAs: query.ungrouped
      ? [null]
      : keys.map(({ dimension: { use, time } }) =>
          use === 'plan' ? 'plans' : isByMonth && use === 'time' && time === 'day' ? 'months' : null,
        ),
    rowsSql: counting(['count()', 'uniqExact(plan_id)', isByMonth ? 'uniqExact(month)' : '0']),
    valuesSql: query.ungrouped ? null : counting([...selected.map((key) => `uniqCombined(${key})`), groups]),
  };
}

/** More than most funds have. */
const usual = { plans: 1_000, ids: 500, months: 300, days: 10_000, ages: 120, categories: 12 };

function usualValues(
  { dimension: { use, type, time, flag, secret, source }, granularity }: KeyColumn,
  { timeDimensions }: Pick<NormalizedQuery, 'timeDimensions'>,
  planIds: readonly string[] | null,
): number {
  if (flag) return 3;
  if (secret) return secret.values.length + 2;
  if (use === 'plan') return planIds?.length ?? usual.plans;
  if (use === 'time' && time === 'instant')
    return granularity === undefined || ['second', 'minute', 'hour'].includes(granularity) ? Infinity : usual.days;
  if (use === 'time') return Math.min(usual.months, ...timeDimensions.map(({ dateRange }) => monthsIn(dateRange)));
  if (use === 'staff') return type === 'number' ? usual.ages : Infinity;
  const isCategory = use === 'public' || source === 'movement' || source === 'contactRequest';
  return isCategory && use !== 'alone' ? usual.categories : usual.ids;
}

function monthsIn(range: readonly [string, string] | undefined): number {
  if (range === undefined) return Infinity;
  const [from = 0, to = 0] = range.map((wall) => Number(wall.slice(0, 4)) * 12 + Number(wall.slice(5, 7)));
  return Math.max(1, to - from + 1);
}
