import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Asking, is, told } from './asking.js';
import { balance, count, engaged, gender, month, noCover, nomination, score, share, state } from './asked-members.js';
import { startEngine, type Engine } from './query-service.js';
import { closeSampleMonths, wholeMeasures } from './sample-employer-plans.js';

const atMarch = is('MemberSnapshot.atYearMonth', '202603');

let engine: Engine;
let asking: Asking;
beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  await closeSampleMonths(engine.client);
});
afterAll(() => engine?.stop());

describe('withheld figures', () => {
  it('small plans have no breakdowns, tiny ones no figures', async () => {
    for (const query of [
      { dimensions: [gender] },
      { filters: [is(gender, 'Female')] },
      { filters: [is('Member.companyId', 'c1')] },
    ])
      expect(new Set(told(await asking.ask({ measures: [count], ...query }, 'small'), count))).toEqual(new Set(['np']));
    expect(told(await asking.ask({ measures: [count, 'MemberSnapshot.averageAge'] }, 'small'), count)).toEqual([25]);
    const tiny = await asking.ask({ measures: wholeMeasures }, 'tiny');
    for (const measure of wholeMeasures) expect(['<11', 'np']).toContain(told(tiny, measure)[0]);
    expect(told(tiny, count)).toEqual(['<11']);
  });

  it('a count of few, none, nearly all or under fifty members is named as such', async () => {
    const byType = { measures: [count, share], dimensions: [nomination], order: { [nomination]: 'asc' } };
    const answer = await asking.ask(byType);
    expect(answer.data.map((row) => row[nomination])).toEqual([
      '1|Binding',
      '2|Non-binding',
      '3|Expired binding',
      '4|None',
      'Unknown',
    ]);
    const [binding, nonBinding, expired, none, unknown] = told(answer, count);
    expect([binding, expired, unknown]).toEqual(['<11', '<11', '<11']);
    for (const shown of [nonBinding, none]) expect(typeof shown).toBe('number');
    const most = await asking.ask({ measures: [count, share], dimensions: [noCover] }, 'other');
    expect([told(most, count), told(most, share)].map((each) => each.toSorted())).toEqual([
      ['<11', '<11', 'np'],
      ['<11', '<11', 'least 91'],
    ]);
    const middle = await asking.ask(byType, 'middle');
    expect(middle.rounded).toEqual([
      { row: 1, members: [share] },
      { row: 3, members: [share] },
    ]);
    expect(told(middle, count)).toEqual(['<11', 'np', '<11', 'np', '<11']);
    for (const tens of [1, 3]) expect([10, 20, 30, 40, 50, 60, 70, 80, 90]).toContain(told(middle, share)[tens]);
  });

  it('a withheld figure matches no filter, and is sorted so that its size stays hidden', async () => {
    const query = { measures: [count], dimensions: [state], total: true };
    const all = await asking.ask({ ...query, order: { [count]: 'asc' } });
    // ACT has nine members and TAS six.
    expect(all.data.map((row) => row[state])).toEqual(['VIC', 'NSW', 'ACT', 'TAS']);
    expect((await asking.ask({ ...query, order: { [count]: 'desc' } })).data.map((row) => row[state])).toEqual([
      'NSW',
      'VIC',
      'ACT',
      'TAS',
    ]);
    for (const [operator, value] of [
      ['lt', '11'],
      ['lte', '10'],
      ['equals', '6'],
      ['equals', '0'],
    ] as const)
      expect((await asking.ask({ ...query, filters: [{ member: count, operator, values: [value] }] })).total).toBe(0);
    for (const [operator, value] of [
      ['notEquals', '5'],
      ['gte', '0'],
      ['lt', '1000'],
    ] as const)
      expect((await asking.ask({ ...query, filters: [{ member: count, operator, values: [value] }] })).total).toBe(2);
    const page = await asking.ask({ ...query, order: { [count]: 'asc' }, limit: 2, offset: 1 });
    expect([page.total, page.data.map((row) => row[state]), told(page, count)[1]]).toEqual([4, ['NSW', 'ACT'], '<11']);
  });
});

