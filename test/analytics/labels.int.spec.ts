import { cubes, measureOf } from '@superscope/api/analytics/model/catalogue';
import { engaged, makeEngaged } from '@superscope/api/analytics/model/secret-columns';
import { publishedIn } from '@superscope/api/analytics/model/published-as';
import type { SecretColumn } from '@superscope/api/analytics/model/secret-column';
import { lookBackSql } from '@superscope/api/analytics/employer/cell-statement';
import { lookBacks, type LookBack } from '@superscope/contracts/analytics/look-back';
import { randomMemberRow } from '@superscope/domain/publishing/random-member.fixture';
import { seededRandom } from '@superscope/domain/seeded-random.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { memberMonth } from './sample-members.js';

/** For each member, whether a fact holds. */
type Truth = readonly boolean[];

/** A column with noise labels, for one look-back. */
interface Drawn {
  column: SecretColumn;
  lookBack: LookBack;
}

// Of plans of one payroll, and of those whose employers do not share one.
const measures = cubes
  .flatMap((cube) => cube.measures)
  .flatMap(({ published }) => [published, publishedIn(published, false)]);
const columns: Drawn[] = [
  engaged,
  ...cubes
    .flatMap((cube) => cube.dimensions)
    .flatMap(({ secret, amongSeveral }) => secret ?? amongSeveral?.secret ?? []),
  ...measures.flatMap((published) => ('column' in published ? published.column : [])),
].flatMap((column) => lookBacks.map((lookBack) => ({ column, lookBack })));
const amounts = measures.flatMap((published) => ('amounts' in published ? published : []));

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  const random = seededRandom(14);
  const rows = Array.from({ length: 3_000 }, (_, i) => ({
    ...memberMonth('acme', '2025-06', i),
    ...randomMemberRow(random),
  }));
  await closeMonths(engine.client, rows as Parameters<typeof closeMonths>[1]);
});
afterAll(() => engine?.stop());

/** The engine's value of each expression for each member. */
async function valuesOf(expressions: readonly string[]): Promise<unknown[][]> {
  const result = await engine.client.query({
    query: `SELECT ${expressions.map((sql, i) => `${sql} AS e${i}`).join(', ')} FROM member_edition ORDER BY member_id`,
    format: 'JSONCompact',
  });
  const { data } = await result.json<unknown[]>();
  return expressions.map((_, i) => data.map((row) => row[i]));
}

const placeOf = ({ values, other }: SecretColumn, stored: unknown): number => {
  const at = values.findIndex((value) => String(value) === String(stored));
  return at !== -1 ? at : other === undefined ? values.length - 1 : values.indexOf(other);
};

/** The truth of each label. Throws for a label with two truths. */
async function truths(): Promise<Map<string, Truth>> {
  const found = new Map<string, Truth>();
  const note = (label: string, truth: Truth) => {
    const known = found.get(label);
    if (known)
      expect(
        known.every((each, i) => each === truth[i]),
        `'${label}' has two truths`,
      ).toBe(true);
    else found.set(label, truth);
  };
  const known = await valuesOf(amounts.map(({ amounts: sql }) => `toUInt8(${sql} IS NOT NULL)`));
  const some = await valuesOf(amounts.map(({ amounts: sql }) => `toUInt8(ifNull(${sql} != 0, 0))`));
  for (const [i, { of }] of amounts.entries()) {
    note(
      of.known,
      known[i]!.map((each) => each === 1),
    );
    if (of.kind === 'presence')
      note(
        of.some,
        some[i]!.map((each) => each === 1),
      );
  }
  const stored = await valuesOf(
    columns.map(({ column, lookBack }) => column.sql({ periodFrom: lookBackSql(lookBack), timezone: '' })),
  );
  // A value is the difference of two boundaries, so it determines an unknown boundary if the other one is known.
  const values = columns.flatMap(({ column, lookBack }, i) =>
    column.noise({ lookBack }).map((terms, place) => ({
      terms,
      has: stored[i]!.map((each) => (placeOf(column, each) === place ? 1 : 0)),
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
      else
        expect(
          told.every((each) => each === 0),
          JSON.stringify(value.terms),
        ).toBe(true);
      open.delete(value);
    }
  }
  expect([...open].map(({ terms }) => terms)).toEqual([]);
  return found;
}

describe('noise labels', () => {
  it('and facts correspond one to one', async () => {
    const found = await truths();
    expect(found.size).toBeGreaterThan(90);
    const byTruth = new Map<string, string[]>();
    for (const [label, truth] of found) {
      const written = truth.map(Number).join('');
      expect(
        written,
        `'${label}' holds for all sampled members or for none, so the sample cannot prove anything`,
      ).toMatch(/01|10/);
      byTruth.set(written, [...(byTruth.get(written) ?? []), label]);
    }
    const same = [...byTruth.values()].filter((labels) => labels.length > 1);
    // The complement of a fact is not a separate fact.
    const rests = [...byTruth].flatMap(([written, labels]) => {
      const rest = byTruth.get([...written].map((each) => (each === '1' ? '0' : '1')).join(''));
      return rest && labels[0]! < rest[0]! ? [[...labels, ...rest]] : [];
    });
    expect([...same, ...rests]).toEqual([]);
  });

  it('of facts that imply the condition of being engaged are known to it, so that they keep their noise', async () => {
    const found = await truths();
    const isEngaged = found.get('engaged')!;
    const within = (part: Truth, whole: Truth) => part.every((each, i) => !each || whole[i]!);
    const others = [...found].filter(([label]) => label !== 'engaged');
    expect(new Set(others.filter(([, truth]) => within(truth, isEngaged)).map(([label]) => label))).toEqual(
      new Set(makeEngaged),
    );
    // The condition itself implies no other fact, nor that a fact does not hold.
    const isNot = (truth: Truth) => truth.map((each) => !each);
    for (const [label, truth] of others) {
      expect(within(isEngaged, truth), `being engaged implies '${label}'`).toBe(false);
      expect(within(isNot(truth), isEngaged), `the lack of '${label}' implies being engaged`).toBe(false);
      expect(within(truth, isNot(isEngaged)), `'${label}' excludes being engaged`).toBe(false);
    }
  });

  it('of dated facts have the length of the look-back and no date', async () => {
    const dated = [...(await truths()).keys()].filter((label) => label.startsWith('last'));
    expect(dated).toHaveLength(3 * 7);
    for (const label of dated) expect(label).toMatch(/^last(SignIn|Contact[A-Za-z]*):(1|3|12)$/);
  });

  it('of averages exist once for each column of amounts', () => {
    const byLabel = new Map<string, Set<string>>();
    for (const { amounts: column, of } of amounts)
      byLabel.set(of.average, (byLabel.get(of.average) ?? new Set()).add(column));
    expect([...byLabel.values()].every((each) => each.size === 1)).toBe(true);
    expect(byLabel.size).toBe(new Set(amounts.map((each) => each.amounts)).size);
    expect(measureOf('MemberSnapshot.benchmarkIndex').published).toMatchObject({ of: { average: 'avg:balance' } });
  });

  it('are ASCII without separator characters', async () => {
    for (const label of (await truths()).keys()) expect(label).toMatch(/^[!-%'-{}~]+$/);
  });
});
