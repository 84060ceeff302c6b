import { average, flag } from '@superscope/domain/publishing/publish';
import { Cell } from '@superscope/domain/publishing/cell';
import { figure } from '@superscope/domain/publishing/published';
import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import { expect, it } from 'vitest';
import { presenceDollars } from '../../model/published-as.js';
import { normalize } from '../../query/normalize.js';
import { Budget } from '../budget.js';
import { EditionCalendar } from '../editions.js';
import { employerPlan } from '../employer-answers.js';

const month = '2026-03';
const members = 80;
const key = 7n;
/** 14 of the 80 members hold most of the plan's assets in one option. */
const gold = { holders: 14, total: 14_000_000_00, highest: 1_500_000_00 };
const balances = { total: 21_000_000_00, lowest: 10_000_00, highest: 1_600_000_00 };

async function answered(rules: PublishingRules) {
  const measures = ['AssetOwned.members', 'AssetOwned.balance'];
  const query = normalize({ measures, dimensions: ['AssetOwned.assetCode'] }, new Date('2026-06-15T02:00:00Z'))[0]!;
  const { source, question, planIds } = employerPlan(query, ['acme']);
  const edition = { planId: 'acme', month, edition: 1, version: 3, members, key, rules, onePayroll: true };
  return source.answer(question, {
    planIds,
    calendar: new EditionCalendar([{ ...edition, recordedBy: '2026-04-08 00:00:00.000' }]),
    secret: testSecret,
    meter: { drawn: 0 },
    budget: new Budget(),
    read: ({ sql }) =>
      Promise.resolve(
        sql.includes('FROM asset_edition')
          ? [['acme', `${month}-01`, 'GOLD', gold.holders, gold.total, 500_000_00, gold.highest]]
          : sql.includes('FROM member_edition')
            ? [[`${month}-01`, 'acme', members, members, members, ...Object.values(balances)]]
            : [['acme', 'GOLD', 'Gold']],
      ),
  });
}

it('Editions of the first rules keep the balance of an option that few hold', async () => {
  const cell = new Cell(testSecret, { key, n: members, plan: members, month, edition: 1, whole: true, rules: 1 });
  const amounts = { have: members, nonzero: gold.holders, lowest: 0, ...gold };
  const of = presenceDollars('held:GOLD', 'holds:GOLD', 'holds:GOLD');
  const balance = (average(cell, figure(members), of, amounts).value! / 100) * members;
  const holders = flag(cell, figure(members), 'holds:GOLD', gold.holders).count.value!;
  expect(await answered(1)).toMatchObject({
    data: [{ 'AssetOwned.assetCode': 'GOLD', 'AssetOwned.members': holders, 'AssetOwned.balance': balance }],
    margins: { 'AssetOwned.balance': [Math.round((15 / holders) * balance * 1e4) / 1e4] },
  });
});

it('Editions of the newest rules do not publish it, but how many hold it', async () => {
  const { data, suppressed } = await answered(2);
  expect(data[0]).toMatchObject({ 'AssetOwned.members': expect.any(Number) as number, 'AssetOwned.balance': null });
  expect(suppressed).toEqual([{ row: 0, members: ['AssetOwned.balance'], because: 'np' }]);
});
