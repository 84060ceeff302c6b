import type { Access } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';

/** The access log's entry for a change to one member, apart from the action. The change itself is in the member's stream. */
export const memberChange = ({ userId, role }: Principal, memberId: string): Omit<Access, 'action'> => ({
  userId,
  role,
  object: null,
  planId: null,
  members: [memberId],
  rows: null,
  outcome: 'ok',
});
