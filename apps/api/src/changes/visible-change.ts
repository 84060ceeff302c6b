import type { Role } from '@superscope/domain/user/user.events';
import type { Change, ReadModel } from '@superscope/contracts/changes';
import { staffAudience } from '../platform/access/policy.js';

/**
 * The changes that employers are notified of: those of their screens, but none that follows directly from one
 * person's event. An employer who knows that a member has just spoken to the fund would learn from the moment alone.
 * Employers' own figures change with editions.
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
