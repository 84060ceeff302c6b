import { describe, expect, it } from 'vitest';
import type { View } from '../../portal/analytics/figures-view';
import { isQuarterly, tooManyColumns } from './columns';

const view: View = {
  onePayroll: true,
  planId: 'T.K1',
  audience: 'employer',
  engaged: true,
  filters: {},
  dateRange: ['2020-01-01', '2020-06-30'],
  counted: ['2020-01-01', '2020-06-30'],
  compare: null,
  period: 'sincePlanStart',
  since: '2020-01-01',
};
const gender = { name: 'Member.gender', use: 'public' } as const;
const age = { name: 'Member.ageGroup', use: 'public' } as const;
const state = { name: 'Member.addressState', use: 'public' } as const;
const company = { name: 'Member.companyId', use: 'alone' } as const;
const band = { name: 'SuperScore.scoreBand', use: 'secret' } as const;

describe('A chart under filters', () => {
  it('uses at most three columns, not counting a secret category', () => {
    expect(tooManyColumns(view, [gender, age])).toBeNull();
    expect(tooManyColumns(view, [gender, age, band])).toBeNull();
    expect(tooManyColumns({ ...view, engaged: false }, [gender, age, state])).toBeNull();
  });

  it('names what to remove if it would need a fourth', () => {
    expect(tooManyColumns(view, [gender, age, state])).toBe(
      'This chart would need a fourth column, and figures are published of three at most. Remove the filter on engaged.',
    );
    expect(tooManyColumns({ ...view, audience: 'staff' }, [gender, age, state])).toBeNull();
  });

  it('has a company or category alone, or with a secret category only', () => {
    const all = { ...view, engaged: false };
    const ofOne = { ...all, filters: { company: ['T.E1'] } };
    expect([tooManyColumns(all, [company, band]), tooManyColumns(ofOne, [company]), tooManyColumns(ofOne, [])]).toEqual(
      [null, null, null],
    );
    expect(tooManyColumns({ ...view, audience: 'staff' }, [company, gender])).toBeNull();
    expect(tooManyColumns(view, [company])).toBe(
      'Figures by company are published without another filter or breakdown. Remove the filter on engaged to see this chart.',
    );
    expect(tooManyColumns(ofOne, [gender])).toBe(
      'Figures by company are published without another filter or breakdown. Remove the filter on company to see this chart.',
    );
  });

  it('shows quarter ends if it is filtered or broken down by a public column', () => {
    const all = { ...view, engaged: false };
    expect([isQuarterly(all, [band]), isQuarterly(all, [gender]), isQuarterly(view, [])]).toEqual([false, true, true]);
    expect(isQuarterly({ ...view, audience: 'staff' }, [gender])).toBe(false);
  });
});
