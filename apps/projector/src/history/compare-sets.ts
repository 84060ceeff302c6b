import type { ClickHouseClient } from '@clickhouse/client';
import { mostProofDifferences, type ProofDifference } from '@superscope/contracts/as-of-views';
import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import type { TableName, ViewName } from '@superscope/contracts/read-models/read-models';
import type { MongoClient } from 'mongodb';
import { canonical, isContent, rowHash, valueText } from '../rebuild/digest.js';
import { contentOf, documentsOfPlan, rowsOfPlan, setModels } from './set-digest.js';

export interface Comparison {
  /** Number of rows and documents that differ, or that only one set has. */
  differing: number;
  /** The differing values, up to the limit of a list. */
  differences: ProofDifference[];
}

interface Compared {
  planId: string;
  /** Names of the two sets' databases. */
  then: string;
  replayed: string;
}

type Row = [side: 1 | 2, keys: string[], values: (string | null)[]];

/** Compares two sets of read models of one plan row by row. */
export async function compareSets(
  { clickhouse, mongo }: { clickhouse: ClickHouseClient; mongo: MongoClient },
  compared: Compared,
  onModel: (done: number, total: number) => Promise<void>,
): Promise<Comparison> {
  const found: Comparison = { differing: 0, differences: [] };
  for (const [i, model] of setModels.entries()) {
    await onModel(i, setModels.length);
    const room = mostProofDifferences - found.differences.length;
    const more =
      'table' in model
        ? await compareTable(clickhouse, compared, model.table, room)
        : await compareDocuments(mongo, compared, model.view, room);
    found.differing += more.differing;
    found.differences.push(...more.differences);
  }
  return found;
}

async function compareTable(
  clickhouse: ClickHouseClient,
  { planId, then, replayed }: Compared,
  table: AnalyticsTable<TableName>,
  most: number,
): Promise<Comparison> {
  const columns = contentOf(table);
  const keys = table.key.filter(isContent);
  const side = (database: string, number: number, of: string) =>
    `SELECT ${number} AS side, [${keys.map(valueText).join(', ')}] AS row_key, ${of}
FROM ${rowsOfPlan((name) => `${database}.${name}`, table)}`;
  const both = (of: string) => `(${side(then, 1, of)} UNION ALL ${side(replayed, 2, of)})`;
  const differing = `SELECT row_key FROM ${both(`${rowHash(columns)} AS row_hash`)} GROUP BY row_key
HAVING countIf(side = 1) != countIf(side = 2) OR sumIf(row_hash, side = 1) != sumIf(row_hash, side = 2)`;
  const rows = async <Of>(query: string): Promise<Of[]> =>
    (await clickhouse.query({ query, query_params: { plan: planId }, format: 'JSONCompactEachRow' })).json<Of>();
  const [[count]] = (await rows<[number]>(`SELECT count() FROM (${differing})`)) as [[number]];
  if (Number(count) === 0 || most === 0) return { differing: Number(count), differences: [] };
  const values = `[${columns.map((column) => `toNullable(toString(${column}))`).join(', ')}] AS of`;
  const listed = await rows<Row>(
    `SELECT side, row_key, of FROM ${both(values)}
WHERE row_key IN (SELECT row_key FROM (${differing}) ORDER BY row_key LIMIT ${most}) ORDER BY row_key, side`,
  );
  const byKey = new Map<string, { key: string; then?: (string | null)[]; replayed?: (string | null)[] }>();
  for (const [of, rowKey, said] of listed) {
    const key = keys.map((name, i) => `${name} ${rowKey[i]}`).join(', ');
    const known = byKey.get(key) ?? { key };
    byKey.set(key, Number(of) === 1 ? { ...known, then: said } : { ...known, replayed: said });
  }
  const differences = [...byKey.values()].flatMap(({ key, then: a, replayed: b }): ProofDifference[] =>
    a === undefined || b === undefined
      ? [oneSided(table.table, key, a !== undefined)]
      : columns.flatMap((column, i) =>
          a[i] === b[i] ? [] : [{ model: table.table, key, column, then: a[i]!, replayed: b[i]! }],
        ),
  );
  return { differing: Number(count), differences: differences.slice(0, most) };
}

/** Compares documents in memory. A set has only few, because none is about a member. */
async function compareDocuments(
  mongo: MongoClient,
  { planId, then, replayed }: Compared,
  view: ViewName,
  most: number,
): Promise<Comparison> {
  const [a, b] = await Promise.all(
    [then, replayed].map(async (database) => {
      const all = await mongo.db(database).collection(view).find(documentsOfPlan(view, planId)).toArray();
      return new Map(all.map(({ _id, ...said }) => [String(_id), said as Record<string, unknown>]));
    }),
  );
  let differing = 0;
  const differences: ProofDifference[] = [];
  for (const key of new Set([...a!.keys(), ...b!.keys()])) {
    const [x, y] = [a!.get(key), b!.get(key)];
    if (canonical(x) === canonical(y)) continue;
    differing += 1;
    if (x === undefined || y === undefined) differences.push(oneSided(view, key, x !== undefined));
    else
      for (const column of new Set([...Object.keys(x), ...Object.keys(y)]))
        if (canonical(x[column]) !== canonical(y[column]))
          differences.push({ model: view, key, column, then: told(x[column]), replayed: told(y[column]) });
  }
  return { differing, differences: differences.slice(0, most) };
}

const mostOfValue = 200;
const told = (value: unknown): string | null =>
  value === undefined || value === null ? null : canonical(value).slice(0, mostOfValue);

const oneSided = (model: string, key: string, isThen: boolean): ProofDifference => ({
  model,
  key,
  column: null,
  ...(isThen ? { then: 'present', replayed: null } : { then: null, replayed: 'present' }),
});
