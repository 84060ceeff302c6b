import { Controller, Module } from '@nestjs/common';
import { memberIdField } from '@superscope/contracts/member-events';
import { memberLooks, type MemberLooks } from '@superscope/contracts/member-overview';
import { usersView } from '@superscope/contracts/read-models/users';
import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { reachedMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import { clickhouseText, isoText } from '../platform/clickhouse/instant-text.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { parseInstant } from '../platform/time/sydney-instant.js';
import { looksStatements } from './activity-statements.js';

const memberLooksEndpoint = endpoint('GET /api/members/:memberId/looks', {
  summary:
    'Who had data of a member in the last twelve months, by the access log, the newest first. It is recorded, too',
  right: 'activity.read',
  params: { memberId: memberIdField },
  answers: { 200: memberLooks },
  problems: { 404: null },
});

const days = 365;
const mostPeople = 50;

const orNull = (text: string): string | null => (text === '' ? null : text);

@Controller()
class MemberLooksController {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(memberLooksEndpoint)
  async looks({ params, caller, request }: RequestOf<typeof memberLooksEndpoint>): Promise<MemberLooks> {
    const { memberId } = params;
    const { planId } = await reachedMember(this.views, caller, memberId);
    const to = sydneyDate(new Date());
    const from = addDays(to, -days);
    const asked = {
      from: beginningOf(from),
      to: beginningOf(addDays(to, 1)),
      users: [],
      member: memberId,
      action: null,
    };
    const { people, total } = looksStatements(asked, mostPeople);
    const [rows, [all]] = await Promise.all([this.rows(people), this.rows(total)]);
    const names = await this.names(rows.map(([userId]) => String(userId)));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'activity search',
      object: null,
      planId,
      members: [memberId],
      filter: { startDate: from, endDate: to },
      rows: rows.length,
      outcome: 'ok',
    });
    return {
      from,
      to,
      looks: Number(all![0]),
      users: Number(all![1]),
      people: rows.map(([user, role, at, times, actions]) => ({
        userId: orNull(String(user)),
        name: names.get(String(user)) ?? orNull(String(user)),
        role: orNull(String(role)),
        at: isoText(String(at)),
        times: Number(times),
        actions: (actions as string[]).map(nameOf).toSorted((a, b) => a.localeCompare(b, 'en-AU')),
      })),
    };
  }

  private async rows({ sql, params }: { sql: string; params: Record<string, unknown> }): Promise<unknown[][]> {
    const answer = await this.analytics.client.query({
      query: sql,
      query_params: params,
      format: 'JSONCompactEachRow',
    });
    return answer.json<unknown[]>();
  }

  private async names(ids: string[]): Promise<Map<string, string>> {
    const users = await this.views
      .of(usersView)
      .find({ _id: { $in: ids } }, { projection: { personal: 1 } })
      .toArray();
    return new Map(users.map(({ _id, personal }) => [_id, personal.name ?? personal.username]));
  }
}

/** An action of a later release has no name here. */
const nameOf = (action: string): string =>
  (accessActions[action as AccessAction] as { name: string } | undefined)?.name ?? action;

const beginningOf = (day: string): string => clickhouseText(parseInstant(day)!);

@Module({ controllers: [MemberLooksController] })
export class MemberLooksSlice {}
