import type { CompiledQuery } from '../compile/compile.js';
import type { Cost } from '../compile/cost-sql.js';
import { BadQuery } from '../query/bad-query.js';
import { mostRows } from './run-statement.js';

/** What of the rows of a question has been counted. */
interface Counted {
  rows: number;
  plans: number;
  months: number;
}

/**
 * Estimates how many groups a question makes before ClickHouse makes them: at most as many as the rows that it reads, and as the values of
 * its dimensions multiplied. Both are counted only where the question could make too many, and are never kept, so that an import of a
 * moment ago counts. `count` runs one of the statements. Throws BadQuery that says what to narrow.
 */
export async function assertAffordable(
  { keys, cost }: Pick<CompiledQuery, 'keys' | 'cost'>,
  count: (sql: string) => Promise<readonly number[]>,
): Promise<void> {
  if (cost === null || usualGroups(cost) <= mostRows) return;
  const [rows = 0, plans = 0, months = 0] = await count(cost.rowsSql);
  const counted = { rows, plans, months };
  if (Math.min(rows, usualGroups(cost, counted)) <= mostRows) return;
  if (cost.valuesSql === null) throw tooMany(`${inWords(rows)} rows`, counted, null);
  const values = await count(cost.valuesSql);
  const groups = values.at(-1)!;
  if (groups <= mostRows) return;
  let widest: { name: string; values: number } | null = null;
  for (const [at, { dimension }] of keys.entries())
    if (cost.countedAs[at] === null && values[at]! > (widest?.values ?? 1))
      widest = { name: dimension.name, values: values[at]! };
  throw tooMany(`about ${inWords(groups)} groups`, counted, widest);
}

function usualGroups({ usual, countedAs }: Cost, counted?: Counted): number {
  return usual.reduce((groups, most, at) => {
    const as = countedAs[at];
    return groups * (counted && as ? Math.min(most, counted[as]) : most);
  }, 1);
}

const inWords = (count: number): string => count.toLocaleString('en-AU');

/** `over` is what the question is over, as far as there is more than one to leave out. */
function tooMany(what: string, { plans, months }: Counted, widest: { name: string; values: number } | null): BadQuery {
  const over = [
    ...(months > 1 ? [`${inWords(months)} months`] : []),
    ...(plans > 1 ? [`${inWords(plans)} plans`] : []),
  ].join(' and ');
  const narrower = [
    ...(widest === null ? [] : [`leave out '${widest.name}', which has about ${inWords(widest.values)} values`]),
    ...(over === '' ? [] : [`ask about fewer than its ${over}`]),
    'filter by a dimension',
  ];
  const last = narrower.pop()!;
  const advice = narrower.length === 0 ? last : `${narrower.join(', ')} or ${last}`;
  return new BadQuery(
    `The question makes ${what}, of which at most ${inWords(mostRows)} can be made at once: ${advice}`,
  );
}
