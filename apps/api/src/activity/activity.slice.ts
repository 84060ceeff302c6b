import { Controller, Module } from '@nestjs/common';
import {
  activity,
  activityPageSize,
  activityQuery,
  type Activity,
  type ActivityAction,
  type ActivitySession,
} from '@superscope/contracts/onecentral-activity';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { usersView } from '@superscope/contracts/read-models/users';
import { addDays, monthOf, monthStart, sydneyDate } from '@superscope/domain/calendar-dates';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { isoText } from '../platform/clickhouse/instant-text.js';
import type { Statement } from '../platform/clickhouse/statement.js';
import { FindMembersSlice, MemberLookup } from '../members/find-members.slice.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { actionName } from './action-name.js';
import {
  type ActivityAsked,
  aroundSessions,
  beginningOf,
  detailStatements,
  sessionStatements,
} from './activity-statements.js';

const activityEndpoint = endpoint('GET /api/onecentral/access', {
  summary: 'The access log between two days, by session, the newest first; a search by member is recorded, too',
  right: 'activity.read',
  query: activityQuery,
  answers: { 200: activity },
});

const orNull = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null);

function actionOf(row: unknown[]): ActivityAction {
  const [, at, action, context, type, path, referrer, planId, object, members, rows, outcome] = row;
  return {
    timestamp: isoText(at as string),
    action: actionName(action as string),
    context: context as string,
    type: type as string,
    path: orNull(path),
    referrer: orNull(referrer),
    planId: orNull(planId),
    object: orNull(object),
    members: Number(members),
    rows: rows === null ? null : Number(rows),
    outcome: outcome as string,
  };
}

@Controller()
class ActivityController {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
    private readonly members: MemberLookup,
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
      this.pageOf({ ...asked, member: recordId, action: actionType }, page, activityPageSize),
      recordId === null ? null : this.members.one(recordId),
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

  /** A page of the sessions with a matching action; `page` begins at 1. */
  private async pageOf(
    asked: ActivityAsked,
    page: number,
    size: number,
  ): Promise<Pick<Activity, 'sessions' | 'total'>> {
    const statements = sessionStatements(asked, size, (page - 1) * size);
    const [found, [total]] = await Promise.all([this.rows(statements.page), this.rows(statements.total)]);
    const ids = found.map(([session]) => session as string);
    if (ids.length === 0) return { sessions: [], total: Number(total![0]) };
    const newest = found.map(([, , at]) => at as string);
    const details = detailStatements(aroundSessions(asked, newest), ids);
    const [bounds, actions] = await Promise.all([this.rows(details.bounds), this.rows(details.actions)]);
    const boundsOf = new Map(bounds.map((row) => [row[0], row]));
    const users = await this.users(bounds.map((row) => String(row[1])));
    const sessions = found.map(([session, count]): ActivitySession => {
      const [, userId, role, address, first, last] = boundsOf.get(session)! as string[];
      const [from, to] = [isoText(first!), isoText(last!)];
      return {
        sessionId: session as string,
        sessionStart: from,
        duration: Math.round((Date.parse(to) - Date.parse(from)) / 1000),
        // A user whose registration event was set aside has no name here.
        username: users.get(userId!)?.personal?.username ?? orNull(userId),
        name: users.get(userId!)?.personal?.name ?? null,
        role: orNull(role),
        remoteAddress: orNull(address),
        actions: actions.filter((row) => row[0] === session).map(actionOf),
        actionCount: Number(count),
      };
    });
    return { sessions, total: Number(total![0]) };
  }

  private async users(ids: readonly string[]): Promise<Map<string, DocumentOf<typeof usersView>>> {
    const found = this.views.of(usersView).find({ _id: { $in: [...new Set(ids)] } });
    return new Map((await found.toArray()).map((user) => [user._id, user]));
  }

  private async rows({ sql, params }: Statement): Promise<unknown[][]> {
    const answer = await this.analytics.client.query({
      query: sql,
      query_params: params,
      format: 'JSONCompactEachRow',
    });
    return answer.json<unknown[]>();
  }
}

@Module({ imports: [FindMembersSlice], controllers: [ActivityController] })
export class ActivitySlice {}
