import { shiftMonth } from '@superscope/domain/calendar-dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Asking, is, provider, staff, told } from './asking.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { closeHoldings, importHoldings, type HeldBy } from './sample-holdings.js';
import { insertRows, membersOf } from './sample-members.js';

const members = 'AssetOwned.members';
const balance = 'AssetOwned.balance';
const code = 'AssetOwned.assetCode';
const name = 'AssetOwned.name';
const month = 'AssetOwned.month';

let engine: Engine;
let asking: Asking;

const sizes = { acme: 300, other: 120, small: 25, tiny: 8, middle: 80 } as const;
const plans = Object.keys(sizes) as (keyof typeof sizes)[];
const numbersOf = (planId: keyof typeof sizes): number[] =>
  Array.from({ length: sizes[planId] }, (_, i) => 1000 * plans.indexOf(planId) + 1 + i);

/**
 * All but five members hold the balanced option, every third holds cash, four hold gold (14 in the plan of 80), and nobody holds the old
 * option.
 */
const held: HeldBy = (member) => {
  const at = member % 1000;
  const withGold = Math.floor(member / 1000) === plans.indexOf('middle') ? 14 : 4;
  return {
    BAL: at <= 5 ? 0 : 100_000 + 10 * at,
    ...(at % 3 === 0 ? { CASH: 20_000 } : {}),
    ...(at <= withGold ? { GOLD: 1_000_000 } : {}),
  };
};

/** Members own what they hold; those of one plan less, as if its holdings were noisier than they are. */
const owned = (planId: string, member: number) => ({
  total_assets_owned_cents:
    planId === 'other' ? 75_000_00 : Object.values(held(member)).reduce((sum, dollars) => sum + 100 * dollars, 0),
});

const asset = (assetCode: string, called: string, dataDate: string) => ({
  platform_id: 'west',
  data_date: dataDate,
  import_id: dataDate,
  asset_code: assetCode,
  name: called,
  description: '',
  growth_percent: null,
  is_lifecycle: null,
  is_choice: null,
  return_1yr: null,
  return_3yr: null,
  return_5yr: null,
  chunk_index: 0,
  chunks: 1,
  revision: 1,
});

beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  const { client } = engine;
  for (const planId of plans) {
    const all = numbersOf(planId);
    await insertRows(client, 'plan_platform', [{ plan_id: planId, platform_id: 'west', version: 1 }]);
    for (const at of ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'])
      await closeMonths(
        client,
        membersOf(planId, at, all[0]!, all.length, (member) => owned(planId, member)),
      );
    for (const at of ['2025-12', '2026-03']) {
      await importHoldings(client, { planId, month: at }, [...all, 99_999], held);
      await closeHoldings(client, { planId, month: at }, all, held);
    }
  }
  await importHoldings(client, { planId: 'acme', month: '2026-04' }, numbersOf('acme').slice(0, 100), held);
  const later = { planId: 'acme', month: '2026-04', revision: 5 };
  await importHoldings(client, { ...later, importId: 'withdrawn', withdrawn: true }, numbersOf('acme'), held);
  await importHoldings(client, { ...later, importId: 'half', revision: 8, rows: 9_999 }, numbersOf('acme'), held);
  await insertRows(client, 'asset', [
    asset('BAL', 'Balanced', '2025-06-30'),
    asset('BAL', 'Balanced Growth', '2026-03-31'),
    asset('CASH', 'Cash', '2026-03-31'),
    asset('GOLD', 'Gold', '2025-06-30'),
    asset('OLD', 'Old', '2024-06-30'),
  ]);
});
afterAll(() => engine?.stop());

const byAsset = { measures: [members, balance], dimensions: [code], order: { [code]: 'asc' } };
const inMarch = { timeDimensions: [{ dimension: month, dateRange: ['2026-03-01', '2026-03-31'] }] };

