import { createHash } from 'node:crypto';
import type { AsOfSum } from '@superscope/contracts/as-of-views';
import { columnsOf, type AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { closingsView } from '@superscope/contracts/read-models/editions';
import { figuresView } from '@superscope/contracts/read-models/dated-figures';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { assetPublicationsView } from '@superscope/contracts/read-models/publications';
import { calendarView } from '@superscope/contracts/read-models/plan-months';
import { planTables, type TableName, type ViewName } from '@superscope/contracts/read-models/read-models';
import type { ModelDigest } from '@superscope/domain/plan-digests/plan-digests';
import { collectionDigest, countedRows, isContent, tableDigest } from '../rebuild/digest.js';
import { isoInstant } from '../runtime/writing/instants.js';
import type { StoredView, Target } from '../runtime/writing/target.js';
import { changes } from './plan-streams.js';

/** A table or collection, with its name in digests. */
export type Model = { table: AnalyticsTable<TableName> } | { view: ViewName };

/** All read models of a plan's set. */
export const setModels: readonly Model[] = [
  ...planTables.map((table) => ({ table: table as AnalyticsTable<TableName> })),
  ...[
    plansView,
    companiesView,
    campaignsView,
    platformsView,
    providersView,
    figuresView,
    assetPublicationsView,
    calendarView,
    closingsView,
  ].map(({ collection }) => ({ view: collection })),
];

const readBySomebody: readonly string[] = [
  'member_snapshot',
  'member_exit',
  'contact_request',
  'campaign',
  'member_edition',
  'exit_edition',
  'asset_edition',
  'plan_month',
  'member_category',
  'plans',
  'companies',
  'campaigns',
];

const nameOf = (model: Model): string => ('table' in model ? model.table.table : model.view);

/** The models that employers and staff read about the plan itself. Their live rows can be selected by plan. */
export const shownModels: readonly Model[] = setModels.filter((model) => readBySomebody.includes(nameOf(model)));

/** Tables with chunks of imports. Chunks of an import without a recorded completion are stored, but do not count. */
const completed: Partial<Record<TableName, 'snapshots' | 'assets'>> = {
  snapshot_raw: 'snapshots',
  assets_owned_raw: 'assets',
};

/** The FROM clause for the plan's rows of a table that count. Its parameter `plan` is the plan's id. */
export function rowsOfPlan(tableOf: (name: TableName) => string, table: AnalyticsTable<TableName>): string {
  const also: string[] = [];
  // All events of the plan's streams count, whichever plan each event names.
  if ('plan_id' in table.columns && table.table !== 'stream_event') also.push('plan_id = {plan:String}');
  const content = completed[table.table];
  if (content !== undefined)
    also.push(
      `(month, import_id) IN (SELECT month, import_id FROM ${tableOf('plan_month_import')} WHERE content = '${content}' AND step = 'completed')`,
    );
  return countedRows(tableOf, table.table, also);
}

/** Filter for the plan's documents of a collection. In other collections all documents count, because a set holds one plan. */
export function documentsOfPlan(view: ViewName, planId: string): object {
  if (view === plansView.collection) return { _id: planId };
  if (view === companiesView.collection || view === campaignsView.collection) return { planId };
  return {};
}

/** Columns of a table that count. Positions do not, because a restored log has the same events at other positions. */
export const contentOf = (table: AnalyticsTable): string[] =>
  columnsOf(table).filter((column) => isContent(column) && column !== 'position');

/** Digests of some models of a plan, in order. `onModel` is called before each, with the number of digests made so far. */
export async function modelDigests(
  set: Target,
  planId: string,
  models: readonly Model[],
  onModel: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<ModelDigest[]> {
  const digests: ModelDigest[] = [];
  for (const [i, model] of models.entries()) {
    await onModel(i);
    const found =
      'table' in model
        ? await tableDigest(
            set.clickhouse,
            rowsOfPlan((name) => set.table(name), model.table),
            contentOf(model.table),
            { plan: planId },
          )
        : await collectionDigest<StoredView>(set.view(model.view), documentsOfPlan(model.view, planId));
    digests.push({ model: nameOf(model), ...found });
  }
  return digests;
}

/** One digest of several, independent of their order. */
export const digestOfAll = (models: readonly ModelDigest[]): string =>
  createHash('sha256')
    .update(
      models
        .map(({ model, rows, digest }) => `${model} ${rows} ${digest}\n`)
        .toSorted()
        .join(''),
    )
    .digest('hex');

/** Position, number of events and digests of a set of one plan. */
export async function setDigest(
  set: Target,
  planId: string,
  onModel?: (done: number) => Promise<void>,
): Promise<AsOfSum> {
  const models = await modelDigests(set, planId, setModels, onModel);
  const events = `${set.table('stream_event')} FINAL`;
  const answer = await set.clickhouse.query({
    query: `SELECT count() AS events, toString(max(position)) AS newest, countIf(${changes}) AS changed,
  toString(maxIf(recorded_at, ${changes})) AS at,
  (SELECT count() FROM ${events} WHERE recorded_at <= (SELECT maxIf(recorded_at, ${changes}) FROM ${events})) AS by_change
FROM ${events}`,
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{
    events: number;
    newest: string;
    changed: number;
    at: string;
    by_change: number;
  }>();
  const changedAt = Number(found!.changed) === 0 ? null : isoInstant(found!.at);
  return {
    position: found!.newest,
    changedAt,
    events: Number(found!.events),
    eventsByChange: Number(found!.by_change),
    digest: digestOfAll(models),
    models,
  };
}