describe('the engaged', () => {
  it('are as many as the condition publishes, and have their own averages, unlike the other members', async () => {
    const measures = [count, balance, score, 'MemberSnapshot.averageAge', 'MemberSnapshot.newMembers'];
    const both = await asking.ask({ measures, dimensions: [engaged] });
    const only = await asking.ask({ measures, filters: [is(engaged, '1')] });
    expect(both.data.map((row) => row[engaged])).toEqual(['1|Yes', '2|No']);
    for (const measure of measures) expect(told(both, measure)[0]).toEqual(told(only, measure)[0]);
    for (const measure of [balance, score]) {
      expect(Number(only.data[0]![measure])).toBeGreaterThan(0);
      expect(told(both, measure)[1]).toBe('np');
    }
    // Exact figures would reveal who is engaged.
    for (const measure of measures.slice(3)) expect(told(only, measure)).toEqual(['np']);
    const members = (await asking.rows({ measures: [count], filters: [atMarch] }))[0]![count];
    expect(Number(both.data[0]![count]) + Number(both.data[1]![count])).toBe(members);
    expect(await asking.rows({ measures: [count], segments: ['Member.engagedMembers'] })).toEqual([
      { [count]: only.data[0]![count] },
    ]);
  });

  it('have no figures when they are few', async () => {
    const answer = await asking.ask({
      measures: [count, balance, score],
      filters: [is(engaged, '1'), is(state, 'ACT')],
    });
    for (const measure of [count, balance, score]) expect(told(answer, measure)).toEqual(['<11']);
  });
});