describe('exact holdings', () => {
  it('are those of the month’s members, by asset and name', async () => {
    expect(await asking.exact({ ...byAsset, ...inMarch, dimensions: [code, name] })).toEqual([
      { [code]: 'BAL', [name]: 'Balanced Growth', [members]: 295, [balance]: 29_951_350 },
      { [code]: 'CASH', [name]: 'Cash', [members]: 100, [balance]: 2_000_000 },
      { [code]: 'GOLD', [name]: 'Gold', [members]: 4, [balance]: 4_000_000 },
    ]);
  });

  it('are those of the newest month with holdings, by the newest import that is complete and not withdrawn', async () => {
    expect(await asking.exact({ measures: [members], filters: [is(code, 'BAL')] })).toEqual([{ [members]: 95 }]);
    expect(await asking.exact({ measures: [members], dimensions: [month] })).toEqual([
      { [month]: '2025-12-01T00:00:00.000', [members]: 299 },
      { [month]: '2026-03-01T00:00:00.000', [members]: 299 },
      { [month]: '2026-04-01T00:00:00.000', [members]: 99 },
    ]);
  });

  it('count a member who holds two assets once where both share a row', async () => {
    expect(await asking.exact({ measures: [members], ...inMarch })).toEqual([{ [members]: 299 }]);
  });
});

