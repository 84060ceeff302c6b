import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { foundBy, foundByNothing, membersView } from '@superscope/contracts/read-models/members';
import { searchedOtherwise } from '@superscope/contracts/wanted-schema';
import type { Filter } from 'mongodb';
import type { Target } from '../runtime/writing/target.js';

const atOnce = 1_000;
/**
 * Computes what members are found by for documents of earlier releases, from the documents themselves. Returns how many there were. It
 * may be interrupted, repeated, and run in several projectors at once.
 */
export async function refreshMemberSearch(target: Target): Promise<number> {
  const members = target.of(membersView);
  for (let refreshed = 0; ;) {
    const batch = await members
      .find(searchedOtherwise as Filter<DocumentOf<typeof membersView>>)
      .limit(atOnce)
      .toArray();
    if (batch.length === 0) return refreshed;
    const updates = batch.map((member) => ({
      updateOne: {
        // An event that is applied meanwhile computes them itself.
        filter: { _id: member._id, revision: member.revision },
        update: { $set: member.erased ? foundByNothing : foundBy({ ...member, personal: member }) },
      },
    }));
    const { modifiedCount } = await members.bulkWrite(updates, { ordered: false });
    refreshed += modifiedCount;
  }
}
