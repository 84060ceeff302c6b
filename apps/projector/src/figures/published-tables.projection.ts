import { assetsView, assetTable, publishedBy, publishedView } from '@superscope/contracts/read-models/dated-figures';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import { innerId } from '@superscope/domain/outside-id';
import type { PublishedChunk, TableRow } from '@superscope/domain/published-table/published-table';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, rowWrite, type Projection } from '../runtime/writing/projection.js';

type PublishedAssets = PublishedChunk & Pick<FieldsOf<typeof assetsView>, 'rows'>;

type Cell = TableRow[string] | undefined;
const text = (cell: Cell): string => (typeof cell === 'string' ? cell : '');
const number = (cell: Cell): number | null => (typeof cell === 'number' ? cell : null);
const yesOrNo = (cell: Cell): 0 | 1 | null => (typeof cell === 'boolean' ? (cell ? 1 : 0) : null);

const imported = (row: TableRow) => ({
  asset_code: text(row['assetCode']),
  name: text(row['name']),
  description: text(row['description']),
  growth_percent: number(row['growthPercent']),
  is_lifecycle: yesOrNo(row['isLifecycle']),
  is_choice: yesOrNo(row['isChoice']),
  return_1yr: number(row['return1yr']),
  return_3yr: number(row['return3yr']),
  return_5yr: number(row['return5yr']),
});

/**
 * Investment options of a data date. Documents give the growth percentages for members whose snapshot has no growth exposure. Rows answer
 * queries about assets.
 */
export const assets: Projection = {
  readModel: assetsView.announces,
  handles: ['AssetsPublished'],
  project: (event) => {
    const { ownerId, validFrom, importId, index, chunks, rows } = event.data as PublishedAssets;
    const of = { platformId: ownerId, dataDate: validFrom, importId, index, chunks };
    const set = { ...of, rows: [...rows], recordedAt: recordedAt(event) };
    const ofChunk = {
      platform_id: ownerId,
      data_date: validFrom,
      import_id: importId,
      chunk_index: index,
      chunks,
      revision: Number(event.revision),
    };
    // One document for each chunk. Publications of the same date are kept beside each other, and the newest complete one counts.
    return {
      documents: [documentWrite(assetsView, innerId(ownerId, `${validFrom}.${importId}.${index}`), event, set)],
      rows: rows.map((row) => rowWrite(assetTable, { ...ofChunk, ...imported(row) })),
    };
  },
};

/** Fees, premium rates and occupation factors, stored in documents like assets. */
export const published: Projection = {
  readModel: publishedView.announces,
  handles: Object.keys(publishedBy),
  project: (event) => {
    const { ownerId, validFrom, importId, index, chunks, rows } = event.data as PublishedChunk;
    const table = publishedBy[event.type as keyof typeof publishedBy];
    const id = `${table} ${innerId(ownerId, `${validFrom}.${importId}.${index}`)}`;
    const of = { table, ownerId, validFrom, importId, index, chunks };
    const set = { ...of, rows: [...rows], recordedAt: recordedAt(event) };
    return { documents: [documentWrite(publishedView, id, event, set)] };
  },
};
