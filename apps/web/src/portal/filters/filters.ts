import { filterValues } from '@superscope/contracts/analytics/group-values';
import type { DimensionName } from '@superscope/contracts/analytics/names';

/** The columns that figures can be filtered by: what employers know about their members anyway. */
export const filterColumns = ['gender', 'ageGroup', 'salaryGroup', 'addressState', 'company', 'category'] as const;
export type FilterColumn = (typeof filterColumns)[number];

/** The chosen values of each column. A column that is missing is not filtered. */
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

/** Salary groups as every screen and file names them, by their stored names. */
export const salaryNames: Readonly<Record<string, string>> = {
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
  salaryGroup: filterValues.salaryGroup.map((value) => ({ value, label: salaryNames[value] ?? value })),
  addressState: named(filterValues.addressState),
};

export const filteredColumns = (filters: Filters): FilterColumn[] =>
  filterColumns.filter((column) => filters[column] !== undefined);
export const isFiltered = (filters: Filters) => filteredColumns(filters).length > 0;

/** True if a view does not cover the whole plan. Employers then get figures of quarter ends only. */
export const isNarrowed = ({ engaged, filters }: { engaged: boolean; filters: Filters }) =>
  engaged || isFiltered(filters);

/** The filters with new values of one column. Without values, the column is no longer filtered. */
export function withFilter(filters: Filters, column: FilterColumn, values: readonly string[]): Filters {
  const { [column]: _, ...others } = filters;
  return values.length === 0 ? others : { ...others, [column]: values };
}

/** Reads filters from the parameters of an address. Drops values that no plan has, and sorts values of fixed columns as in their list. */
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
