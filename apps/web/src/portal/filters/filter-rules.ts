import type { Audience } from '@superscope/contracts/analytics/audience-header';
import { filteredColumns, filterLooks, withFilter, type FilterColumn, type Filters } from './filters';

/**
 * Replaces what a plan loses whose employers do not share one payroll: its salary groups are published of the whole plan only, because
 * nobody knows the salaries of another employer's people.
 */
export const SEVERAL_PAYROLLS = 'Salaries of several employers: shown for the whole plan';

/** The most columns that one published answer may combine. `engaged` counts as one. */
const MOST_COLUMNS = 3;
/** A plan with fewer members than this is published as a whole only. */
const LEAST_DIVIDED = 30;

const standsAlone = (column: FilterColumn) => column === 'company' || column === 'category';

export interface Narrowing {
  audience: Audience;
  engaged: boolean;
  filters: Filters;
}

const columnsOf = ({ filters }: Narrowing, breakdowns: readonly FilterColumn[]) =>
  new Set([...filteredColumns(filters), ...breakdowns]);

/** Whether the figures of a page may also be broken down by these columns. Exact figures may be broken down by any columns. */
export function mayAskBy(view: Narrowing, breakdowns: readonly FilterColumn[]): boolean {
  if (view.audience === 'staff') return true;
  const columns = columnsOf(view, breakdowns);
  const count = columns.size + (view.engaged ? 1 : 0);
  return count <= MOST_COLUMNS && (count <= 1 || ![...columns].some(standsAlone));
}

interface Page {
  /** Columns that charts of the page are broken down by. */
  breakdowns: readonly FilterColumn[];
  /** The headcount of the whole plan; null if it is not known. */
  members: number | null;
  /** Whether the plan's salaries are public. */
  onePayroll: boolean;
}

/** The filters that a page may use: the same object, unless the plan's salaries are not public. */
export const permittedFilters = (
  filters: Filters,
  { audience, onePayroll }: Pick<Narrowing, 'audience'> & Pick<Page, 'onePayroll'>,
): Filters =>
  audience === 'staff' || onePayroll || filters.salaryGroup === undefined
    ? filters
    : withFilter(filters, 'salaryGroup', []);

const name = (column: FilterColumn) => filterLooks[column].label.toLowerCase();
/** Why a column combines with none, for somebody who has not read docs/privacy.md. */
const goesAlone = (column: FilterColumn) =>
  `${filterLooks[column].label} goes with no other filter: together they would leave groups so small that they tell of single members.`;
const list = (columns: readonly FilterColumn[]) => columns.map(name).join(' and ');

/** Why the page cannot also be filtered by this column; null if it can. */
export function refusedFilter(column: FilterColumn, view: Narrowing, page: Page): string | null {
  const { breakdowns, members, onePayroll } = page;
  const chosen = filteredColumns(view.filters);
  if (view.audience === 'staff' || chosen.includes(column)) return null;
  if (column === 'salaryGroup' && !onePayroll) return SEVERAL_PAYROLLS;
  if (members !== null && members < LEAST_DIVIDED)
    return `Plans of fewer than ${LEAST_DIVIDED} members are published as a whole only.`;
  const alone = chosen.find(standsAlone);
  if (alone) return `${goesAlone(alone)} Remove it to filter by ${name(column)}.`;
  const by = breakdowns.find(standsAlone);
  if (by && by !== column)
    return `${goesAlone(by)} This page is by ${name(by)}: choose another dimension to filter by ${name(column)}.`;
  if (standsAlone(column)) {
    if (chosen.length === 0 && !view.engaged) return null;
    return `${goesAlone(column)} Remove ${chosen.length > 0 ? 'the other filters' : 'Engaged'} first.`;
  }
  if (mayAskBy({ ...view, filters: { ...view.filters, [column]: [] } }, breakdowns)) return null;
  return `At most three of gender, age group, salary group, address state and engaged go together${usedByCharts(breakdowns, chosen)}. Remove one to filter by ${name(column)}.`;
}

/** Why the page cannot also be narrowed to engaged members; null if it can. */
export function refusedEngaged(view: Narrowing, { breakdowns }: Pick<Page, 'breakdowns'>): string | null {
  if (view.engaged || mayAskBy({ ...view, engaged: true }, breakdowns)) return null;
  const chosen = filteredColumns(view.filters);
  const alone = chosen.find(standsAlone);
  if (alone) return `${goesAlone(alone)} Remove it to see engaged members only.`;
  const by = breakdowns.find(standsAlone);
  if (by) return `${goesAlone(by)} This page is by ${name(by)}: choose another dimension to see engaged members only.`;
  return `At most three of gender, age group, salary group, address state and engaged go together${usedByCharts(breakdowns, chosen)}. Remove a filter to see engaged members only.`;
}

const usedByCharts = (breakdowns: readonly FilterColumn[], chosen: readonly FilterColumn[]) => {
  const more = breakdowns.filter((column) => !chosen.includes(column));
  return more.length === 0 ? '' : `, and this page is by ${list(more)}`;
};

/** Says which filters have to be removed before a chart by these columns can be drawn; null if it can be drawn. */
export function refusedBreakdown(breakdowns: readonly FilterColumn[], view: Narrowing): string | null {
  if (mayAskBy(view, breakdowns)) return null;
  const others = filteredColumns(view.filters).filter((column) => !breakdowns.includes(column));
  const removable = [...others.map(name), ...(view.engaged && !others.some(standsAlone) ? ['engaged'] : [])];
  return `By ${list(breakdowns)} as well, this would use more than is published together. Remove ${removable.join(', ').replace(/, ([^,]*)$/, ' or $1')} to see it.`;
}
