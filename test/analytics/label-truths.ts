import type { ClickHouseClient } from '@clickhouse/client';
import { engaged } from '@superscope/api/analytics/model/secret-columns';
import { cubes } from '@superscope/api/analytics/model/catalogue';
import { publishedIn } from '@superscope/api/analytics/model/published-as';
import type { SecretColumn } from '@superscope/api/analytics/model/secret-column';
import { lookBackSql } from '@superscope/api/analytics/employer/cell-statement';
import { lookBacks, type LookBack } from '@superscope/contracts/analytics/look-back';

/** For each member, or for each member's months, whether a fact holds. */
export type Truth = readonly boolean[];

/** A column with noise labels, for one look-back. */
export interface Drawn {
  column: SecretColumn;
  lookBack: LookBack;
}

// Of plans of one payroll, and of those whose employers do not share one.
const measures = cubes
  .flatMap((cube) => cube.measures)
  .flatMap(({ published }) => [published, publishedIn(published, false)]);

/** Every secret column of the catalogue, with each look-back. */
export const columns: readonly Drawn[] = [
  engaged,
  ...cubes
    .flatMap((cube) => cube.dimensions)
    .flatMap(({ secret, amongSeveral }) => secret ?? amongSeveral?.secret ?? []),
  ...measures.flatMap((published) => ('column' in published ? published.column : [])),
].flatMap((column) => lookBacks.map((lookBack) => ({ column, lookBack })));

/** Every measure of amounts. */
export const amounts = measures.flatMap((published) => ('amounts' in published ? published : []));

/** The engine's value of each expression for each row of closed months that fulfils a condition, in the order of members and months. */
export async function valuesOf(
  client: ClickHouseClient,
  expressions: readonly string[],
  where: string,
): Promise<unknown[][]> {
  const result = await client.query({
    query: `SELECT ${expressions.map((sql, i) => `${sql} AS e${i}`).join(', ')} FROM member_edition WHERE ${where} ORDER BY member_id, month`,
    format: 'JSONCompact',
  });
  const { data } = await result.json<unknown[]>();
  return expressions.map((_, i) => data.map((row) => row[i]));
}

const placeOf = ({ values, other }: SecretColumn, stored: unknown): number => {
  const at = values.findIndex((value) => String(value) === String(stored));
  return at !== -1 ? at : other === undefined ? values.length - 1 : values.indexOf(other);
};

/** The place of each row's value in the values of each column. */
export async function columnPlaces(
  client: ClickHouseClient,
  drawn: readonly Drawn[],
  where: string,
): Promise<readonly (readonly number[])[]> {
  const stored = await valuesOf(
    client,
    drawn.map(({ column, lookBack }) => column.sql({ periodFrom: lookBackSql(lookBack), timezone: '' })),
    where,
  );
  return drawn.map(({ column }, i) => stored[i]!.map((each) => placeOf(column, each)));
}

/**
 * The truth of each noise label of the catalogue for the rows of closed months that fulfil a condition, in the order of members and months.
 * Throws for a label with two truths, and for a column whose values do not determine its boundaries.
 */
export async function labelTruths(client: ClickHouseClient, where = '1'): Promise<Map<string, Truth>> {
  const found = new Map<string, Truth>();
  const note = (label: string, truth: Truth) => {
    const known = found.get(label);
    if (known?.some((each, i) => each !== truth[i])) throw new Error(`'${label}' has two truths`);
    if (!known) found.set(label, truth);
  };
  const isOne = (values: readonly unknown[]): Truth => values.map((each) => each === 1);
  const known = await valuesOf(
    client,
    amounts.map(({ amounts: sql }) => `toUInt8(${sql} IS NOT NULL)`),
    where,
  );
  const some = await valuesOf(
    client,
    amounts.map(({ amounts: sql }) => `toUInt8(ifNull(${sql} != 0, 0))`),
    where,
  );
  for (const [i, { of }] of amounts.entries()) {
    note(of.known, isOne(known[i]!));
    if (of.kind === 'presence') note(of.some, isOne(some[i]!));
  }
  const places = await columnPlaces(client, columns, where);
  // A value is the difference of two boundaries, so it determines an unknown boundary if the other one is known.
  const values = columns.flatMap(({ column, lookBack }, i) =>
    column.noise({ lookBack }).map((terms, place) => ({
      terms,
      has: places[i]!.map((each) => (each === place ? 1 : 0)),
    })),
  );
  const open = new Set(values);
  for (let left = -1; left !== open.size;) {
    left = open.size;
    for (const value of open) {
      const unknown = value.terms.filter(({ label }) => !found.has(label));
      if (unknown.length > 1) continue;
      const told = value.has.map((has, at) =>
        value.terms.reduce((sum, { label, sign }) => sum - sign * Number(found.get(label)?.[at] ?? 0), has),
      );
      const [own] = unknown;
      if (own)
        note(
          own.label,
          told.map((each) => each * own.sign === 1),
        );
      else if (told.some((each) => each !== 0)) throw new Error(`Contradiction in ${JSON.stringify(value.terms)}`);
      open.delete(value);
    }
  }
  if (open.size > 0) throw new Error(`Undetermined: ${JSON.stringify([...open].map(({ terms }) => terms))}`);
  return found;
}
