import type { Role } from '@superscope/domain/user/user.events';
import type { Change, ReadModel } from '@superscope/contracts/changes';
import { staffAudience } from '../platform/access/policy.js';

/**
 * What employers hear of: what their screens show and nothing that changes as soon as something happens to one person, because an employer
 * who knows that somebody has just spoken to the fund would learn from the moment alone. Their own figures change with editions.
 */
const forEmployers: ReadonlySet<ReadModel> = new Set([
  'platforms',
  'providers',
  'plans',
  'companies',
  'campaigns',
  'users',
  'figures',
  'editions',
  'news',
  'maintenance',
]);

/** The part of a change that a role may hear of; null where it may hear of nothing. */
export function visibleChange(role: Role, change: Change): Change | null {
  if (staffAudience.includes(role)) return change;
  const readModels = change.readModels.filter((model) => forEmployers.has(model));
  return readModels.length === 0 ? null : { ...change, readModels };
}
