import { publishedTables, type Publication } from '@superscope/contracts/publications';
import {
  assetPublicationsView,
  feePublicationsView,
  insuranceRatePublicationsView,
  occupationFactorPublicationsView,
  providerContactPublicationsView,
} from '@superscope/contracts/read-models/publications';
import { platformsView } from '@superscope/contracts/read-models/fund';
import { columnOf, type Field, type Fields } from '@superscope/domain/fields';
import { outsideId, platformOf } from '@superscope/domain/outside-id';
import {
  assetFields,
  feeFields,
  insuranceRateFields,
  occupationFactorFields,
  providerContactFields,
  type PublishedRow,
} from '@superscope/domain/published-table/published-rows';
import type { Views } from '../../platform/engines.module.js';
import type { CellValue } from '../../platform/csv/csv-cell.js';
import type { ExportedRows, ExportScope } from './exported-rows.js';
import { planWithin } from './fund-rows.js';

type AssetTable = Pick<Publication<PublishedRow<typeof assetFields>>, 'ownerId' | 'validFrom' | 'rows'>;

/** A row by the file's columns. */
const cellsOf = <Of extends Fields>(fields: Of, row: PublishedRow<Of>): Record<string, CellValue> =>
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, field]) => [columnOf(name, field), row[name as keyof Of] as CellValue]),
  );

/** The platforms or plans whose tables are in scope. */
const ofPlatform = ({ platformId, planId }: ExportScope) => {
  const owner = planId === null ? platformId : platformOf(planId);
  return owner === null ? {} : { ownerId: owner };
};
const ofPlan = ({ planId }: ExportScope) => (planId === null ? {} : { ownerId: planId });

export async function* assetRows(views: Views, scope: ExportScope): ExportedRows {
  const stored = await views.of(assetPublicationsView).find(ofPlatform(scope)).toArray();
  for (const table of publishedTables(stored)) yield* rowsOfAssets(table);
}

/** The investment options of one platform and date. */
export async function* rowsOfAssets({ ownerId, validFrom, rows }: AssetTable): ExportedRows {
  for (const row of rows)
    yield {
      platformId: ownerId,
      values: { ...cellsOf(assetFields, row), platformId: ownerId, dataDate: validFrom },
    };
}

export async function* feeRows(views: Views, scope: ExportScope): ExportedRows {
  const stored = await views.of(feePublicationsView).find(ofPlatform(scope)).toArray();
  for (const { ownerId, validFrom, rows } of publishedTables(stored))
    for (const row of rows)
      yield { platformId: ownerId, values: { ...cellsOf(feeFields, row), platformId: ownerId, validFrom } };
}

export async function* insuranceRateRows(views: Views, scope: ExportScope): ExportedRows {
  const stored = await views.of(insuranceRatePublicationsView).find(ofPlan(scope)).toArray();
  for (const { ownerId, validFrom, rows } of publishedTables(stored))
    if (planWithin(scope, ownerId))
      for (const row of rows)
        yield {
          platformId: platformOf(ownerId),
          values: { ...cellsOf(insuranceRateFields, row), planId: outsideId(ownerId), validFrom },
        };
}

/** The file has no date, so only the newest factors of each plan are exported. */
export async function* occupationFactorRows(views: Views, scope: ExportScope): ExportedRows {
  const stored = await views.of(occupationFactorPublicationsView).find(ofPlan(scope)).toArray();
  const newest = new Map(publishedTables(stored).map((table) => [table.ownerId, table]));
  for (const { ownerId, rows } of newest.values())
    if (planWithin(scope, ownerId))
      for (const row of rows)
        yield {
          platformId: platformOf(ownerId),
          values: { ...cellsOf(occupationFactorFields, row), planId: outsideId(ownerId) },
        };
}

/** The contacts of all providers, or those of the provider of the chosen platform and of its plans in scope. */
export async function* providerContactRows(views: Views, scope: ExportScope): ExportedRows {
  const { platformId } = scope;
  const platform = platformId === null ? null : await views.of(platformsView).findOne({ _id: platformId });
  // Ids of plans have a dot, ids of providers have none.
  const isShared = (ownerId: string) => !ownerId.includes('.');
  const stored = await views.of(providerContactPublicationsView).find({}).toArray();
  const newest = new Map(publishedTables(stored).map((table) => [table.ownerId, table]));
  for (const { ownerId, rows } of newest.values()) {
    const isShownOf = platformId === null || ownerId === platform?.providerId;
    if (isShared(ownerId) ? !isShownOf : !planWithin(scope, ownerId)) continue;
    for (const row of rows)
      yield {
        platformId: isShared(ownerId) ? '' : platformOf(ownerId),
        values: {
          ...cellsOf(providerContactFields, row),
          planId: isShared(ownerId) ? null : outsideId(ownerId),
        },
      };
  }
}
