import { assetTable } from '@superscope/contracts/read-models/dated-figures';
import type { DocumentView } from '@superscope/contracts/read-models/document-view';
import {
  assetPublicationsView,
  feePublicationsView,
  insuranceRatePublicationsView,
  occupationFactorPublicationsView,
  providerContactPublicationsView,
} from '@superscope/contracts/read-models/publications';
import type { ReadModel, ViewName } from '@superscope/contracts/read-models/read-models';
import type { Fields } from '@superscope/domain/fields';
import { innerId } from '@superscope/domain/outside-id';
import {
  assetFields,
  feeFields,
  insuranceRateFields,
  occupationFactorFields,
  providerContactFields,
  type PublishedEventType,
  publishedRow,
  type PublishedRow,
} from '@superscope/domain/published-table/published-rows';
import type { PublishedChunk } from '@superscope/domain/published-table/published-table';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, rowWrite, type Projection, type RowWrite } from '../runtime/writing/projection.js';

/** The typed publications of one table. Each event adds the part that it holds to its publication's document. */
const publicationsOf = <Of extends Fields>(
  type: PublishedEventType,
  view: DocumentView<ViewName, ReadModel>,
  fields: Of,
  rowsOf: (chunk: PublishedChunk, rows: readonly PublishedRow<Of>[], revision: number) => RowWrite[] = () => [],
): Projection => ({
  readModel: view.announces,
  handles: [type],
  project: (event) => {
    const chunk = event.data as PublishedChunk;
    const { ownerId, validFrom, importId, index, chunks } = chunk;
    const rows = chunk.rows.map((row) => publishedRow(fields, row));
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
  rows: readonly PublishedRow<typeof assetFields>[],
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

/** By the event that publishes a part of each. */
const publications: { readonly [Type in PublishedEventType]: Projection } = {
  AssetsPublished: publicationsOf('AssetsPublished', assetPublicationsView, assetFields, assetRows),
  FeesPublished: publicationsOf('FeesPublished', feePublicationsView, feeFields),
  InsuranceRatesPublished: publicationsOf(
    'InsuranceRatesPublished',
    insuranceRatePublicationsView,
    insuranceRateFields,
  ),
  OccupationFactorsPublished: publicationsOf(
    'OccupationFactorsPublished',
    occupationFactorPublicationsView,
    occupationFactorFields,
  ),
  ProviderContactsPublished: publicationsOf(
    'ProviderContactsPublished',
    providerContactPublicationsView,
    providerContactFields,
  ),
};

/** Investment options, as documents for growth percentages and exports, and as rows for queries about assets. */
export const assets: Projection = publications.AssetsPublished;
export const fees: Projection = publications.FeesPublished;
export const insuranceRates: Projection = publications.InsuranceRatesPublished;
export const occupationFactors: Projection = publications.OccupationFactorsPublished;
export const providerContacts: Projection = publications.ProviderContactsPublished;
