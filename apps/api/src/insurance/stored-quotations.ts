import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { memberEventsView, type StoredQuotation } from '@superscope/contracts/read-models/member-events';
import { membersView } from '@superscope/contracts/read-models/members';
import { inScope, type Principal } from '../platform/access/principal.js';
import type { Views } from '../platform/engines.module.js';

export interface MemberQuotation {
  member: DocumentOf<typeof membersView>;
  quotation: StoredQuotation;
}

/** The quotations of members in reach, in plans in reach, newest first. Erased members have none left in the view. */
export async function quotationsInReach(views: Views, { scope }: Principal): Promise<MemberQuotation[]> {
  const documents = await views
    .of(memberEventsView)
    .find({ quotations: { $exists: true } }, { projection: { quotations: 1 } })
    .toArray();
  const found = await views
    .of(membersView)
    .find({ _id: { $in: documents.map(({ _id }) => _id) }, erased: { $ne: true } })
    .toArray();
  const reached = new Map(found.filter(({ planId }) => inScope(scope, planId)).map((member) => [member._id, member]));
  const all = documents.flatMap(({ _id, quotations = {} }) => {
    const member = reached.get(_id);
    if (member === undefined) return [];
    const inReach = Object.values(quotations).filter(({ planId }) => inScope(scope, planId));
    return inReach.map((quotation) => ({ member, quotation }));
  });
  return all.sort((a, b) => b.quotation.at.localeCompare(a.quotation.at));
}
