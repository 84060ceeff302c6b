import { innerId } from '@superscope/domain/outside-id';
import type { PublishedChunk } from '@superscope/domain/published-table/published-table';
import { allMonths, recordedAt, type Projection } from '../runtime/writing/projection.js';

/** Investment options: growth percentages of a data date, for members whose snapshot has no growth exposure of its own. */
export const assets: Projection = {
  readModel: 'figures',
  handles: ['AssetsPublished'],
  project: (event) => {
    const { ownerId, validFrom, importId, index, chunks, rows } = event.data as PublishedChunk;
    return {
      // One document a chunk, and each publication's beside those of the same date before it: the newest that is whole counts.
      documents: [
        {
          collection: 'assets',
          id: innerId(ownerId, `${validFrom}.${importId}.${index}`),
          revision: event.revision,
          set: {
            platformId: ownerId,
            dataDate: validFrom,
            importId,
            index,
            chunks,
            rows,
            recordedAt: recordedAt(event),
          },
        },
      ],
      // Months before its date, too: those before the first date use the first, and which that is may become another.
      dirty: [{ plans: { platformId: ownerId }, ...allMonths, memberId: null }],
    };
  },
};

const publishedAs: Record<string, string> = {
  FeesPublished: 'fees',
  InsuranceRatesPublished: 'insuranceRates',
  OccupationFactorsPublished: 'occupationFactors',
};

/** Fees, premium rates and occupation factors, in documents as assets are. */
export const published: Projection = {
  readModel: 'figures',
  handles: Object.keys(publishedAs),
  project: (event) => {
    const { ownerId, validFrom, importId, index, chunks, rows } = event.data as PublishedChunk;
    const table = publishedAs[event.type]!;
    return {
      documents: [
        {
          collection: 'published',
          id: `${table} ${innerId(ownerId, `${validFrom}.${importId}.${index}`)}`,
          revision: event.revision,
          set: { table, ownerId, validFrom, importId, index, chunks, rows, recordedAt: recordedAt(event) },
        },
      ],
    };
  },
};
