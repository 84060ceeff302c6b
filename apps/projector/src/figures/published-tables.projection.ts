import { assetsView, publishedBy, publishedView } from '@superscope/contracts/read-models/figures';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import { innerId } from '@superscope/domain/outside-id';
import type { PublishedChunk } from '@superscope/domain/published-table/published-table';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, type Projection } from '../runtime/writing/projection.js';

type PublishedAssets = PublishedChunk & Pick<FieldsOf<typeof assetsView>, 'rows'>;

/** Investment options: growth percentages of a data date, for members whose snapshot has no growth exposure of its own. */
export const assets: Projection = {
  readModel: assetsView.announces,
  handles: ['AssetsPublished'],
  project: (event) => {
    const { ownerId, validFrom, importId, index, chunks, rows } = event.data as PublishedAssets;
    const of = { platformId: ownerId, dataDate: validFrom, importId, index, chunks };
    const set = { ...of, rows: [...rows], recordedAt: recordedAt(event) };
    // One document a chunk, and each publication's beside those of the same date before it: the newest that is whole counts.
    return {
      documents: [documentWrite(assetsView, innerId(ownerId, `${validFrom}.${importId}.${index}`), event, set)],
    };
  },
};

/** Fees, premium rates and occupation factors, in documents as assets are. */
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
