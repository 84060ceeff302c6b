import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilterNode } from '@superscope/contracts/analytics/query';
import { describe, expect, it } from 'vitest';
import { fulfils } from './having.js';

type Row = Record<string, AnalyticsValue>;

const count = 'MemberSnapshot.countMembers';
const salary = 'MemberSnapshot.averageSalary';
const operators = ['equals', 'in', 'notEquals', 'notIn', 'gt', 'gte', 'lt', 'lte'] as const;

const filter = (operator: string, values?: string[], member = count) =>
  ({ member, operator, ...(values && { values }) }) as NormalizedFilterNode;

describe('a row', () => {
  it.each([
    ['equals', ['30'], [false, true, false]],
    ['equals', ['30', '40'], [false, true, true]],
    ['in', ['30', '40'], [false, true, true]],
    ['notEquals', ['30'], [true, false, true]],
    ['notIn', ['30', '40'], [true, false, false]],
    ['gt', ['30'], [false, false, true]],
    ['gte', ['30'], [false, true, true]],
    ['lt', ['30'], [true, false, false]],
    ['lte', ['30'], [true, true, false]],
    ['set', undefined, [true, true, true]],
    ['notSet', undefined, [false, false, false]],
  ])('with 20, 30 or 40 members, and a filter that they are %s %j, is kept: %j', (operator, values, kept) =>
    expect([20, 30, 40].map((n) => fulfils(filter(operator, values), { [count]: n }, false))).toEqual(kept),
  );

  it('whose number is withheld matches no comparison, so that a filter reveals nothing', () => {
    for (const operator of operators)
      for (const row of [{ [count]: null }, {}] as Row[])
        expect([operator, fulfils(filter(operator, ['0']), row, false)]).toEqual([operator, false]);
    expect(fulfils(filter('notSet'), { [count]: null }, false)).toBe(true);
    expect(fulfils(filter('set'), { [count]: null }, false)).toBe(false);
  });

  it('without a number differs from every number if nothing is withheld', () => {
    const kept = operators.filter((operator) =>
      fulfils(filter(operator, ['0']), { [salary]: null, [count]: null }, true),
    );
    expect(kept).toEqual(['notEquals', 'notIn']);
  });

  it('fulfils all of several filters, or one of them', () => {
    const filters = [filter('gte', ['30']), filter('lt', ['100'], salary)];
    const fulfilled = (all: NormalizedFilterNode, n: number, pay: number) =>
      fulfils(all, { [count]: n, [salary]: pay }, false);
    const rows: [number, number][] = [
      [40, 90],
      [40, 200],
      [20, 90],
      [20, 200],
    ];
    expect(rows.map(([n, pay]) => fulfilled({ and: filters }, n, pay))).toEqual([true, false, false, false]);
    expect(rows.map(([n, pay]) => fulfilled({ or: filters }, n, pay))).toEqual([true, true, true, false]);
  });
});