describe('holdings as employers see them', () => {
  it('are near the truth, and name every asset that the platform ever published', async () => {
    const answer = await asking.ask(byAsset);
    expect(answer.data.map((row) => row[code])).toEqual(['BAL', 'CASH', 'GOLD', 'OLD']);
    expect(answer).toMatchObject({ figuresOf: '2026-03', quarterEnds: true });
    const [, cash] = told(answer, members) as number[];
    expect(Math.abs(cash! - 100)).toBeLessThanOrEqual(12);
    expect(told(answer, members)).toEqual(['np', cash, '<11', '<11']);
    const [balanced, ofCash, ...few] = told(answer, balance);
    expect(few).toEqual(['<11', '<11']);
    expect(Math.abs(Number(balanced) / 29_951_350 - 1)).toBeLessThan(0.15);
    expect(balanced).not.toBe(29_951_350);
    expect(Number(ofCash) % 300).toBe(0);
  });

  it('are the same in whatever month they are asked for, and as at quarter ends', async () => {
    const ranged = (from: string, to: string) =>
      asking.ask({
        measures: [members],
        filters: [is(code, 'CASH')],
        timeDimensions: [{ dimension: month, granularity: 'month', dateRange: [from, to] }],
      });
    const all = await ranged('2025-12-01', '2026-04-30');
    expect(all.data.map((row) => String(row[month]).slice(0, 7))).toEqual(['2025-12', '2026-03']);
    expect(told(await ranged('2026-02-01', '2026-02-28'), members)).toEqual([told(all, members)[1]]);
    expect(
      told(await asking.ask({ measures: [members], filters: [is(name, 'Cash'), is(code, 'CASH')] }), members),
    ).toEqual([told(all, members)[1]]);
  });

  it('have the same noise for a fact in every query, also in one for both measures', async () => {
    const both = await asking.ask(byAsset);
    expect(told(await asking.ask({ ...byAsset, measures: [members] }), members)).toEqual(told(both, members));
    expect(told(await asking.ask(byAsset, 'acme', staff), balance)).toEqual(told(both, balance));
    const many = { member: members, operator: 'gt', values: ['50'] };
    expect((await asking.ask({ dimensions: [code], filters: [many] })).data.map((row) => row[code])).toEqual(['CASH']);
  });

  it('add up balances that are published, and name those that are not', async () => {
    const [balanced, cash] = told(await asking.ask(byAsset), balance) as number[];
    const answer = await asking.ask({ measures: [balance] });
    expect(told(answer, balance)).toEqual([balanced! + cash!]);
    expect(answer.leftOut).toEqual([{ row: 0, parts: ['GOLD', 'OLD'] }]);
    const several = await asking.ask({ measures: [members], filters: [is(code, 'CASH')] }, ['acme', 'other']);
    const ofEach = await Promise.all(
      ['acme', 'other'].map(async (plan) =>
        told(await asking.ask({ measures: [members], filters: [is(code, 'CASH')] }, plan), members),
      ),
    );
    expect(told(several, members)).toEqual([ofEach.flat().reduce<number>((sum, n) => sum + Number(n), 0)]);
  });

  const total = async (plan: string): Promise<number> => {
    const whole = 'MemberSnapshot.totalAssetsOwned';
    const march = { dimension: 'MemberSnapshot.month', dateRange: inMarch.timeDimensions[0]!.dateRange };
    return (await asking.ask({ measures: [whole], timeDimensions: [march] }, plan)).data[0]![whole] as number;
  };

  it('have a margin of 15 by their holders', async () => {
    const answer = await asking.ask(byAsset);
    const [, holders] = told(answer, members) as number[];
    const [balanced, cash] = told(answer, balance) as number[];
    const [ofBalanced, ofCash, ...none] = answer.margins![balance]!;
    expect(none).toEqual([null, null]);
    // Nearly all members hold the balanced option: at least 290.
    expect(ofBalanced).toBeCloseTo((15 / 290) * balanced!, 3);
    expect(ofCash).toBeCloseTo((15 / holders!) * cash!, 3);
    expect(answer.margins![members]![1]).toBe(6.9);
  });

  it('are not published where their margin is more than a quarter, though the number of holders is', async () => {
    const answer = await asking.ask(byAsset, 'middle');
    const [balanced, cash, gold] = told(answer, balance);
    expect([cash, gold]).toEqual(['np', 'np']);
    expect(told(answer, members).slice(1, 3)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.abs(Number(balanced) / 7_527_750 - 1)).toBeLessThan(0.25);
    // 14 members hold two thirds of the plan's assets, so less than half of them can be shown.
    expect(Number(balanced)).toBeLessThan((await total('middle')) / 2);
    expect(new Set(told(await asking.ask(byAsset, 'small'), balance))).toEqual(new Set(['np', '<11']));
  });

  it('are at most the plan’s published total, whichever of them are asked for', async () => {
    for (const plan of ['acme', 'other', 'middle']) {
      const [all, whole] = [await asking.ask(byAsset, plan), await total(plan)];
      const published = told(all, balance).filter((each) => typeof each === 'number');
      const sum = published.reduce((some, each) => some + each, 0);
      expect(sum).toBeLessThanOrEqual(whole);
      // What members of this plan hold is more than they own.
      if (plan === 'other') expect(sum).toBe(whole);
      for (const [at, each] of ['BAL', 'CASH', 'GOLD', 'OLD'].entries()) {
        const alone = await asking.ask({ measures: [balance], filters: [is(code, each)] }, plan);
        expect(told(alone, balance)).toEqual([told(all, balance)[at]]);
        expect(alone.margins?.[balance]?.[0] ?? null).toBe(all.margins![balance]![at]);
      }
      expect(told(await asking.ask({ measures: [balance] }, plan), balance)).toEqual([sum]);
    }
  });

  it('are not published of plans under 11, of months without holdings, or before a quarter has closed', async () => {
    expect(told(await asking.ask(byAsset, 'tiny'), members)).toEqual(['<11', '<11', '<11', '<11']);
    expect(told(await asking.ask(byAsset, 'tiny'), balance)).toEqual(['<11', '<11', '<11', '<11']);
    const before = { dimension: month, dateRange: ['2024-01-01', '2024-03-31'] };
    expect(new Set(told(await asking.ask({ ...byAsset, timeDimensions: [before] }), members))).toEqual(new Set(['np']));
    await closeMonths(engine.client, membersOf('new', shiftMonth('2026-03', 0), 7001, 60));
    await insertRows(engine.client, 'plan_platform', [{ plan_id: 'new', platform_id: 'west', version: 1 }]);
    expect(new Set(told(await asking.ask(byAsset, 'new'), balance))).toEqual(new Set(['np']));
  });

  it('are refused of members of several assets, of other plans, and with anything else about members', async () => {
    await expect(asking.ask({ measures: [members] })).rejects.toThrow(/may hold several assets/);
    await expect(asking.ask({ measures: [members], filters: [is(code, 'BAL', 'CASH')] })).rejects.toThrow(
      /several assets/,
    );
    await expect(asking.ask({ measures: [members], dimensions: [name] })).rejects.toThrow(/several assets/);
    await expect(asking.ask(byAsset, 'foreign')).rejects.toThrow("You have no access to the plan 'foreign'");
    for (const about of ['Member.gender', 'Member.noLifeInsurance', 'Asset.assetCode'])
      await expect(asking.ask({ ...byAsset, filters: [is(about, '1')] })).rejects.toThrow(
        /cannot be asked for in one query/,
      );
    await expect(asking.ask({ ...byAsset, ungrouped: true })).rejects.toThrow(/never listed/);
    const selecting = { member: balance, operator: 'measureFilter' };
    await expect(asking.ask({ ...byAsset, filters: [selecting] })).rejects.toThrow(/would select members/);
  });

  it('are the same for everybody who may ask', async () => {
    expect(await asking.ask(byAsset, 'acme', staff)).toEqual(await asking.ask(byAsset, 'acme', provider));
  });
});
