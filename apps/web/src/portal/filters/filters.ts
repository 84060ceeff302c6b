import { filterValues } from '@superscope/contracts/analytics/group-values';
import type { DimensionName } from '@superscope/contracts/analytics/names';

/** What employers know of their members: figures can be narrowed to some values of each. */
export const filterColumns = ['gender', 'ageGroup', 'salaryGroup', 'addressState', 'company', 'category'] as const;
export type FilterColumn = (typeof filterColumns)[number];

/** The values chosen of each column; a column without any is not filtered by. */
export type Filters = Readonly<Partial<Record<FilterColumn, readonly string[]>>>;
export const noFilters: Filters = {};

export const filterLooks: Record<FilterColumn, { label: string; dimension: DimensionName }> = {
  gender: { label: 'Gender', dimension: 'Member.gender' },
  ageGroup: { label: 'Age group', dimension: 'Member.ageGroup' },
  salaryGroup: { label: 'Salary group', dimension: 'Member.salaryGroup' },
  addressState: { label: 'Address state', dimension: 'Member.addressState' },
  company: { label: 'Company', dimension: 'Member.companyId' },
  category: { label: 'Category', dimension: 'Member.categoryId' },
};

export interface FilterOption {
  value: string;
  label: string;
}
const named = (values: readonly string[]): FilterOption[] => values.map((value) => ({ value, label: value }));

const SALARIES: Record<string, string> = {
  '<$30k': 'Under $30k',
  $30k: '$30k to $65k',
  $65k: '$65k to $100k',
  $100k: '$100k to $150k',
  $150k: '$150k to $250k',
  '>$250k': 'Over $250k',
};

/** The values that every plan has; companies and categories are the plan's own. */
export const fixedOptions: Partial<Record<FilterColumn, readonly FilterOption[]>> = {
  gender: named(filterValues.gender),
  ageGroup: named(filterValues.ageGroup),
  salaryGroup: filterValues.salaryGroup.map((value) => ({ value, label: SALARIES[value] ?? value })),
  addressState: named(filterValues.addressState),
};

export const filteredColumns = (filters: Filters): FilterColumn[] =>
  filterColumns.filter((column) => filters[column] !== undefined);
export const isFiltered = (filters: Filters) => filteredColumns(filters).length > 0;

/** Not of the whole plan, so that employers read it as at quarter ends. */
export const isNarrowed = ({ engaged, filters }: { engaged: boolean; filters: Filters }) =>
  engaged || isFiltered(filters);

/** The same filters with others of one column; without any, the column is no longer filtered by. */
export function withFilter(filters: Filters, column: FilterColumn, values: readonly string[]): Filters {
  const { [column]: _, ...others } = filters;
  return values.length === 0 ? others : { ...others, [column]: values };
}

/** From parameters of an address. Values that no plan has are left out; those of one column stay in the order of its list. */
export function readFilters(params: URLSearchParams): Filters {
  let filters = noFilters;
  for (const column of filterColumns) {
    const given = [...new Set(params.getAll(column))].filter((value) => value !== '');
    const options = fixedOptions[column];
    const values = options ? options.map(({ value }) => value).filter((value) => given.includes(value)) : given;
    filters = withFilter(filters, column, values);
  }
  return filters;
}
