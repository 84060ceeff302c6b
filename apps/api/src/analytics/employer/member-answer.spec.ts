import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import { describe, expect, it } from 'vitest';
import { cubes } from '../model/catalogue.js';
import { normalize } from '../query/normalize.js';
import { Budget } from './budget.js';
import { StaleCalendar } from './cells.js';
import { monthBuckets } from './closed-months.js';
import { EditionCalendar, type Edition } from './editions.js';
import { memberRows } from './member-answer.js';
import { employerQuestion, type EmployerQuestion } from './question.js';
import { cellStatement, type CellStatement } from './cell-statement.js';

const count = 'MemberSnapshot.countMembers';
const share = 'MemberSnapshot.shareOfMembers';
const nomination = 'Member.beneficiaryNominationType';

/** Counts the draws, and the queries of its calendar. */
class CountingBudget extends Budget {
  spent = 0;
  override spend(draws: number): Promise<void> {
    this.spent += draws;
    return super.spend(draws);
  }
}
class CountingCalendar extends EditionCalendar {
  asked = 0;
  override of(planId: string, month: string): Edition | undefined {
    this.asked += 1;
    return super.of(planId, month);
  }
}

const edition = (planId: string, month: string, members = 300, version = 1): Edition => ({
  planId,
  month,
  edition: 1,
  version,
  members,
  key: 7n,
  recordedBy: '2026-06-08 00:00:00.000',
  rules: 2,
  onePayroll: true,
});
const question = (query: object): EmployerQuestion =>
  employerQuestion(normalize(query, new Date('2026-06-15T02:00:00Z'))[0]!);

interface Group {
  planId?: string;
  month?: string;
  values?: (string | number)[];
  members?: number;
  version?: number;
  /** 1 for those who left in the month. */
  gone?: 0 | 1;
}
/** A statement's rows as the engine would send them; every amount is 50. */
const rowsOf = ({ keyed, versioned, leavers, parts }: CellStatement, groups: readonly Group[]): unknown[][] =>
  groups.map(({ planId = 'acme', month = '2026-03', values = [], members = 50, version = 1, gone = 0 }, i) => [
    `${month}-01`,
    planId,
    ...values,
    ...(keyed ? [(i + 1).toString(16).padStart(16, '0')] : []),
    ...(versioned ? [version] : []),
    ...(leavers ? [gone] : []),
    members,
    ...parts.map(() => 50),
  ]);

const answered = (
  query: object,
  editions: readonly Edition[],
  groups: readonly Group[],
  budget: Budget = new Budget(),
  known = new EditionCalendar(editions),
) => {
  const planIds = known.planIds;
  const asked = question(query);
  const context = { planIds, calendar: known, secret: testSecret, meter: { drawn: 0 }, budget };
  const buckets = monthBuckets(asked, known.months);
  const statement = cellStatement(asked, buckets, context);
  return memberRows({ question: asked, statement, rows: rowsOf(statement, groups), buckets }, context);
};

const everything = cubes
  .flatMap(({ measures }) => measures)
  .filter(({ source, published }) => source === 'memberMonth' && published.as !== 'nothing')
  .map(({ name }) => name);
const states = (length: number) => Array.from({ length }, (_, i) => ({ values: [`state ${i}`] }));
const plans = (length: number) => Array.from({ length }, (_, i) => `plan ${i}`);

/** Another task on the event loop, which counts its turns until it is stopped. */
class Others {
  private had = 0;
  private isAsked = false;

  constructor() {
    setImmediate(() => this.wait());
  }

  turns(): number {
    this.isAsked = true;
    return this.had;
  }

  private wait(): void {
    this.had += 1;
    if (!this.isAsked) setImmediate(() => this.wait());
  }
}

describe('shaping an answer', () => {
  it.each<[string, object]>([
    ['groups', { measures: [...everything, share], dimensions: ['Member.addressState'] }],
    [
      'values of a filter',
      {
        measures: [...everything, share],
        filters: [{ member: 'Member.addressState', operator: 'equals', values: ['state 0', 'state 1'] }],
      },
    ],
  ])('costs as much for each of twice as many %s', async (_, query) => {
    const cost = async (cells: number) => {
      const budget = new CountingBudget();
      const known = new CountingCalendar([edition('acme', '2026-03', 50 * cells)]);
      await answered(query, [], states(cells), budget, known);
      return { drawn: budget.spent, asked: known.asked };
    };
    const [few, twice, four] = [await cost(50), await cost(100), await cost(200)];
    expect(few.drawn).toBeGreaterThan(500);
    for (const name of ['drawn', 'asked'] as const)
      expect(four[name] - twice[name]).toBeLessThanOrEqual(2.2 * (twice[name] - few[name]));
  });

  it('draws nothing for sets of fewer than eleven, nor for plans that are not divided', async () => {
    const small = new CountingBudget();
    const editions = [edition('acme', '2026-03')];
    const few = states(20).map((group) => ({ ...group, members: 10 }));
    const measures = everything.filter((name) => name !== share);
    await answered({ measures, dimensions: ['Member.addressState'] }, editions, few, small);
    expect(small.spent).toBe(0);
    const undivided = new CountingBudget();
    const tiny = [edition('acme', '2026-03', 29)];
    const groups = [{ values: ['NSW'], members: 29 }];
    await answered({ measures: everything, dimensions: ['Member.addressState'] }, tiny, groups, undivided);
    expect(undivided.spent).toBe(0);
  });

  it('draws the noise of a fact once, however many measures and rows use it', async () => {
    const editions = [edition('acme', '2026-05', 50)];
    const drawn = async (measures: string[]) => {
      const budget = new CountingBudget();
      await answered({ measures }, editions, [{ month: '2026-05', members: 50 }], budget);
      return budget.spent;
    };
    expect(await drawn(['MemberSnapshot.totalAssetsOwned'])).toBe(
      await drawn([
        'MemberSnapshot.totalAssetsOwned',
        'MemberSnapshot.averageTotalAssetsOwned',
        'MemberSnapshot.benchmarkIndex',
      ]),
    );
  });
});