describe('a condition about a period', () => {
  const signedIn = { measures: [count], dimensions: ['Member.loggedInMember'] };
  const since = async (from: string) => {
    const timeDimensions = [{ dimension: month, dateRange: [from, '2026-05-31'] }];
    const rows = await asking.rows({ ...signedIn, timeDimensions });
    return rows.find((row) => row['Member.loggedInMember'] === '1|Yes')![count];
  };

  it('is counted at the newest closed month over 1, 3 or 12 months, and the answer says over how many', async () => {
    // A third of 292 signed in on 3 March, a third on 3 October.
    const three = await since('2026-03-20');
    expect(Math.abs(Number(three) - 97)).toBeLessThanOrEqual(12);
    expect(await since('2026-04-01')).toBe(three);
    expect(await since('2026-05-01')).toBeNull();
    const trailing = await asking.ask(signedIn);
    expect(trailing.lookBackMonths).toBe(12);
    const year = trailing.data.find((row) => row['Member.loggedInMember'] === '1|Yes')![count];
    expect(Math.abs(Number(year) - 195)).toBeLessThanOrEqual(12);
    for (const [from, lookBackMonths] of [
      ['2026-05-01', 1],
      ['2026-04-01', 3],
      ['2026-03-01', 3],
      ['2026-02-01', 12],
    ] as const)
      expect(
        await asking.ask({ ...signedIn, timeDimensions: [{ dimension: month, dateRange: [from, '2026-05-31'] }] }),
      ).toMatchObject({ lookBackMonths });
    expect((await asking.ask({ measures: [count] })).lookBackMonths).toBeUndefined();
  });

  it('has one number for all other periods, wherever they begin', async () => {
    const starts = Array.from(
      { length: 40 },
      (_, i) => `${2023 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, '0')}`,
    );
    const numbers = new Set<unknown>();
    for (const from of ['1999-01-01', ...starts.filter((start) => start <= '2026-02').map((start) => `${start}-01`)])
      numbers.add(await since(from));
    expect(numbers.size).toBe(1);
    const groups = async (from: string) => {
      const timeDimensions = [{ dimension: month, dateRange: [from, '2026-03-31'] }];
      const answer = await asking.ask({ ...signedIn, dimensions: [gender, 'Member.loggedInMember'], timeDimensions });
      return JSON.stringify([answer.lookBackMonths, answer.data.map((row) => row[count])]);
    };
    const byStart: string[] = [];
    for (const start of starts.filter((each) => each <= '2026-03')) byStart.push(await groups(`${start}-01`));
    expect(new Set(byStart).size).toBe(2);
    expect(new Set(byStart.slice(0, -3)).size).toBe(1);
  });

  it('is the same count with and without the condition of being engaged, which a sign-in implies', async () => {
    let shown = 0;
    for (const dateRange of [
      ['2025-04-01', '2026-03-31'],
      ['2026-01-01', '2026-03-31'],
      ['2025-10-01', '2025-12-31'],
    ])
      for (const groups of [[], [gender]]) {
        const question = { ...signedIn, dimensions: [...groups, 'Member.loggedInMember'] };
        const timeDimensions = [{ dimension: month, dateRange }];
        const all = await asking.rows({ ...question, timeDimensions });
        const of = (rows: typeof all) => rows.filter((row) => row['Member.loggedInMember'] === '1|Yes');
        const only = of(await asking.rows({ ...question, timeDimensions, filters: [is(engaged, '1')] }));
        const without = of(all);
        expect(only.length).toBe(without.length);
        for (const row of only) {
          if (row[count] === null) continue;
          shown += 1;
          expect(row[count]).toBe(without.find((each) => each[gender] === row[gender])![count]);
        }
      }
    expect(shown).toBeGreaterThan(0);
  });

  it('is counted for each month in a monthly series, and for quarters of groups', async () => {
    const timeDimensions = [{ dimension: month, granularity: 'month', dateRange: ['2026-01-01', '2026-05-31'] }];
    const rows = (await asking.rows({ ...signedIn, timeDimensions })).filter(
      (row) => row['Member.loggedInMember'] === '1|Yes',
    );
    expect(rows.map((row) => row[count] !== null)).toEqual([false, false, true, false, false]);
    const groups = await asking.ask({ ...signedIn, dimensions: [gender, 'Member.loggedInMember'], timeDimensions });
    expect(groups.lookBackMonths).toBe(3);
    expect(groups.data.map((row) => row[month])).toEqual(Array(4).fill('2026-03-01T00:00:00.000'));
  });
});

