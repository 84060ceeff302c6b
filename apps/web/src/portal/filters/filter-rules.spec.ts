import { describe, expect, it } from 'vitest';
import {
  mayAskBy,
  permittedFilters,
  refusedBreakdown,
  refusedEngaged,
  refusedFilter,
  type Narrowing,
} from './filter-rules';
import { filterColumns, type FilterColumn } from './filters';

const view = (columns: FilterColumn[], more: Partial<Narrowing> = {}): Narrowing => ({
  audience: 'employer',
  engaged: false,
  filters: Object.fromEntries(columns.map((column) => [column, ['a value']])),
  ...more,
});
const page = { breakdowns: [], members: 300, onePayroll: true };

describe('Employers may filter', () => {
  it('by three of the four columns, counting the engaged as one', () => {
    expect(refusedFilter('addressState', view(['gender', 'ageGroup']), page)).toBeNull();
    expect(refusedFilter('addressState', view(['gender', 'ageGroup', 'salaryGroup']), page)).toMatch(
      /^At most three of gender, age group, salary group, address state and engaged go together\. Remove one/,
    );
    expect(refusedFilter('addressState', view(['gender', 'ageGroup'], { engaged: true }), page)).toMatch(/^At most/);
    expect(refusedEngaged(view(['gender', 'ageGroup']), page)).toBeNull();
    expect(refusedEngaged(view(['gender', 'ageGroup', 'salaryGroup']), page)).toMatch(/Remove a filter/);
  });

  it('by two columns beside a chart by a third, or also by that one', () => {
    const byAge = { ...page, breakdowns: ['ageGroup' as const] };
    expect(refusedFilter('salaryGroup', view(['gender', 'addressState']), byAge)).toMatch(/this page is by age group/);
    expect(refusedFilter('ageGroup', view(['gender', 'addressState']), byAge)).toBeNull();
    expect(refusedEngaged(view(['gender', 'addressState']), byAge)).toMatch(/this page is by age group/);
  });

  it('by company or category only without other columns', () => {
    expect(refusedFilter('company', view([]), page)).toBeNull();
    expect(refusedFilter('company', view(['gender']), page)).toMatch(
      /^Company goes with no other filter: .* Remove the other filters first\.$/,
    );
    expect(refusedFilter('company', view([], { engaged: true }), page)).toMatch(/Remove Engaged first/);
    for (const column of filterColumns.filter((other) => other !== 'category'))
      expect(refusedFilter(column, view(['category']), page)).toMatch(/^Category goes with no other filter/);
    expect(refusedEngaged(view(['category']), page)).toMatch(/^Category goes with no other filter/);
  });

  it('not by salary group in a plan of several payrolls, whose address loses that filter', () => {
    const several = { ...page, onePayroll: false };
    expect(refusedFilter('salaryGroup', view([]), several)).toBe(
      'Salaries of several employers: shown for the whole plan',
    );
    expect(refusedFilter('gender', view([]), several)).toBeNull();
    expect(refusedFilter('salaryGroup', view([], { audience: 'staff' }), several)).toBeNull();
    const { filters } = view(['gender', 'salaryGroup']);
    expect(permittedFilters(filters, { audience: 'employer', onePayroll: false })).toEqual({ gender: ['a value'] });
    expect(permittedFilters(filters, { audience: 'employer', onePayroll: true })).toBe(filters);
    expect(permittedFilters(filters, { audience: 'staff', onePayroll: false })).toBe(filters);
  });

  it('not at all in a plan of fewer than 30 members', () => {
    expect(refusedFilter('gender', view([]), { ...page, members: 29 })).toMatch(/published as a whole only/);
    expect(refusedFilter('gender', view([]), { ...page, members: 30 })).toBeNull();
  });

  it('by other values of a chosen column, however many columns are chosen', () => {
    expect(refusedFilter('gender', view(['gender', 'ageGroup', 'salaryGroup']), page)).toBeNull();
  });
});

describe('A chart by a column', () => {
  it('names what to remove if it would use too many', () => {
    expect(refusedBreakdown(['ageGroup'], view(['gender', 'salaryGroup']))).toBeNull();
    expect(refusedBreakdown(['ageGroup'], view(['gender', 'salaryGroup'], { engaged: true }))).toMatch(
      /Remove gender, salary group or engaged to see it/,
    );
    expect(refusedBreakdown(['ageGroup'], view(['company']))).toMatch(/Remove company to see it/);
  });
});

describe('Exact figures', () => {
  it('may be filtered by every column', () => {
    const exact = view([...filterColumns], { audience: 'staff', engaged: true });
    expect(mayAskBy(exact, ['ageGroup'])).toBe(true);
    for (const column of filterColumns) expect(refusedFilter(column, exact, { ...page, members: 5 })).toBeNull();
  });
});
