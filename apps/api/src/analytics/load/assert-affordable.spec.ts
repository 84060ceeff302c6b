import { describe, expect, it } from 'vitest';
import { compilePage } from '../compile/compile.js';
import { normalize } from '../query/normalize.js';
import { assertAffordable } from './assert-affordable.js';

const now = new Date('2026-06-15T02:00:00Z');
const members = 'MemberSnapshot.countMembers';
const month = 'MemberSnapshot.month';

/** What is counted of a question, in turn, and how it ends. `answers` are the rows of the counts. */
async function judged(query: object, answers: number[][], planIds: string[] | null = null) {
  const counted: string[] = [];
  const compiled = compilePage(normalize(query, now)[0]!, planIds);
  const refusal = await assertAffordable(compiled, async (sql) => {
    counted.push(sql);
    return answers[counted.length - 1]!;
  }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { counted, refusal };
}

const byMonth = (dateRange: unknown) => [{ dimension: month, granularity: 'month', dateRange }];
const groups = ['Member.gender', 'Member.ageGroup', 'Member.addressState', 'Member.salaryGroup', 'Member.accountType'];

describe('a question of exact figures', () => {
  it.each([
    { measures: [members], dimensions: ['Member.gender'], timeDimensions: byMonth('last 24 months') },
    { measures: [members], dimensions: ['Member.planId'], timeDimensions: byMonth('last 24 months') },
    { measures: [members], dimensions: ['Member.companyId', 'Member.ageGroup'] },
    { measures: [members], dimensions: groups },
    {
      measures: ['Campaign.recipients'],
      dimensions: ['Campaign.campaignId', 'Campaign.name', 'Campaign.campaignType'],
    },
    { measures: ['Asset.count'], dimensions: ['Asset.assetCode', 'Asset.name', 'Asset.planId'] },
    { measures: [members] },
  ])('by few dimensions is not counted before: %j', async (query) => {
    expect((await judged(query, [])).counted).toEqual([]);
  });

  it('is taken where few rows are read, however many dimensions it has', async () => {
    const query = { measures: [members], dimensions: [...groups, 'Member.memberId'] };
    expect(await judged(query, [[300_000, 1, 1]])).toMatchObject({ refusal: null, counted: { length: 1 } });
    expect((await judged(query, [[0, 0, 0]])).refusal).toBeNull();
  });

  it('is taken where there are fewer months and plans than it names', async () => {
    const query = {
      measures: [members],
      dimensions: ['Member.planId', 'Member.gender'],
      timeDimensions: byMonth(['1990-01-01', '2026-01-01']),
    };
    expect(await judged(query, [[9_000_000, 40, 24]])).toMatchObject({ refusal: null, counted: { length: 1 } });
  });

  it('is taken where its dimensions have fewer values together than one by one', async () => {
    const query = {
      measures: [members],
      dimensions: ['Member.companyId', ...groups],
      timeDimensions: byMonth('last 24 months'),
    };
    const values = [24, 400, 3, 6, 8, 7, 4, 299_999];
    expect((await judged(query, [[1_440_000, 40, 24], values])).refusal).toBeNull();
  });

  it('is refused with what to narrow: the dimension that multiplies most, months and plans', async () => {
    const query = {
      measures: [members],
      dimensions: ['Member.planId', 'Member.companyId', ...groups],
      timeDimensions: byMonth('last 24 months'),
    };
    const values = [24, 1_200, 400, 3, 6, 8, 7, 4, 1_234_567];
    expect((await judged(query, [[2_440_000, 1_200, 24], values])).refusal).toBe(
      "The question makes about 1,234,567 groups, of which at most 300,000 can be made at once: leave out 'Member.companyId', which has about 400 values, ask about fewer than its 24 months and 1,200 plans or filter by a dimension",
    );
  });

  it('about single members is refused by how many rows it lists', async () => {
    const query = { measures: [members], dimensions: ['Member.planId'], ungrouped: true };
    const refused = 'The question makes 300,001 rows, of which at most 300,000 can be made at once: ';
    expect((await judged(query, [[300_001, 1, 1]], ['acme'])).refusal).toBe(`${refused}filter by a dimension`);
    const ofMonths = { ...query, timeDimensions: byMonth('last 24 months') };
    expect((await judged(ofMonths, [[300_001, 1, 24]], ['acme'])).refusal).toBe(
      `${refused}ask about fewer than its 24 months or filter by a dimension`,
    );
  });
});
