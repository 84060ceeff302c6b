import { importAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { importSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { noImports } from '@superscope/domain/plan-month-import';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { WithdrawPlanMonth, WithdrawPlanMonthHandler } from './withdraw-plan-month.slice.js';
import { withdrawPlanMonthEndpoint } from './withdraw-plan-month.slice.js';

const of = { importId: 'i1', planId: 'EAST.P1', month: '2024-06' };
const fund = {
  'memberSnapshots-EAST.P1-202406': importSnapshots(of, [], 'digest')(noImports),
  'assetsOwned-EAST.P1-202406': importAssetsOwned(of, [], 'digest')(noImports),
};
const withdraw = (table: 'memberSnapshots' | 'assetsOwned', importId = 'i1') =>
  new WithdrawPlanMonth(importId, table, of.planId, of.month, systemContext('withdraw'));

describe('withdrawing a plan-month of an import', () => {
  it.each(['memberSnapshots', 'assetsOwned'] as const)('is recorded in the stream of its table: %s', async (table) => {
    const { store, written } = storeWith(fund);
    await new WithdrawPlanMonthHandler(store).execute(withdraw(table));
    expect(written).toEqual([[`${table}-EAST.P1-202406`, expect.objectContaining({ data: of })]]);
  });

  it('that another import wrote is refused', async () => {
    const { store, written } = storeWith(fund);
    const handler = new WithdrawPlanMonthHandler(store);
    await expect(handler.execute(withdraw('assetsOwned', 'i2'))).rejects.toMatchObject({ code: 'not-found' });
    expect(written).toEqual([]);
  });

  it.each([{ table: 'members' }, { month: '2024-13' }, { planId: 'P1' }, { day: '2024-06-01' }])(
    'takes only a table of plan-months, a plan and an existing month: not %j',
    (wrong) => {
      const body = { table: 'memberSnapshots', planId: of.planId, month: of.month };
      expect(withdrawPlanMonthEndpoint.body.safeParse(body).success).toBe(true);
      expect(withdrawPlanMonthEndpoint.body.safeParse({ ...body, ...wrong }).success).toBe(false);
    },
  );
});
