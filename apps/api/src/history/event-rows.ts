import { noMember } from '@superscope/contracts/read-models/event-history';
import type { HistoryEvent } from '@superscope/contracts/event-history';
import { isoText } from '../platform/clickhouse/instant-text.js';

/** Positions are text, because a JavaScript number cannot hold 64 bits. */
export const eventColumns = `toString(position) AS commit, toString(prepare) AS prepared, toString(recorded_at) AS at,
  toString(category) AS category, stream, revision, toString(event_type) AS type, toString(event_id) AS eventId,
  toString(plan_id) AS planId, toString(member_id) AS memberId, toString(actor) AS actor, toString(role) AS role,
  correlation_id AS correlationId, causation_id AS causationId, command_id AS commandId, size AS bytes,
  toString(read_models) AS readModels, toString(stale_of) AS staleOf, toString(stale_from) AS staleFrom, toString(stale_to) AS staleTo`;

export interface EventRow extends Pick<
  HistoryEvent,
  'at' | 'category' | 'stream' | 'type' | 'eventId' | 'actor' | 'role' | 'correlationId' | 'commandId'
> {
  commit: string;
  prepared: string;
  revision: number;
  bytes: number;
  planId: string;
  memberId: string;
  causationId: string;
  readModels: string;
  staleOf: '' | NonNullable<HistoryEvent['stale']>['of'];
  staleFrom: string;
  staleTo: string;
}

export const historyEventOf = ({ commit, prepared, staleOf, staleFrom, staleTo, ...row }: EventRow): HistoryEvent => ({
  ...row,
  place: `${commit}-${prepared}`,
  at: isoText(row.at),
  planId: row.planId || null,
  memberId: row.memberId === noMember ? null : row.memberId,
  causationId: row.causationId || null,
  readModels: row.readModels === '' ? [] : row.readModels.split(','),
  stale: staleOf === '' ? null : { of: staleOf, from: staleFrom, to: staleTo },
});
