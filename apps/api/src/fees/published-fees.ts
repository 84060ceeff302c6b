import { publishedTables, tablesInForce, type Publication } from '@superscope/contracts/publications';
import { platformsView } from '@superscope/contracts/read-models/fund';
import { assetPublicationsView, feePublicationsView } from '@superscope/contracts/read-models/publications';
import { feesInForceOn, type FeeRow } from '@superscope/domain/fees/fee-rows';
import type { assetFields, PublishedRow } from '@superscope/domain/published-table/published-rows';
import { platformOf } from '@superscope/domain/outside-id';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { Views } from '../platform/engines.module.js';

type AssetRow = PublishedRow<typeof assetFields>;

export interface PlatformFees {
  platformId: string;
  platformName: string;
  /** The table in force on the day; null if there is none. */
  table: Publication<FeeRow> | null;
  /** First day of the first table; null if there is none. */
  firstFrom: string | null;
  /** Every option that the platform ever published, as it was published last by the day. */
  assets: ReadonlyMap<string, AssetRow>;
  /** The day of the list that says so, by the option's code; that of an option of a later list only is after the day. */
  listedOn: ReadonlyMap<string, string>;
}

interface KnownAssets {
  assets: Map<string, AssetRow>;
  listedOn: Map<string, string>;
}

async function knownAssets(views: Views, platformId: string, day: string): Promise<KnownAssets> {
  const tables = publishedTables(await views.of(assetPublicationsView).find({ ownerId: platformId }).toArray());
  const later = tables.filter(({ validFrom }) => validFrom > day);
  const known = tables.filter(({ validFrom }) => validFrom <= day);
  const newestLast = [...later.toReversed(), ...known];
  return {
    assets: new Map(newestLast.flatMap(({ rows }) => rows.map((row) => [row.assetCode, row]))),
    listedOn: new Map(newestLast.flatMap(({ rows, validFrom }) => rows.map((row) => [row.assetCode, validFrom]))),
  };
}

/** Every option that a platform ever published, by code, as it was published last by a day; one of a later day only, as it will be first. */
export const assetsOf = async (views: Views, platformId: string, day: string): Promise<Map<string, AssetRow>> =>
  (await knownAssets(views, platformId, day)).assets;

/** The name of an option; its code, where its platform never published one. */
export const optionName = (assets: PlatformFees['assets'], code: string): string => assets.get(code)?.name ?? code;

/** The options of a platform that are in force on a day. */
export async function currentAssetsOf(views: Views, platformId: string, day: string): Promise<readonly AssetRow[]> {
  const stored = await views.of(assetPublicationsView).find({ ownerId: platformId }).toArray();
  return tablesInForce(stored, day).get(platformId)?.rows ?? [];
}

async function platformFees(views: Views, platformId: string, day: string): Promise<PlatformFees> {
  const [platform, stored, { assets, listedOn }] = await Promise.all([
    views.of(platformsView).findOne({ _id: platformId }),
    views.of(feePublicationsView).find({ ownerId: platformId }).toArray(),
    knownAssets(views, platformId, day),
  ]);
  if (platform === null) throw new RuleViolation('not-found', 'There is no such platform.');
  const tables = publishedTables(stored);
  return {
    platformId,
    platformName: platform.name ?? platformId,
    table: feesInForceOn(tables, day),
    firstFrom: tables[0]?.validFrom ?? null,
    assets,
    listedOn,
  };
}

/** The fees of platforms on a day, each read once however many of its investments stand side by side. */
export function platformFeesOn(views: Views, day: string): (platformId: string) => Promise<PlatformFees> {
  const read = new Map<string, Promise<PlatformFees>>();
  return (platformId) => {
    const known = read.get(platformId) ?? platformFees(views, platformId, day);
    read.set(platformId, known);
    return known;
  };
}

/** The code of an investment's id. Throws RuleViolation for one that its platform never published. */
export function assetCodeOf({ platformId, assets }: PlatformFees, assetId: string): string {
  const code = assetId.slice(platformId.length + 1);
  if (platformOf(assetId) !== platformId || !assets.has(code))
    throw new RuleViolation('not-found', 'There is no such investment.');
  return code;
}
