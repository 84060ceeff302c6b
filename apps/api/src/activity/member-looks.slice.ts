import { Controller, Module } from '@nestjs/common';
import { memberIdField } from '@superscope/contracts/member-events';
import { memberLooks, type MemberLooks } from '@superscope/contracts/member-overview';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { consultantNames } from '../members/consultant-names.js';
import { reachedMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import { isoText } from '../platform/clickhouse/instant-text.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { actionName } from './action-name.js';
import { beginningOf, looksStatements } from './activity-statements.js';

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
    const { people, total, newest } = looksStatements(asked, mostPeople);
    const [rows, [all], [last]] = await Promise.all([this.rows(people), this.rows(total), this.rows(newest)]);
    const names = await consultantNames(
      this.views,
      rows.map(([userId]) => ({ consultant: orNull(String(userId)) })),
    );
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
      readUpTo: Number(last![1]) === 0 ? null : isoText(String(last![0])),
      looks: Number(all![0]),
      users: Number(all![1]),
      people: rows.map(([user, role, at, times, actions]) => ({
        userId: orNull(String(user)),
        name: names(orNull(String(user))),
        role: orNull(String(role)),
        at: isoText(String(at)),
        times: Number(times),
        actions: (actions as string[]).map(actionName).toSorted((a, b) => a.localeCompare(b, 'en-AU')),
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
}

@Module({ controllers: [MemberLooksController] })
export class MemberLooksSlice {}