describe('derived figures', () => {
  it('are derived from the published ones', async () => {
    const measures = [
      count,
      balance,
      'MemberSnapshot.totalAssetsOwned',
      'MemberSnapshot.benchmarkIndex',
      'MemberSnapshot.employerContributions',
      'MemberSnapshot.salarySacrificeContributions',
      'MemberSnapshot.personalContributions',
      'MemberSnapshot.voluntaryContributions',
      'MemberSnapshot.totalContributions',
    ];
    const [row] = await asking.rows({ measures });
    const of = (name: string) => Number(row![name.includes('.') ? name : `MemberSnapshot.${name}`]);
    expect(of('totalAssetsOwned')).toBe(of('averageTotalAssetsOwned') * 292);
    const [exact] = await asking.exact({
      measures: ['MemberSnapshot.employerContributions'],
      filters: [is('MemberSnapshot.atYearMonth', '202605')],
    });
    expect(of('employerContributions')).toBe(exact!['MemberSnapshot.employerContributions']);
    expect(of('voluntaryContributions')).toBe(of('salarySacrificeContributions') + of('personalContributions'));
    expect(of('totalContributions')).toBe(of('voluntaryContributions') + of('employerContributions'));
    // Every member's benchmark is $100,000.
    expect(of('benchmarkIndex')).toBe(Math.round(of('averageTotalAssetsOwned') / 100) / 10);
  });

  it('are shares of published figures', async () => {
    const byGender = await asking.rows({ measures: [count, share], dimensions: [gender] });
    const whole = (await asking.rows({ measures: [count], filters: [atMarch] }))[0]![count];
    for (const row of byGender) expect(row[share]).toBe(Math.round((1000 * Number(row[count])) / Number(whole)) / 10);
    const byType = await asking.rows({ measures: [count, share], dimensions: [nomination] });
    for (const row of byType)
      if (row[count] !== null) expect(row[share]).toBe(Math.round((1000 * Number(row[count])) / 292) / 10);
    const points = (await asking.rows({ measures: ['SuperScore.averageBeneficiaryPoints'] }))[0]![
      'SuperScore.averageBeneficiaryPoints'
    ];
    const [nonBinding, none] = ['2|Non-binding', '4|None'].map(
      (type) => Number(byType.find((row) => row[nomination] === type)![share]) / 100,
    );
    // The withheld values share the remainder, with points between binding and expired.
    expect(points).toBeCloseTo(0.6 * nonBinding! + 0.7 * Math.max(0, 1 - nonBinding! - none!), 1);
  });

  it('are close to the exact ones', async () => {
    const measures = [
      balance,
      score,
      'SuperScore.membersUnderAim',
      'MemberSnapshot.deathCoverPercent',
      'MemberSnapshot.averageAge',
    ];
    const filters = [is('MemberSnapshot.atYearMonth', '202605')];
    const [published] = await asking.rows({ measures, filters });
    const [exact] = await asking.exact({ measures, filters });
    const off = (name: string) => Math.abs(Number(published![name]) - Number(exact![name]));
    expect(off(balance)).toBeLessThan(0.1 * Number(exact![balance]));
    expect(off(balance)).toBeGreaterThan(0);
    expect(off(score)).toBeLessThan(0.2);
    expect(off('SuperScore.membersUnderAim')).toBeLessThanOrEqual(12);
    expect(off('MemberSnapshot.deathCoverPercent')).toBeLessThan(5);
    // Exact, as its page shows it.
    expect(off('MemberSnapshot.averageAge')).toBeLessThanOrEqual(0.05);
    expect(Number(published!['MemberSnapshot.averageAge'])).toBeCloseTo(
      Math.round(10 * Number(exact!['MemberSnapshot.averageAge'])) / 10,
      9,
    );
  });

  it('state the smallest clear change', async () => {
    const measures = [
      count,
      share,
      balance,
      score,
      'MemberSnapshot.deathCoverCount',
      'MemberSnapshot.deathCoverPercent',
      'MemberSnapshot.averageLifeInsuranceCover',
      'SuperScore.averageInvestmentPoints',
    ];
    const { margins, data } = await asking.ask({ measures });
    const close = (value: number) => [expect.closeTo(value, 3) as number];
    expect(margins).toEqual({
      [balance]: close((7 / 292) * Number(data[0]![balance])),
      [score]: close(12 / 292),
      'MemberSnapshot.deathCoverCount': [6.9],
      'MemberSnapshot.deathCoverPercent': close(690 / 292),
      'MemberSnapshot.averageLifeInsuranceCover': close(
        (15 / 292) * Number(data[0]!['MemberSnapshot.averageLifeInsuranceCover']),
      ),
      'SuperScore.averageInvestmentPoints': close(12 / 292 / 5),
    });
    const women = await asking
      .ask({ measures: [count, share, score], dimensions: [noCover], filters: [is(gender, 'Female')] })
      .catch((error: Error) => error);
    expect(women).toMatchObject({ status: 403 });
    const flag = await asking.ask({ measures: [count, share], dimensions: [noCover], filters: [is(gender, 'Female')] });
    const members = Number((await asking.rows({ measures: [count], filters: [is(gender, 'Female')] }))[0]![count]);
    for (const [at, row] of flag.data.entries())
      if (row[count] !== null)
        expect([flag.margins![count]![at], flag.margins![share]![at]]).toEqual([
          11.3,
          expect.closeTo(1130 / members, 3),
        ]);
  });
});
