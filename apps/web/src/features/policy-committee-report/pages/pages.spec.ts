import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell } from '../../../portal/analytics/result';
import { figureDates } from './contacts';
import type { Fund } from './fund';
import { growthOf, growthShare, isHalfShown, restBeside, wholeOf, type Holdings, type Option } from './holdings';
import { heldTogether } from './held-together';
import { balanceOf } from './balance';

const months = ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07'];
const each = (value: number) => months.map(() => cell(value));

const fund: Fund = {
  months,
  members: each(100),
  assets: [1000, 1100, 1150, 1300, 1350].map(cell),
  average: each(10),
  salary: each(1),
  age: each(40),
  joined: each(1),
  left: each(1),
  employer: each(50),
  sacrifice: each(10),
  personal: [cell(5), cell(5), withheldCell('<11'), cell(5), cell(5)],
  fees: each(4),
  premium: each(1),
  premiums: each(2),
};

describe('The balance of a plan’s transactions', () => {
  const { columns, whole } = balanceOf(fund);
  const sum = ({ lines, rest }: typeof whole) =>
    Object.values(lines).reduce((all, { value }) => all + (value ?? 0), rest.value ?? 0);

  it('adds up in every quarter and over the period', () => {
    for (const column of [...columns, whole]) expect(column.opening.value! + sum(column)).toBe(column.closing.value);
  });

  it('keeps what is not published within returns and transfers', () => {
    expect(columns[0]!.lines.personal).toEqual(withheldCell('np'));
    expect(columns[0]!.rest.value).toBe(300 - 150 - 30 + 12 + 6);
  });

  it('sums the published quarters of a line, so that it adds up across', () => {
    expect(whole.lines.personal.value).toBe(5);
    expect(whole.lines.fees.value).toBe(-16);
    expect(columns.reduce((all, { rest }) => all + rest.value!, 0)).toBe(whole.rest.value);
  });
});

describe('Several states as one', () => {
  const held = (members: Cell, average: Cell) => ({ members, average });

  it('weighs averages by published members', () => {
    expect(heldTogether([held(cell(30), cell(100_000)), held(cell(10), cell(140_000))])).toMatchObject({
      members: { value: 40 },
      average: { value: 110_000 },
    });
  });

  it('says that a part is not published', () => {
    const together = heldTogether([held(cell(30), cell(100_000)), held(withheldCell('<11'), withheldCell('<11'))]);
    expect(together).toMatchObject({ members: { value: 30 }, partly: true });
    expect(heldTogether([held(withheldCell('<11'), withheldCell('<11'))]).members.withheld).toBe('<11');
  });
});

const option = (dollars: number, growth: number | null, margin = 0): Option => ({
  code: 'A',
  name: 'A',
  members: cell(20),
  balance: { dollars, margin },
  lifestage: false,
  growth,
});

describe('Growth of the options that members hold', () => {
  it('is published balance times the option’s share, and so is its margin', () => {
    const growth = growthOf([option(100, 70, 10), option(300, 10, 30)]);
    expect(growth).toEqual({
      growth: { dollars: 100, margin: Math.hypot(7, 3) },
      defensive: { dollars: 300, margin: Math.hypot(3, 27) },
    });
    expect(growthShare(growth)).toBe(25);
  });

  it('is of the options whose share is known', () => {
    expect(growthOf([option(100, 70), option(900, null)])).toMatchObject({
      growth: { dollars: 70 },
      defensive: { dollars: 30 },
    });
    expect(growthOf([option(900, null)])).toBeNull();
  });
});

describe('What the options of a plan are of its assets', () => {
  const held = (options: Option[], dollars: number): Holdings => ({
    quarterEnd: '2026-06-30',
    options,
    unpublished: 3,
    known: true,
    total: { dollars, margin: 5 },
  });

  it('leaves the rest of the plan’s total, with the margins of both', () => {
    const of = held([option(600, 70, 12)], 1000);
    expect(restBeside(of.options, of)).toEqual({ dollars: 400, margin: 13 });
    expect(restBeside([], of).dollars).toBe(1000);
    const scaled = held([option(700, 70), option(300, 10)], 1000);
    expect(restBeside(scaled.options, scaled).dollars).toBe(0);
  });

  it('is shown from half of the total on', () => {
    expect(isHalfShown(held([option(500, 70)], 1000))).toBe(true);
    expect(isHalfShown(held([option(499, 70)], 1000))).toBe(false);
    expect(isHalfShown(held([], 1000))).toBe(false);
  });

  it('is never more than the whole, also in a report of before holdings were scaled', () => {
    const before = held([option(1100, 70)], 1000);
    expect(wholeOf(before).dollars).toBe(1100);
    expect(restBeside(before.options, before).dollars).toBe(0);
  });
});

describe('The dates to keep', () => {
  it('are the days from which the figures of the next four quarters are published', () =>
    expect(figureDates('2026-10-31')).toEqual([
      { quarterEnd: '2026-12-31', from: '2027-01-08' },
      { quarterEnd: '2027-03-31', from: '2027-04-08' },
      { quarterEnd: '2027-06-30', from: '2027-07-08' },
      { quarterEnd: '2027-09-30', from: '2027-10-08' },
    ]));

  it('begin after a quarter that the report has', () =>
    expect(figureDates('2026-09-30')[0]).toEqual({ quarterEnd: '2026-12-31', from: '2027-01-08' }));
});
