import { assetTable } from '@superscope/contracts/read-models/dated-figures';
import type { DocumentView } from '@superscope/contracts/read-models/document-view';
import {
  assetPublicationsView,
  coverRulePublicationsView,
  feePublicationsView,
  insuranceRatePublicationsView,
  occupationFactorPublicationsView,
  providerContactPublicationsView,
} from '@superscope/contracts/read-models/publications';
import type { ReadModel, ViewName } from '@superscope/contracts/read-models/read-models';
import { innerId } from '@superscope/domain/outside-id';
import {
  type PublishedEventType,
  publishedRow,
  publishedRowFields,
  type PublishedRow,
} from '@superscope/domain/published-table/published-rows';
import type { PublishedChunk } from '@superscope/domain/published-table/published-table';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, rowWrite, type Projection, type RowWrite } from '../runtime/writing/projection.js';

type RowOf<Type extends PublishedEventType> = PublishedRow<(typeof publishedRowFields)[Type]>;

/** The typed publications of one table. Each event adds the part that it holds to its publication's document. */
const publicationsOf = <Type extends PublishedEventType>(
  type: Type,
  view: DocumentView<ViewName, ReadModel>,
  rowsOf: (chunk: PublishedChunk, rows: readonly RowOf<Type>[], revision: number) => RowWrite[] = () => [],
): Projection => ({
  readModel: view.announces,
  handles: [type],
  project: (event) => {
    const chunk = event.data as PublishedChunk;
    const { ownerId, validFrom, importId, index, chunks } = chunk;
    const rows = chunk.rows.map((row) => publishedRow(publishedRowFields[type], row));
    const set = { ownerId, validFrom, importId, chunks, recordedAt: recordedAt(event), [`parts.${index}`]: rows };
    return {
      documents: [documentWrite(view, innerId(ownerId, `${validFrom}.${importId}`), event, set)],
      rows: rowsOf(chunk, rows, Number(event.revision)),
    };
  },
});

const yesOrNo = (value: boolean | null): 0 | 1 | null => (value === null ? null : value ? 1 : 0);
const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

const assetRows = (
  { ownerId, validFrom, importId, index, chunks }: PublishedChunk,
  rows: readonly RowOf<'AssetsPublished'>[],
  revision: number,
): RowWrite[] => {
  const ofChunk = {
    platform_id: ownerId,
    data_date: validFrom,
    import_id: importId,
    chunk_index: index,
    chunks,
    revision,
  };
  return rows.map((row) =>
    rowWrite(assetTable, {
      ...ofChunk,
      asset_code: row.assetCode,
      name: row.name,
      description: row.description ?? '',
      growth_percent: number(row.growthPercent),
      is_lifecycle: yesOrNo(row.isLifecycle),
      is_choice: yesOrNo(row.isChoice),
      return_1yr: number(row.return1yr),
      return_3yr: number(row.return3yr),
      return_5yr: number(row.return5yr),
    }),
  );
};

/** Investment options, as documents for growth percentages and exports, and as rows for queries about assets. */
export const assets: Projection = publicationsOf('AssetsPublished', assetPublicationsView, assetRows);
export const fees: Projection = publicationsOf('FeesPublished', feePublicationsView);
export const insuranceRates: Projection = publicationsOf('InsuranceRatesPublished', insuranceRatePublicationsView);
export const occupationFactors: Projection = publicationsOf(
  'OccupationFactorsPublished',
  occupationFactorPublicationsView,
);
export const coverRules: Projection = publicationsOf('CoverRulesPublished', coverRulePublicationsView);
export const providerContacts: Projection = publicationsOf(
  'ProviderContactsPublished',
  providerContactPublicationsView,
);
