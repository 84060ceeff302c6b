import { shapeAnswer, type ShapedAnswer } from '@superscope/api/analytics/answer/shape-answer';
import { compile, compilePage } from '@superscope/api/analytics/compile/compile';
import { runLimited } from '@superscope/api/analytics/load/run-statement';
import { cubes } from '@superscope/api/analytics/model/catalogue';
import { BadQuery } from '@superscope/api/analytics/query/bad-query';
import { normalize } from '@superscope/api/analytics/query/normalize';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzzing } from '../fuzz/fuzz-settings.js';
import { startEngine, type Engine } from './query-service.js';
import { insertRows, memberMonth } from './sample-members.js';

const now = new Date('2026-06-15T02:00:00Z');
const never = new AbortController().signal;

const pick = <Value>(i: number, ...values: Value[]): Value => values[i % values.length]!;

/** Texts whose order differs by alphabet, by code point and by JavaScript's halves of code points. */
const texts = ['', 'b', 'B', 'a b', 'é', 'Ｚ', '𝄞', '\u{1F600}', 'Z', '10', '9', "it's"];

/** Amounts whose averages are tied once they are rounded, among them halves of a cent, and losses. */
const amounts = [null, 0, 1, 2, 3, 33, 67, -1, -3, 50, 100_005, 100_015, 8_000_000_01];

const membersOfPlan = (planId: string, count: number) =>
  ['2026-03', '2026-04', '2026-05'].flatMap((month, m) =>
    Array.from({ length: count - m }, (_, i) =>
      memberMonth(planId, month, i, {
        gender: pick(i, 'Female', 'Male', 'Unknown'),
        age: pick(i >> 1, 40, null, 9, 100),
        age_group: pick(i >> 2, '31 - 44', '65+', 'Unknown'),
        company_id: pick(i + m, ...texts),
        category_id: pick(i >> 2, ...texts),
        address_state: pick(i >> 1, ...texts),
        no_life_insurance: pick<0 | 1 | 2>(i, 0, 1, 2),
        balance_within_average: pick<0 | 1 | 2>(i >> 1, 2, 1, 0),
        score: pick(i >> 3, null, 2_999_999, 3_000_000),
        salary_cents: pick(i, ...amounts),
        total_assets_owned_cents: pick(i >> 1, ...amounts),
        benchmark_cents: pick(i, null, 3, 7, 100),
        fees_cents: pick(i, null, 5, 5, 7),
        joined: pick<0 | 1>(i, 0, 0, 1),
      }),
    ),
  );

const dimensions = cubes.flatMap((cube) => cube.dimensions);
const measures = cubes.flatMap((cube) => cube.measures);
const sources = [...new Set(dimensions.map(({ source }) => source))];
const numbers = ['0', '1', '3', '-1', '33.3333', '0.005', '66.67', '0.01', '1e300', '100', '2.999999', '5e-324'];

const leaf = (names: readonly string[]) =>
  fc
    .record({
      member: fc.constantFrom(...names),
      operator: fc.constantFrom('equals', 'notEquals', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'set', 'notSet'),
      values: fc.array(fc.constantFrom(...numbers), { minLength: 1, maxLength: 3 }),
    })
    .map(({ values, ...rest }) => (rest.operator.endsWith('et') ? rest : { ...rest, values }));

const having = (names: readonly string[]) =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: leaf(names) },
      fc.array(leaf(names), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
      fc.array(leaf(names), { minLength: 1, maxLength: 2 }).map((and) => ({ or: [{ and }, ...and] })),
    ),
    { maxLength: 2 },
  );

/** Any question of one source: with every dimension and measure, order, page and filter on measures. */
const question = fc.constantFrom(...sources, ...Array<'memberMonth'>(4).fill('memberMonth')).chain((source) => {
  const names = <Member extends { name: string; source: string }>(members: readonly Member[]) =>
    members.filter((member) => member.source === source).map(({ name }) => name);
  const days = names(dimensions.filter(({ type }) => type === 'time'));
  const measured = names(measures.filter(({ share }) => !share));
  return fc
    .record({
      source: fc.constant(source),
      dimensions: fc.subarray(names(dimensions), { minLength: 1, maxLength: 2 }),
      measures: fc.subarray(measured, { maxLength: Math.min(measured.length, 3) }),
      filters: having(measured),
      bucket: days.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...days), { nil: undefined }),
      unit: fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year'),
      limit: fc.constantFrom(0, 1, 3, 7, 50, 50_000),
      offset: fc.constantFrom(undefined, 0, 1, 5, 40, 100_000, 1e300),
      total: fc.boolean(),
      timezone: fc.constantFrom('Australia/Sydney', 'UTC'),
      directions: fc.array(fc.constantFrom('asc', 'desc'), { minLength: 9, maxLength: 9 }),
      ordered: fc.infiniteStream(fc.nat()),
    })
    .map(({ source: of, bucket, unit, directions, ordered, ...rest }) => {
      const range = { dateRange: ['2026-01-01', '2026-12-31'] };
      const isMovement = of === 'movement';
      // An hour of Sydney that comes twice is two groups of one name.
      const granularity = rest.timezone === 'UTC' ? unit : 'day';
      const within = isMovement ? 'Movement.month' : bucket;
      const bucketed = isMovement || !bucket ? {} : { granularity };
      const timeDimensions = within ? [{ dimension: within, ...bucketed, ...range }] : [];
      const selected = [...rest.measures, ...rest.dimensions, ...(bucket && !isMovement ? [bucket] : [])];
      const order = directions
        .slice(0, ordered.next().value! % 4)
        .map((direction) => [selected[ordered.next().value! % selected.length]!, direction]);
      return { ...rest, timeDimensions, order };
    });
});

