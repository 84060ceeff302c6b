import type { Role } from '@superscope/domain/user/user.events';
import type { Change, ReadModel } from '@superscope/contracts/changes';
import { staffAudience } from '../platform/access/policy.js';

/**
 * Read models that change as soon as something happens to one person. Employers do not hear of these changes: an employer who knows
 * that somebody has just spoken to the fund would learn from the moment alone. Their own figures change with editions.
 */
const ofMembers: ReadonlySet<ReadModel> = new Set([
  'members',
  'memberEvents',
  'memberSnapshots',
  'contactRequests',
  'campaignEngagement',
  // What one reader watches is nothing for the others of their plan.
  'watches',
  'signIns',
]);

/** The part of a change that a role may hear of; null where it may hear of nothing. */
export function visibleChange(role: Role, change: Change): Change | null {
  if (staffAudience.includes(role)) return change;
  const readModels = change.readModels.filter((model) => !ofMembers.has(model));
  return readModels.length === 0 ? null : { ...change, readModels };
}
