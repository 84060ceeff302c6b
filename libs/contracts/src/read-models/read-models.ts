import type { AnalyticsTable } from './analytics-table.js';
import { analyticsTables, documentViews } from './declarations.js';

export { analyticsTables, documentViews };

/** The tables of a plan as it stood at a past moment. */
export const planTables = analyticsTables.filter(({ ofTheLog }: AnalyticsTable) => ofTheLog !== true);

export type ViewName = (typeof documentViews)[number]['collection'];
export type TableName = (typeof analyticsTables)[number]['table'];

/** The kinds of change that are announced to browsers. */
export type ReadModel = (typeof documentViews | typeof analyticsTables)[number]['announces'];

export const readModels: readonly ReadModel[] = [
  ...new Set([...documentViews, ...analyticsTables].map(({ announces }) => announces)),
];

/** The tables and collections of one kind of read model. Those derived from other kinds are rebuilt together with them. */
export const storedIn = (kind: ReadModel): { tables: TableName[]; views: ViewName[] } => ({
  tables: analyticsTables.filter(({ announces }) => announces === kind).map(({ table }) => table),
  views: documentViews.filter(({ announces }) => announces === kind).map(({ collection }) => collection),
});
