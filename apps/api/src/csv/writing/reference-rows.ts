import { publishedTables, type Publication, type StoredPublication } from '@superscope/contracts/publications';
import type { DocumentView } from '@superscope/contracts/read-models/document-view';
import {
  assetPublicationsView,
  coverRulePublicationsView,
  feePublicationsView,
  insuranceRatePublicationsView,
  occupationFactorPublicationsView,
  providerContactPublicationsView,
} from '@superscope/contracts/read-models/publications';
import { platformsView } from '@superscope/contracts/read-models/fund';
import type { Fields } from '@superscope/domain/fields';
import { platformOf } from '@superscope/domain/outside-id';
import {
  assetLine,
  coverRuleLine,
  feeLine,
  insuranceRateLine,
  occupationFactorLine,
  providerContactLine,
} from '@superscope/domain/published-table/published-rows';
import type { Views } from '../../platform/engines.module.js';
import { cellsOf, planWithin, type Exported, type ExportedRows } from './exported-rows.js';

/** Ids of plans have a dot, ids of platforms and providers have none. */
const isPlan = (ownerId: string) => ownerId.includes('.');

/** The rows of one owner and date. */
async function* linesOf(
  line: Fields,
  { ownerId, validFrom, rows }: Pick<Publication<object>, 'ownerId' | 'validFrom' | 'rows'>,
  platformId = isPlan(ownerId) ? platformOf(ownerId) : ownerId,
): ExportedRows {
  const cells = cellsOf(line);
  const ofTable = { platformId, planId: isPlan(ownerId) ? ownerId : null, dataDate: validFrom, validFrom };
  for (const row of rows) yield { platformId, values: cells({ ...row, ...ofTable }) };
}

type PublicationView = DocumentView<string, string, Omit<StoredPublication<object>, 'revision'>>;

const publishedIn = async (views: Views, view: PublicationView, ownerId: string | null) =>
  publishedTables<object>(
    await views
      .of(view)
      .find(ownerId === null ? {} : { ownerId })
      .toArray(),
  );

/** A file without a date has only the newest table of each owner. */
const newestOf = (tables: readonly Publication<object>[]) =>
  new Map(tables.map((table) => [table.ownerId, table])).values();

/** The investment options of one platform and date. */
export const rowsOfAssets = (table: Parameters<typeof linesOf>[1]) => linesOf(assetLine, table);

const ofPlatforms = (view: PublicationView, line: Fields): Exported =>
  async function* ({ views }, { platformId }) {
    for (const table of await publishedIn(views, view, platformId)) yield* linesOf(line, table);
  };

export const assetRows = ofPlatforms(assetPublicationsView, assetLine);
export const feeRows = ofPlatforms(feePublicationsView, feeLine);

const ofPlans = (view: PublicationView, line: Fields, said = (row: object): object => row): Exported =>
  async function* ({ views }, scope) {
    for (const table of await publishedIn(views, view, scope.planId))
      if (planWithin(scope, table.ownerId)) yield* linesOf(line, { ...table, rows: table.rows.map(said) });
  };

/** A table from before the column says by it what it is read as, so that its export gives the same rates again. */
export const insuranceRateRows = ofPlans(insuranceRatePublicationsView, insuranceRateLine, (row) => ({
  interpolated: true,
  ...row,
}));
export const coverRuleRows = ofPlans(coverRulePublicationsView, coverRuleLine);

export const occupationFactorRows: Exported = async function* ({ views }, scope) {
  for (const table of newestOf(await publishedIn(views, occupationFactorPublicationsView, scope.planId)))
    if (planWithin(scope, table.ownerId)) yield* linesOf(occupationFactorLine, table);
};

/** The contacts of all providers, or those of the provider of the chosen platform and of its plans in scope. */
export const providerContactRows: Exported = async function* ({ views }, scope) {
  const { platformId } = scope;
  const platform = platformId === null ? null : await views.of(platformsView).findOne({ _id: platformId });
  for (const table of newestOf(await publishedIn(views, providerContactPublicationsView, null))) {
    const { ownerId } = table;
    if (isPlan(ownerId)) {
      if (planWithin(scope, ownerId)) yield* linesOf(providerContactLine, table);
    } else if (platformId === null || ownerId === platform?.providerId) yield* linesOf(providerContactLine, table, '');
  }
};
