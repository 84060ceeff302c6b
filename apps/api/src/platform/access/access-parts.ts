import type { Access } from './access-log.js';

/** The most member ids of one entry, so that its event stays far below the maximum size. */
const membersPerEntry = 500;

/** The entries of an access to any number of members: one, or several that say in `filter` which part each is. */
export function inParts(access: Omit<Access, 'members'>, members: readonly string[]): Access[] {
  const parts = Math.max(1, Math.ceil(members.length / membersPerEntry));
  return Array.from({ length: parts }, (_, part) => ({
    ...access,
    ...(parts > 1 ? { filter: { ...access.filter, part: `${part + 1} of ${parts}` } } : {}),
    members: members.slice(part * membersPerEntry, (part + 1) * membersPerEntry),
  }));
}
