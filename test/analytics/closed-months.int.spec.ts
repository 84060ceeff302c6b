import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Asking, is, told } from './asking.js';
import { balance, count, engaged, gender, month, noCover } from './asked-members.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths, testVault } from './sample-editions.js';
import { closeSampleMonths, own, wholeMeasures } from './sample-employer-plans.js';
import { insertRows, membersOf } from './sample-members.js';

let engine: Engine;
let asking: Asking;
beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  await closeSampleMonths(engine.client);
  await insertRows(
    engine.client,
    'running_month',
    Object.entries({ acme: 287, tiny: 9, new: 14 }).map(([plan_id, members]) => ({
      plan_id,
      month: '2026-06-01',
      members,
      recorded_by: '2026-06-09 13:59:59.999',
      version: '1',
      is_deleted: 0,
    })),
  );
});
afterAll(() => engine?.stop());

describe('months that are not closed', () => {
  const byMonth = {
    timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2026-05-01', '2026-06-30'] }],
  };

  it('show the plan’s number of members, and nothing else', async () => {
    expect((await asking.rows({ measures: [count], ...byMonth })).map((row) => row[count])).toEqual([292, 287]);
    expect(await asking.rows({ measures: [count, balance], ...byMonth })).toHaveLength(1);
    const june = await asking.ask({ measures: [balance], filters: [is('MemberSnapshot.atYearMonth', '202606')] });
    expect([told(june, balance), june.figuresOf]).toEqual([['np'], undefined]);
    for (const query of [
      { dimensions: [gender] },
      { filters: [is(noCover, '1|Yes')] },
      { filters: [is(engaged, '1')] },
    ])
      expect(
        (
          await asking.ask({
            measures: [count],
            ...query,
            timeDimensions: [{ dimension: month, dateRange: 'this month' }],
          })
        ).figuresOf,
      ).toBe('2026-03');
    expect(told(await asking.ask({ measures: [count], ...byMonth }, 'tiny'), count)).toEqual(['<11', '<11']);
  });

  it('do not count as the newest month: figures are of the newest closed month', async () => {
    expect(await asking.ask({ measures: [count] })).toMatchObject({ data: [{ [count]: 292 }], figuresOf: '2026-05' });
    expect(await asking.closedMonth('acme')).toBe('2026-05');
  });

  it('are the only months of a new plan', async () => {
    expect(await asking.rows({ measures: [count] }, 'new')).toEqual([{ [count]: 14 }]);
    const answer = await asking.ask({ measures: wholeMeasures }, 'new');
    for (const measure of wholeMeasures) expect(told(answer, measure)).toEqual(['np']);
    expect(await asking.rows({ measures: [count], dimensions: [gender] }, 'new')).toEqual([]);
    expect(await asking.closedMonth('new')).toBeNull();
  });

  it('include months that closed before the secret was created', async () => {
    const lost = new Asking(engine, async () => ({ ...(await testVault()), madeAt: new Date('2026-06-09T00:00:00Z') }));
    expect(told(await lost.ask({ measures: [balance] }), balance)).toEqual(['np']);
    expect(await lost.closedMonth('acme')).toBeNull();
  });
});

describe('an edition published during a query', () => {
  const plans = ['acme', 'other'];
  const query = {
    measures: ['MemberSnapshot.averageAge'],
    timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2026-04-01', '2026-05-31'] }],
  };
  const republish = (edition: number) =>
    closeMonths(engine.client, membersOf('other', '2026-05', 1001, 100 + 10 * edition, own), edition);

  it('is used completely or not at all', async () => {
    await republish(2);
    const before = new Asking(engine);
    await before.ask({ measures: [balance] }, plans);
    await before.ask({ measures: [balance] }, 'other');
    await republish(3);
    const after = new Asking(engine);
    const one = { measures: [count, 'MemberSnapshot.averageSalary', 'MemberSnapshot.deathCoverCount'] };
    // For several plans the engine finds the editions, so the calendar is read again.
    expect(await before.rows(query, plans)).toEqual(await after.rows(query, plans));
    // For one plan the calendar names the edition, whose rows are kept.
    expect((await before.rows(one, 'other'))[0]![count]).toBe(120);
    expect((await after.rows(one, 'other'))[0]![count]).toBe(130);
    before.versions.bump('other', ['editions']);
    expect(await before.rows(one, 'other')).toEqual(await after.rows(one, 'other'));
  });

  it('changes only its own month', async () => {
    const months = {
      measures: [count, balance],
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2025-12-01', '2026-04-30'] }],
    };
    const before = await asking.rows(months);
    await closeMonths(engine.client, membersOf('acme', '2026-05', 1, 290, own), 2, '2026-06-12 00:00:00.000');
    await insertRows(
      engine.client,
      'member_snapshot',
      membersOf('acme', '2026-04', 1, 10, (i) => ({ ...own(i), total_assets_owned_cents: 1, version: '9' })),
    );
    expect(await new Asking(engine).rows(months)).toEqual(before);
  });
});
