import { describe, expect, it } from 'vitest';
import { misfitOf, shapedCategories } from './event-shapes.js';
import { productStreams } from './product-streams.js';

const plan = {
  ...{ planId: 'PF.a', platformId: 'PF', name: 'A plan', shortName: 'A', startDate: '2020-01-01' },
  ...{ superScoreClient: true, relationshipManager: null },
};

describe('the shape of a stored event', () => {
  it('is known for every stream of the product', () => {
    expect([...shapedCategories].sort()).toEqual(productStreams.map(({ category }) => category).sort());
  });

  it('is that of its type, with more fields where a later release adds some', () => {
    expect(misfitOf('plan-PF.a', 'PlanRegistered', plan)).toBeNull();
    expect(misfitOf('plan-PF.a', 'PlanRegistered', { ...plan, colour: 'blue' })).toBeNull();
  });

  it('is not that of a field that is missing, of another kind, or no date; the reason quotes no value', () => {
    const { name: _, ...nameless } = plan;
    expect(misfitOf('plan-PF.a', 'PlanRegistered', nameless)).toMatch(/field name/);
    for (const startDate of ['soon', '2020-02-30', null, 20200101, ['2020-01-01']]) {
      const reason = misfitOf('plan-PF.a', 'PlanRegistered', { ...plan, startDate });
      expect(reason).toBe('its field startDate is not as an event of its type has it');
    }
    for (const data of [null, [], 'x', 1]) expect(misfitOf('plan-PF.a', 'PlanReopened', data)).toMatch(/no fields/);
  });

  it('says what becomes part of names is an id', () => {
    for (const categoryId of ['a.b$c', '$set', '', ' ', 'é', '../x', 'x'.repeat(101)])
      expect(misfitOf('plan-PF.a', 'PlanClosed', { planId: categoryId, on: '2026-01-01' })).toMatch(/field planId/);
  });

  it('checks rows by place, and takes rows that have grown at their end', () => {
    const of = { importId: 'i', planId: 'PF.a', month: '2026-01', index: 0 };
    const misfit = (row: unknown) =>
      misfitOf('assetsOwned-PF.a-202601', 'AssetsOwnedChunkImported', { ...of, rows: [row] });
    expect(misfit(['m', 'BAL', 100])).toBeNull();
    expect(misfit(['m', 'BAL', 100, 'more'])).toBeNull();
    expect(misfit(['m', 'BAL', 1.5])).toMatch(/field rows/);
    expect(misfit(['m', 'BAL'])).toMatch(/field rows/);
    expect(misfit({ 0: 'm' })).toMatch(/field rows/);
  });

  it('belongs to its own stream', () => {
    expect(misfitOf('plan-PF.b', 'PlanRegistered', plan)).toBe('it is about another stream');
    expect(misfitOf('member-PF.a', 'PlanRegistered', plan)).toBe('its type is not one of its stream');
    expect(misfitOf('calendar', 'MonthOpened', { month: '2026-01' })).toBeNull();
  });

  it('is not asked of types that the product does not know', () => {
    expect(misfitOf('plan-PF.a', 'PlanPaintedBlue', { colour: 7 })).toBeNull();
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      expect(misfitOf('plan-PF.a', name, {})).toBeNull();
      expect(misfitOf(`${name}-a`, 'PlanPaintedBlue', {})).toBeNull();
    }
  });
});
