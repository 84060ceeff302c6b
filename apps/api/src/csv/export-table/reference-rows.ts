import { newestWhole, type PublicationChunk } from '@superscope/contracts/publication-chunks';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { assetsView, publishedView } from '@superscope/contracts/read-models/dated-figures';
import { groupBy } from '@superscope/domain/group-by';
import { outsideId, platformOf } from '@superscope/domain/outside-id';
import type { Views } from '../../platform/engines.module.js';
import type { CellValue } from '../reading/csv-cell.js';
import type { ExportedRows, ExportScope } from './exported-rows.js';
import { planWithin } from './fund-rows.js';

type Values = Record<string, CellValue>;
type Chunk = Pick<DocumentOf<typeof publishedView>, 'ownerId' | 'validFrom' | 'rows' | keyof PublicationChunk>;

/** The published rows of each owner and date, by owner and then date, in the order of their file. */
function* publications(chunks: readonly Chunk[]): Generator<{ ownerId: string; validFrom: string; rows: Values[] }> {
  const byTable = groupBy(chunks, ({ ownerId, validFrom }) => `${ownerId} ${validFrom}`);
  for (const key of [...byTable.keys()].sort()) {
    const { ownerId, validFrom } = byTable.get(key)![0]!;
    const whole = newestWhole(byTable.get(key)!);
    if (whole.length > 0) yield { ownerId, validFrom, rows: whole.flatMap(({ rows }) => rows) };
  }
}

const cents = (dollars: CellValue | undefined): CellValue =>
  typeof dollars === 'number' ? Math.round(dollars * 100) : null;

export async function* assetRows(views: Views, { platformId, planId }: ExportScope): ExportedRows {
  const owner = planId === null ? platformId : platformOf(planId);
  const found = await views
    .of(assetsView)
    .find(owner === null ? {} : { platformId: owner })
    .toArray();
  const chunks = found.map((d) => ({ ...d, ownerId: d.platformId, validFrom: d.dataDate }));
  for (const { ownerId, validFrom, rows } of publications(chunks))
    for (const row of rows) yield { platformId: ownerId, values: { ...row, platformId: ownerId, dataDate: validFrom } };
}

export async function* feeRows(views: Views, { platformId, planId }: ExportScope): ExportedRows {
  const owner = planId === null ? platformId : platformOf(planId);
  const filter = { table: 'fees' as const, ...(owner === null ? {} : { ownerId: owner }) };
  const chunks = await views.of(publishedView).find(filter).toArray();
  for (const { ownerId, validFrom, rows } of publications(chunks))
    for (const { minDollars, maxDollars, tierFrom, tierTo, ...row } of rows) {
      const limits = { minDollars: cents(minDollars), maxDollars: cents(maxDollars) };
      const tiers = { tierFrom: cents(tierFrom), tierTo: cents(tierTo) };
      yield { platformId: ownerId, values: { ...row, ...limits, ...tiers, platformId: ownerId, validFrom } };
    }
}

/** Premium rates or occupation factors. Factors have no date column, so only the newest ones are exported. */
export async function* planTableRows(
  views: Views,
  table: 'insuranceRates' | 'occupationFactors',
  scope: ExportScope,
): ExportedRows {
  const filter = { table, ...(scope.planId === null ? {} : { ownerId: scope.planId }) };
  const chunks = await views.of(publishedView).find(filter).toArray();
  const within = [...publications(chunks)].filter(({ ownerId }) => planWithin(scope, ownerId));
  for (const [at, { ownerId, validFrom, rows }] of within.entries()) {
    if (table === 'occupationFactors' && within[at + 1]?.ownerId === ownerId) continue;
    for (const row of rows)
      yield { platformId: platformOf(ownerId), values: { ...row, planId: outsideId(ownerId), validFrom } };
  }
}
