import type { AnyBulkWriteOperation } from 'mongodb';
import { Long } from 'mongodb';
import { foldDocument } from './fold-document.js';
import type { DocumentWrite } from './projection.js';
import type { StoredView } from './target.js';

/** The database operation of a write. The write's revision keeps a late write from undoing a newer one. */
export const operationOf = (write: DocumentWrite): AnyBulkWriteOperation<StoredView> =>
  write.revision === 0n ? firstWrite(write) : laterWrite(write);

/** A stream's first event creates its document. If the document exists, this write is dropped like any late one. */
const firstWrite = (write: DocumentWrite): AnyBulkWriteOperation<StoredView> => ({
  insertOne: { document: { _id: write.id, ...foldDocument([write]), revision: Long.ZERO } as never },
});

const laterWrite = (write: DocumentWrite): AnyBulkWriteOperation<StoredView> => {
  const revision = Long.fromBigInt(write.revision);
  return {
    updateOne: {
      filter: { _id: write.id, revision: { $lt: revision } } as never,
      update: {
        $set: { ...write.set, revision } as never,
        ...(write.addToSet ? { $addToSet: write.addToSet } : {}),
      },
      upsert: true,
    },
  };
};
