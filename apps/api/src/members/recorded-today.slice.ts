import { Controller, Injectable, Module } from '@nestjs/common';
import { recordedToday, type RecordedToday } from '@superscope/contracts/member-events';
import { memberEventRunView, memberEventsView } from '@superscope/contracts/read-models/member-events';
import { membersView } from '@superscope/contracts/read-models/members';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { namesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { isProcessed } from '@superscope/domain/member/recorded-events';
import { recordableTypes } from '@superscope/domain/member/member.events';
import { clickhouseText, isoText } from '../platform/clickhouse/instant-text.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { parseInstant } from '../platform/time/sydney-instant.js';
import { optionOf } from './find-members.slice.js';

/** More events of one person on one day than anybody records by hand. */
const most = 2_000;

const recordedTodayEndpoint = endpoint('GET /api/members/events/today', {
  summary: 'The member events that the caller recorded since midnight in Sydney, newest first, also withdrawn ones',
  right: 'member-events.write',
  readsHistory: true,
  answers: { 200: recordedToday },
});

@Injectable()
class EventsRecordedToday {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
  ) {}

  /** `today` is yyyy-MM-dd in Sydney. */
  async by({ userId, scope }: Principal, today: string): Promise<RecordedToday> {
    const from = clickhouseText(parseInstant(today)!);
    const rows = await this.rows<{ memberId: string; revision: number }>(
      `SELECT toString(member_id) AS memberId, revision FROM recorded_event
WHERE actor = {userId:String} AND event_type IN {types:Array(String)}
  AND recorded_at >= {from:DateTime64(3, 'UTC')}
GROUP BY memberId, revision ORDER BY max(recorded_at) DESC LIMIT ${most}`,
      { userId, from, types: [...recordableTypes] },
    );
    const memberIds = [...new Set(rows.map(({ memberId }) => memberId))];
    const ofMembers = { _id: { $in: memberIds } };
    const [withdrawals, members, documents, run] = await Promise.all([
      this.withdrawals(memberIds, from),
      this.views.of(membersView).find(ofMembers).toArray(),
      this.views.of(memberEventsView).find(ofMembers).toArray(),
      this.views.of(memberEventRunView).findOne({ _id: 'newest' }),
    ]);
    const memberOf = new Map(members.filter(({ planId }) => inScope(scope, planId)).map((one) => [one._id, one]));
    const eventsOf = new Map(documents.map(({ _id, events }) => [_id, events ?? {}]));
    const found = rows.flatMap(({ memberId, revision }) => {
      const member = memberOf.get(memberId);
      const entry = eventsOf.get(memberId)?.[`e${revision}`];
      // A row of a file has been imported, and not recorded by hand.
      if (member === undefined || entry?.recorded == null) return [];
      const { recorded, eventType, effectiveDate, valid, outcome, amountCents, fundName, notes } = entry;
      const { id, surname, givenName, memberNumber, birthDate, login } = optionOf(member, null);
      return [
        {
          id: recorded.eventId,
          member: { id, surname, givenName, memberNumber, birthDate, login },
          eventType,
          effectiveDate,
          at: recorded.at,
          processed: isProcessed(recorded.at, run?.recordedBefore ?? null),
          withdrawnAt: withdrawals.get(recorded.eventId) ?? null,
          valid,
          outcome,
          amount: amountCents === null ? null : amountCents / 100,
          fundName,
          notes,
        },
      ];
    });
    return { today, events: found.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)) };
  }

  /** When events of these members were withdrawn (instant, UTC), by the event's id. */
  private async withdrawals(members: string[], from: string): Promise<Map<string, string>> {
    if (members.length === 0) return new Map();
    const rows = await this.rows<{ eventId: string; at: string }>(
      `SELECT event_id AS eventId, toString(min(recorded_at)) AS at FROM member_event
WHERE member_id IN {members:Array(UUID)} AND event_type = '${namesOf(memberStream).MemberEventWithdrawn}'
  AND recorded_at >= {from:DateTime64(3, 'UTC')} GROUP BY event_id`,
      { members, from },
    );
    return new Map(rows.map(({ eventId, at }) => [eventId, isoText(at)]));
  }

  private async rows<Row>(query: string, params: Record<string, unknown>): Promise<Row[]> {
    const answer = await this.analytics.client.query({ query, query_params: params, format: 'JSONEachRow' });
    return answer.json<Row>();
  }
}

@Controller()
class RecordedTodayController {
  constructor(
    private readonly events: EventsRecordedToday,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(recordedTodayEndpoint)
  async today({ caller, request }: RequestOf<typeof recordedTodayEndpoint>): Promise<RecordedToday> {
    const answer = await this.events.by(caller, sydneyDate(new Date()));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'member search',
      object: 'own member events of today',
      planId: null,
      members: [...new Set(answer.events.map(({ member }) => member.id))],
      rows: answer.events.length,
      outcome: 'ok',
    });
    return answer;
  }
}

@Module({ controllers: [RecordedTodayController], providers: [EventsRecordedToday] })
export class RecordedTodaySlice {}
