import type { Role } from '@superscope/domain/user/user.events';
import type { Change, ReadModel } from '@superscope/contracts/changes';
import { staffAudience } from '../platform/access/policy.js';

/**
 * The read models of whose changes employers are notified: those of their screens, but none that follows directly from one person's event.
 * An employer who knows that a member has just spoken to the fund would learn something from the moment alone. Employers' own figures
 * change with editions.
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

/**
 * The part of a change that a role may hear of; null if there is none. A change that also concerns something hidden names no command: those
 * of members' events are among them, and their number would tell how many there were.
 */
export function visibleChange(role: Role, change: Change): Change | null {
  if (staffAudience.includes(role)) return change;
  const readModels = change.readModels.filter((model) => forEmployers.has(model));
  if (readModels.length === change.readModels.length) return change;
  return readModels.length === 0 ? null : { ...change, readModels, correlationIds: [] };
}
