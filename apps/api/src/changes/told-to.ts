import type { Role } from '@superscope/domain/user/user.events';
import type { Change, ReadModel } from '@superscope/contracts/changes';
import { staffAudience } from '../platform/access/policy.js';

/**
 * What moves as soon as something happens to one member. Employers are not told: who knows that somebody just spoke to the fund would learn
 * from the moment alone. Their figures move with editions.
 */
const ofMembers: ReadonlySet<ReadModel> = new Set([
  'members',
  'memberEvents',
  'memberSnapshots',
  'contactRequests',
  'campaignEngagement',
]);

/** A change as a role may hear of it; null where nothing of it is left. */
export function toldTo(role: Role, change: Change): Change | null {
  if (staffAudience.includes(role)) return change;
  const readModels = change.readModels.filter((model) => !ofMembers.has(model));
  return readModels.length === 0 ? null : { ...change, readModels };
}
