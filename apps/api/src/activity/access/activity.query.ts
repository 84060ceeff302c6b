import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Activity, ActivityAction, ActivitySession } from '@superscope/contracts/onecentral-activity';
import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { usersView } from '@superscope/contracts/read-models/users';
import type { Statement } from '../../analytics/statement.js';
import { isoText } from '../../analytics/instant-text.js';
import { Analytics, Views } from '../../platform/engines.module.js';
import { aroundSessions, detailStatements, sessionStatements, type ActivityAsked } from './activity-statements.js';

/** A page of the sessions with a matching action; `page` begins at 1. */
export class ActivitySessions extends Query<Pick<Activity, 'sessions' | 'total'>> {
  constructor(
    readonly asked: ActivityAsked,
    readonly page: number,
    readonly size: number,
  ) {
    super();
  }
}

@QueryHandler(ActivitySessions)
@Injectable()
export class ActivitySessionsHandler implements IQueryHandler<ActivitySessions> {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
  ) {}

  async execute({ asked, page, size }: ActivitySessions): Promise<Pick<Activity, 'sessions' | 'total'>> {
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

const orNull = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null);

function actionOf(row: unknown[]): ActivityAction {
  const [, at, action, context, type, path, referrer, planId, object, members, rows, outcome] = row;
  return {
    timestamp: isoText(at as string),
    action: (accessActions[action as AccessAction] as { name: string } | undefined)?.name ?? (action as string),
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
