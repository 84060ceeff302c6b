import { foundBy, foundByNothing, membersView, searchVersion } from '@superscope/contracts/read-models/members';
import type { Target } from '../runtime/writing/target.js';

const atOnce = 1_000;
/** Null also matches documents without a version, which releases before the first version wrote. */
const earlierVersions = [null, ...Array.from({ length: searchVersion }, (_, version) => version)];

/**
 * Computes what members are found by for documents of earlier releases, from the documents themselves. Returns how many there were. It
 * may be interrupted, repeated, and run in several projectors at once.
 */
export async function refreshMemberSearch(target: Target): Promise<number> {
  const members = target.of(membersView);
  // Without a number, the document's first event was set aside, and it is not found in any case.
  const earlier = { searchVersion: { $in: earlierVersions as number[] }, memberNumber: { $exists: true } };
  for (let refreshed = 0; ;) {
    const batch = await members.find(earlier).limit(atOnce).toArray();
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