describe('a filter with several values of a secret category', () => {
  const types = ['1|Binding', '2|Non-binding', '3|Expired binding', '4|None'];
  const ask = async (values: string[], counts: number[], measure = count) => {
    const rows = counts.map((members, i) => ({ values: [types[i]!], members }));
    const filters = [{ member: nomination, operator: 'equals', values }];
    const [answer] = await answered({ measures: [measure], filters }, [edition('acme', '2026-03')], rows);
    return answer!.figures[measure]!;
  };

  it('is the sum of those that are published, and names the others', async () => {
    const counts = [100, 100, 3, 97];
    const [binding, nonBinding] = [await ask([types[0]!], counts), await ask([types[1]!], counts)];
    const nominated = await ask(types.slice(0, 3), counts);
    expect(nominated.value.value).toBe(binding.value.value! + nonBinding.value.value!);
    expect(nominated.leftOut).toEqual(['3|Expired binding']);
  });

  it('adds up shares too, up to everybody', async () => {
    const counts = [100, 100, 3, 97];
    const two = await ask(types.slice(0, 2), counts, share);
    const [binding, nonBinding] = [await ask([types[0]!], counts, share), await ask([types[1]!], counts, share)];
    expect(two.value.value).toBeCloseTo(binding.value.value! + nonBinding.value.value!, 6);
    expect((await ask(types, [75, 75, 75, 75], share)).value.value).toBeLessThanOrEqual(100);
  });

  it('is withheld if none of them is published, even if the sum is not small', async () => {
    const { value, leftOut } = await ask(types.slice(0, 3), [8, 8, 8, 276]);
    expect([value.value, value.because, leftOut]).toEqual([null, 'np', []]);
  });

  it('reads <11 for a value that no member can have', async () => {
    expect((await ask(['5|Other'], [100, 100, 3, 97])).value.because).toBe('<11');
  });
});

describe('what a request costs', () => {
  it('is limited, and the refusal says what can be answered', async () => {
    const budget = new Budget();
    await budget.spend(99_000);
    const group = { month: '2026-05', members: 50 };
    const ask = (length: number) =>
      answered(
        { measures: everything },
        plans(length).map((planId) => edition(planId, '2026-05', 50)),
        plans(length).map((planId) => ({ ...group, planId })),
        budget,
      );
    expect(await ask(1)).toHaveLength(1);
    await expect(ask(60)).rejects.toMatchObject({
      status: 400,
      message:
        'The request asks for too many figures at once: fewer months, groups or measures can be answered, or its parts one after another',
    });
  });

  it('counts all queries of a request together', async () => {
    const budget = new Budget();
    for (let i = 0; i < 10; i += 1) await budget.spend(10_000);
    await expect(budget.spend(1)).rejects.toThrow(/too many figures at once/);
  });

  it('lets other tasks run, even within one row of many plans', async () => {
    const others = new Others();
    const budget = new CountingBudget();
    const length = 400;
    await answered(
      { measures: everything },
      plans(length).map((planId) => edition(planId, '2026-05', 50)),
      plans(length).map((planId) => ({ planId, month: '2026-05', members: 50 })),
      budget,
    );
    expect(budget.spent).toBeGreaterThan(10_000);
    expect(others.turns()).toBeGreaterThanOrEqual(Math.floor(budget.spent / 2_400));
  });

  it('lets other tasks run while the engine’s rows are combined', async () => {
    const others = new Others();
    const rows = Array.from({ length: 50_000 }, (_, i) => ({ values: [`state ${i % 9}`, i], members: 0 }));
    await answered(
      { measures: [count], dimensions: ['Member.addressState', nomination] },
      [edition('acme', '2026-03')],
      rows,
    );
    expect(others.turns()).toBeGreaterThan(5);
  });
});

describe('an answer is of one moment', () => {
  const two = [edition('a', '2026-05', 50, 1), edition('b', '2026-05', 50, 2)];
  const row = (planId: string, version: number, members = 50, month = '2026-05') => ({
    planId,
    version,
    members,
    month,
  });

  it('so the calendar is stale if an edition was published between it and the rows', async () => {
    await expect(answered({ measures: [count] }, two, [row('a', 1), row('b', 3)])).rejects.toThrow(StaleCalendar);
    expect(await answered({ measures: [count] }, two, [row('a', 1), row('b', 2)])).toMatchObject([
      { figures: { [count]: { value: { value: 100 } } } },
    ]);
  });

  it('so the calendar is stale if rows are missing or more members are counted', async () => {
    await expect(answered({ measures: [count] }, two, [row('a', 1), row('b', 2, 49)])).rejects.toThrow(StaleCalendar);
    await expect(answered({ measures: [count] }, two, [row('a', 1)])).rejects.toThrow(StaleCalendar);
  });

  it('so months that are not in the calendar are skipped, because they closed before the secret was created', async () => {
    const later = [...two, edition('a', '2026-04', 50, 1)];
    const groups = [row('a', 1), row('b', 2), row('a', 1, 50, '2026-04'), row('b', 2, 50, '2026-04')];
    const query = {
      measures: [count],
      timeDimensions: [
        { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2026-04-01', '2026-05-31'] },
      ],
    };
    expect(await answered(query, later, groups)).toMatchObject([
      { figures: { [count]: { value: { value: 50 }, leftOut: ['b'] } } },
      { figures: { [count]: { value: { value: 100 }, leftOut: [] } } },
    ]);
  });
});
