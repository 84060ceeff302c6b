import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Asking, is, provider, staff, told } from './asking.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { insertRows, membersOf } from './sample-members.js';

const members = 'MemberCategory.members';
const count = 'MemberCategory.count';
const name = 'MemberCategory.name';
const id = 'MemberCategory.categoryId';
const active = 'MemberCategory.active';
const month = 'MemberCategory.month';

let engine: Engine;
let asking: Asking;

const category = (planId: string, categoryId: string, called: string, isActive = 1, version = 1) => ({
  plan_id: planId,
  category_id: categoryId,
  name: called,
  active: isActive,
  version,
});

/** 7 executives, 90 in the office, and the rest in the yard. */
const inCategories = (member: number) => ({ category_id: member <= 7 ? 'k1' : member <= 97 ? 'k2' : 'k3' });

beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  for (const [i, at] of ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].entries())
    await closeMonths(engine.client, [
      ...membersOf('acme', at, 1, 300 - 2 * i, inCategories),
      ...membersOf('other', at, 1001, 120, () => ({ category_id: 'k1' })),
      ...membersOf('small', at, 2001, 25, () => ({ category_id: 'k1' })),
    ]);
  await insertRows(engine.client, 'member_snapshot', membersOf('acme', '2026-06', 1, 280, inCategories));
  await insertRows(engine.client, 'member_category', [
    category('acme', 'k1', 'Board'),
    category('acme', 'k1', 'Executives', 1, 2),
    category('acme', 'k2', 'Office'),
    category('acme', 'k3', 'Yard'),
    category('acme', 'k4', 'Apprentices', 0),
    category('other', 'k1', 'Everybody'),
    category('small', 'k1', 'Everybody'),
  ]);
});
afterAll(() => engine?.stop());

describe('exact members of a category', () => {
  it('are those of the newest month, and none where nobody is in it', async () => {
    expect(await asking.exact({ measures: [members], dimensions: [id, name, active], order: { [id]: 'asc' } })).toEqual(
      [
        { [id]: 'k1', [name]: 'Executives', [active]: '1|Yes', [members]: 7 },
        { [id]: 'k2', [name]: 'Office', [active]: '1|Yes', [members]: 90 },
        { [id]: 'k3', [name]: 'Yard', [active]: '1|Yes', [members]: 183 },
        { [id]: 'k4', [name]: 'Apprentices', [active]: '2|No', [members]: 0 },
      ],
    );
  });

  it('are those of the last month of a quarter or of a year', async () => {
    const by = (granularity: string) =>
      asking.exact({
        measures: [members],
        filters: [is(id, 'k3')],
        timeDimensions: [{ dimension: month, granularity, dateRange: ['2025-12-01', '2026-06-30'] }],
      });
    expect((await by('month')).map((row) => row[members])).toEqual([203, 201, 199, 197, 195, 193, 183]);
    expect((await by('quarter')).map((row) => row[members])).toEqual([203, 197, 183]);
    expect((await by('year')).map((row) => row[members])).toEqual([203, 183]);
  });

  it('are added up where categories share a row, and filtered by the sum', async () => {
    expect(await asking.exact({ measures: [members, count], dimensions: [active] })).toEqual([
      { [active]: '1|Yes', [members]: 280, [count]: 3 },
      { [active]: '2|No', [members]: 0, [count]: 1 },
    ]);
    const many = { member: members, operator: 'gt', values: ['50'] };
    expect((await asking.exact({ dimensions: [name], filters: [many] })).map((row) => row[name])).toEqual([
      'Office',
      'Yard',
    ]);
  });

  it('name each category of every plan', async () => {
    expect(await asking.exact({ measures: [count], ungrouped: true }, 'acme')).toHaveLength(4);
    expect(await asking.exact({ measures: [members], ungrouped: true }, 'other')).toEqual([{ [members]: 120 }]);
  });
});

