import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { membersView } from '@superscope/contracts/read-models/members';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { inScope, type Principal } from '../platform/access/principal.js';
import type { Views } from '../platform/engines.module.js';

const noSuchMember = () => new RuleViolation('not-found', 'There is no such member.');

/** Throws RuleViolation for a member of a plan outside the caller's scope. The response is the same whether or not the member exists. */
export function requireMemberOf(principal: Principal, planId: string | undefined): void {
  if (planId === undefined || !inScope(principal.scope, planId)) throw noSuchMember();
}

/** The document of a member in the caller's scope, erased or not. Throws RuleViolation if there is none. */
export async function reachedMember(
  views: Views,
  principal: Principal,
  memberId: string,
): Promise<DocumentOf<typeof membersView>> {
  const member = await views.of(membersView).findOne({ _id: memberId });
  requireMemberOf(principal, member?.planId);
  return member!;
}

/** The document of a member in the caller's scope. Throws RuleViolation if there is none, or if the member was erased. */
export async function standingMember(...of: Parameters<typeof reachedMember>): Promise<DocumentOf<typeof membersView>> {
  const member = await reachedMember(...of);
  if (member.erased) throw new RuleViolation('conflict', 'This member was erased.');
  return member;
}
