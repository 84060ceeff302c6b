import { describe, expect, it } from 'vitest';
import { storedEventError } from './stored-event.js';

const plan = {
  planId: 'PF.a',
  platformId: 'PF',
  name: 'A plan',
  shortName: 'A',
  startDate: '2020-01-01',
  superScoreClient: true,
  relationshipManager: null,
  onePayroll: null,
};

describe('the shape of a stored event', () => {
  it('is the shape of its type, and may have additional fields of a later release', () => {
    expect(storedEventError('plan-PF.a', 'PlanRegistered', plan)).toBeNull();
    expect(storedEventError('plan-PF.a', 'PlanRegistered', { ...plan, colour: 'blue' })).toBeNull();
  });

  it('has no missing field, wrong type or invalid date; the reason quotes no value', () => {
    const { name: _, ...nameless } = plan;
    expect(storedEventError('plan-PF.a', 'PlanRegistered', nameless)).toMatch(/field name/);
    for (const startDate of ['soon', '2020-02-30', null, 20200101, ['2020-01-01']]) {
      const reason = storedEventError('plan-PF.a', 'PlanRegistered', { ...plan, startDate });
      expect(reason).toBe('its field startDate does not fit the type of the event');
    }
    for (const data of [null, [], 'x', 1])
      expect(storedEventError('plan-PF.a', 'PlanReopened', data)).toMatch(/no fields/);
  });

  it('allows only ids where a value becomes part of a name', () => {
    for (const categoryId of ['a.b$c', '$set', '', ' ', 'é', '../x', 'x'.repeat(101)])
      expect(storedEventError('plan-PF.a', 'PlanClosed', { planId: categoryId, on: '2026-01-01' })).toMatch(
        /field planId/,
      );
  });

  it('checks rows by position, and accepts additional columns', () => {
    const of = { importId: 'i', planId: 'PF.a', month: '2026-01', index: 0 };
    const errorOf = (row: unknown) =>
      storedEventError('assetsOwned-PF.a-202601', 'AssetsOwnedChunkImported', { ...of, rows: [row] });
    expect(errorOf(['m', 'BAL', 100])).toBeNull();
    expect(errorOf(['m', 'BAL', 100, 'more'])).toBeNull();
    expect(errorOf(['m', 'BAL', 1.5])).toMatch(/field rows/);
    expect(errorOf(['m', 'BAL'])).toMatch(/field rows/);
    expect(errorOf({ 0: 'm' })).toMatch(/field rows/);
  });

  it('belongs to its own stream', () => {
    expect(storedEventError('plan-PF.b', 'PlanRegistered', plan)).toBe('it is about another stream');
    expect(storedEventError('member-PF.a', 'PlanRegistered', plan)).toBe('its type is not one of its stream');
    expect(storedEventError('calendar', 'MonthOpened', { month: '2026-01' })).toBeNull();
  });

  it('is not checked for unknown types', () => {
    expect(storedEventError('plan-PF.a', 'PlanPaintedBlue', { colour: 7 })).toBeNull();
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      expect(storedEventError('plan-PF.a', name, {})).toBeNull();
      expect(storedEventError(`${name}-a`, 'PlanPaintedBlue', {})).toBeNull();
    }
  });
});