describe('categories as employers see them', () => {
  const byName = { measures: [members], dimensions: [name], order: { [name]: 'asc' } };

  it('are listed by name and whether they are active, exactly', async () => {
    expect(await asking.rows({ dimensions: [name, active], order: { [name]: 'asc' } })).toEqual([
      { [name]: 'Apprentices', [active]: '2|No' },
      { [name]: 'Executives', [active]: '1|Yes' },
      { [name]: 'Office', [active]: '1|Yes' },
      { [name]: 'Yard', [active]: '1|Yes' },
    ]);
    expect(await asking.rows({ measures: [count], filters: [is(active, '1')] })).toEqual([{ [count]: 3 }]);
  });

  it('have the members of the newest quarter end, with noise, and fewer than 11 are withheld', async () => {
    const answer = await asking.ask(byName);
    expect(answer).toMatchObject({ figuresOf: '2026-03', quarterEnds: true });
    const [apprentices, executives, office, yard] = told(answer, members);
    expect([apprentices, executives]).toEqual([0, '<11']);
    expect(Math.abs(Number(office) - 90)).toBeLessThanOrEqual(4);
    expect(Math.abs(Number(yard) - 197)).toBeLessThanOrEqual(4);
  });

  it('have the same number of members as a breakdown by category', async () => {
    const broken = await asking.ask({
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.categoryId'],
      filters: [is('MemberSnapshot.atYearMonth', '202603')],
      order: { 'Member.categoryId': 'asc' },
    });
    const answer = await asking.ask({
      measures: [members],
      dimensions: [id],
      filters: [is(active, '1')],
      order: { [id]: 'asc' },
    });
    expect(told(answer, members)).toEqual(told(broken, 'MemberSnapshot.countMembers'));
  });

  it('are those of quarter ends in every query, also month by month', async () => {
    const answer = await asking.ask({
      measures: [members],
      filters: [is(name, 'Office')],
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2025-12-01', '2026-05-31'] }],
    });
    expect(answer.data.map((row) => String(row[month]).slice(0, 7))).toEqual(['2025-12', '2026-03']);
  });

  it('are added up where they are published, and those left out are named', async () => {
    const answer = await asking.ask({ measures: [members] });
    const [, , office, yard] = told(await asking.ask(byName), members) as number[];
    expect(told(answer, members)).toEqual([office! + yard!]);
    expect(answer.leftOut).toEqual([{ row: 0, parts: ['Executives'] }]);
    const several = await asking.ask({ measures: [members, count] }, ['acme', 'other', 'small']);
    expect(several.data[0]![count]).toBe(6);
    expect(several.leftOut).toEqual([{ row: 0, parts: ['acme, Executives', 'small, Everybody'] }]);
  });

  it('have no members where the plan has under 30, and none before a quarter end has closed', async () => {
    expect(told(await asking.ask(byName, 'small'), members)).toEqual(['np']);
    const before = { dimension: month, dateRange: ['2024-01-01', '2024-03-31'] };
    expect(told(await asking.ask({ ...byName, timeDimensions: [before] }), members)).toEqual(['np', 'np', 'np', 'np']);
    expect(await asking.rows({ ...byName, timeDimensions: [{ ...before, granularity: 'month' }] })).toEqual([]);
  });

  it('are refused of other plans, and with anything else about members', async () => {
    await expect(asking.ask(byName, 'foreign')).rejects.toThrow("You have no access to the plan 'foreign'");
    await expect(asking.ask({ ...byName, filters: [is('Member.gender', 'Female')] })).rejects.toThrow(
      /cannot be asked for in one query/,
    );
    await expect(asking.ask({ ...byName, ungrouped: true })).rejects.toThrow(/never listed/);
    const selecting = { member: members, operator: 'measureFilter' };
    await expect(asking.ask({ ...byName, filters: [selecting] })).rejects.toThrow(/would select members/);
  });

  it('are the same for everybody who may ask', async () => {
    expect(await asking.ask(byName, 'acme', staff)).toEqual(await asking.ask(byName, 'acme', provider));
  });
});
