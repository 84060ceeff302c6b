import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { activity, activityPageSize, activityQuery, type Activity } from '@superscope/contracts/onecentral-activity';
import { addDays, monthOf, monthStart, sydneyDate } from '@superscope/domain/calendar-dates';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { clickhouseText } from '../../analytics/instant-text.js';
import { MemberOptionOf } from '../../members/find-members/find-members.query.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { parseInstant } from '../../platform/time/sydney-instant.js';
import { ActivitySessions } from './activity.query.js';

export const activityEndpoint = endpoint('GET /api/onecentral/access', {
  summary: 'The access log between two days, by session, the newest first; a search by member is recorded, too',
  right: 'activity.read',
  query: activityQuery,
  answers: { 200: activity },
});

@Controller()
export class ActivityController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(activityEndpoint)
  async sessions({ query, caller, request }: RequestOf<typeof activityEndpoint>): Promise<Activity> {
    const { resourceId, userId, recordId = null, actionType = null, page } = query;
    const today = sydneyDate(new Date());
    const { endDate = today } = query;
    const { startDate = monthStart(monthOf(endDate < today ? endDate : today)) } = query;
    if (endDate < startDate) throw new RuleViolation('invalid', 'The end date cannot be before the start date.');
    const users = [resourceId, userId].filter((id) => id !== undefined);
    const asked = { from: beginningOf(startDate), to: beginningOf(addDays(endDate, 1)), users };
    const [found, member] = await Promise.all([
      this.queries.execute(
        new ActivitySessions({ ...asked, member: recordId, action: actionType }, page, activityPageSize),
      ),
      recordId === null ? null : this.queries.execute(new MemberOptionOf(recordId)),
    ]);
    if (recordId !== null)
      this.access.note(request, {
        userId: caller.userId,
        role: caller.role,
        action: 'activity search',
        object: null,
        planId: null,
        members: [recordId],
        filter: { startDate, endDate },
        rows: found.total,
        outcome: 'ok',
      });
    return { startDate, endDate, ...found, member };
  }
}

/** When a day begins in Sydney, in ClickHouse's text format. */
const beginningOf = (day: string): string => clickhouseText(parseInstant(day)!);
