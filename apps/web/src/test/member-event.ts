import type { MemberEvent } from '@superscope/contracts/member-events';

/** An entry of a timeline of which only what happened is known. */
export const memberEvent = (id: string, eventType: string, more: Partial<MemberEvent> = {}): MemberEvent => ({
  id,
  eventType,
  at: '2026-11-20T23:42:00.000Z',
  hasTime: true,
  processed: true,
  consultant: null,
  valid: null,
  outcome: null,
  amount: null,
  fundName: null,
  notes: null,
  reason: null,
  status: null,
  ...more,
});