/** Some dimensions cannot stand together. */
function isAsked(query: object): boolean {
  try {
    compile(normalize(query, now)[0]!, null);
    return true;
  } catch (error) {
    if (error instanceof BadQuery) return false;
    throw error;
  }
}

describe('exact figures in the order of ClickHouse', () => {
  let engine: Engine;

  const answers = async (query: object): Promise<{ whole: ShapedAnswer; page: ShapedAnswer }> => {
    const normalized = normalize(query, now)[0]!;
    const shaped = async (compiled: ReturnType<typeof compile>) =>
      shapeAnswer(compiled, await runLimited(engine.queries, compiled, 30_000, never), never);
    const page = compilePage(normalized, null);
    expect(page.isPage).toBe(true);
    return { whole: await shaped(compile(normalized, null)), page: await shaped(page) };
  };

  beforeAll(async () => {
    engine = await startEngine();
    const { client } = engine;
    await insertRows(client, 'member_snapshot', [...membersOfPlan('acme', 150), ...membersOfPlan('other', 40)]);
    await insertRows(
      client,
      'campaign',
      texts.map((name, i) => ({
        campaign_id: `K${i}`,
        plan_id: pick(i, 'acme', 'other'),
        campaign_type: pick(i, 'email', '𝄞', 'Ｚ', ''),
        name,
        run_date: pick(i, '2026-05-02', '2026-03-01'),
        version: 1,
        is_deleted: 0,
      })),
    );
    await insertRows(client, 'plan_platform', [{ plan_id: 'acme', platform_id: 'p', version: 1 }]);
    const percent = (i: number) => pick(i, null, 0, 0.5, 33.333333, -1.5);
    await insertRows(
      client,
      'asset',
      texts.map((name, i) => ({
        platform_id: 'p',
        data_date: '2026-03-31',
        import_id: 'first',
        chunk_index: 0,
        chunks: 1,
        revision: 0,
        asset_code: `A${i}`,
        name,
        description: pick(i >> 1, '', ...texts),
        growth_percent: percent(i),
        is_lifecycle: pick(i, null, 0, 1),
        is_choice: pick(i >> 1, 1, 0, null),
        return_1yr: percent(i >> 1),
        return_3yr: null,
        return_5yr: percent(i + 1),
      })),
    );
    await insertRows(
      client,
      'member_category',
      texts.map((name, i) => ({
        plan_id: pick(i, 'acme', 'other'),
        category_id: pick(i >> 1, ...texts),
        name,
        active: pick(i, 0, 1),
        version: 1,
      })),
    );
    // Clocks in Sydney are set back from three to two on 5 April 2026, which is 16:00 of the day before in UTC.
    const at = (i: number) => `2026-04-04 ${pick(i, '14:10', '15:30', '16:10', '17:30')}:0${(i >> 2) % 7}.${i % 7}00`;
    const id = (i: number) => memberMonth('acme', '2026-05', i).member_id;
    await insertRows(
      client,
      'campaign_engagement',
      Array.from({ length: 200 }, (_, i) => ({
        campaign_id: `K${i % 12}`,
        member_id: id(i),
        step: pick(i >> 2, 'Sent', 'Open Email', 'Click Email'),
        at: at(i),
      })),
    );
    await insertRows(
      client,
      'contact_request',
      Array.from({ length: 60 }, (_, i) => ({
        plan_id: pick(i, 'acme', 'other'),
        member_id: id(i >> 1),
        revision: i,
        at: at(i),
        on_date: '2026-04-04',
        reason: pick(i, ...texts),
        status: pick(i >> 1, '', 'open'),
      })),
    );
  });
  afterAll(() => engine?.stop());

  it('are those of all rows in the order of the api, with its ties, nulls, limit and total', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (query) => {
        fc.pre(isAsked(query));
        const { whole, page } = await answers(query);
        expect(page).toEqual(whole);
      }),
      fuzzing(150),
    );
  });

  it('make as many groups as their estimate counts, whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (query) => {
        fc.pre(isAsked(query));
        const compiled = compile(normalize({ ...query, filters: [] }, now)[0]!, null);
        if (compiled.cost === null) return;
        const { params } = compiled;
        const counted = async (sql: string) => {
          const { rows } = await runLimited(engine.queries, { sql, params }, 30_000, never);
          return rows[0]!.map(Number);
        };
        const { rows } = await runLimited(engine.queries, compiled, 30_000, never);
        const [read = 0] = await counted(compiled.cost.rowsSql);
        expect(read).toBeGreaterThanOrEqual(rows.length);
        const groups = (await counted(compiled.cost.valuesSql!)).at(-1)!;
        expect(Math.abs(groups - rows.length)).toBeLessThanOrEqual(rows.length / 50);
      }),
      fuzzing(60),
    );
  });

  it('of single rows are on one page each, also where nothing that is shown tells them apart', async () => {
    const pages = [];
    for (let offset = 0; offset < 150; offset += 50) {
      const query = {
        measures: ['MemberSnapshot.totalAssetsOwned', 'MemberSnapshot.averageSalary'],
        dimensions: ['Member.gender'],
        filters: [{ member: 'Member.planId', operator: 'equals', values: ['acme'] }],
        ungrouped: true,
        total: true,
        limit: 50,
        offset,
      };
      pages.push(await answers(query));
    }
    expect(pages.map(({ page }) => page.total)).toEqual([148, 148, 148]);
    const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(pages.flatMap(({ page }) => page.data))).toEqual(sorted(pages.flatMap(({ whole }) => whole.data)));
  });
});
