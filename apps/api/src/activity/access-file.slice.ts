import { Readable } from 'node:stream';
import { Controller, Injectable, Module } from '@nestjs/common';
import { accessHow, activityQuery } from '@superscope/contracts/onecentral-activity';
import { usersView } from '@superscope/contracts/read-models/users';
import { addDays, monthOf, monthStart, sydneyDate } from '@superscope/domain/calendar-dates';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { FastifyReply } from 'fastify';
import { isoText } from '../platform/clickhouse/instant-text.js';
import { rowsOf } from '../platform/clickhouse/stored-rows.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { actionName } from './action-name.js';
import { type ActivityAsked, beginningOf, fileStatement } from './activity-statements.js';

/** A spreadsheet holds a million rows; a longer time is saved in parts. */
const mostRows = 1_000_000;
/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\uFEFF';

const columns = [
  'recordedAt',
  'userId',
  'username',
  'role',
  'remoteAddress',
  'session',
  'action',
  'type',
  'context',
  'path',
  'planId',
  'object',
  'members',
  'how',
  'rows',
  'outcome',
];

const accessFileEndpoint = endpoint('GET /api/onecentral/accessCsv', {
  summary: 'Every action of the same search as a CSV file, newest first; the access log records it first',
  right: 'activity.read',
  query: activityQuery.omit({ page: true }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  sends: true,
});

/** A text that a spreadsheet would take for a formula gets an apostrophe. */
const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const line = (cells: readonly unknown[]) => `${cells.map(cell).join(',')}\r\n`;

@Injectable()
class AccessFile {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
  ) {}

  /** The file in pieces of text, and how many rows have been read so far. */
  of(asked: ActivityAsked): { pieces: AsyncGenerator<string>; rows: () => number } {
    let count = 0;
    const counted = (rows: number) => (count += rows);
    return { pieces: this.pieces(asked, counted), rows: () => count };
  }

  private async *pieces(asked: ActivityAsked, counted: (rows: number) => void): AsyncGenerator<string> {
    yield byteOrderMark + line(columns);
    const { sql, params } = fileStatement(asked, mostRows);
    const names = new Map<string, string>();
    for await (const rows of rowsOf<unknown[]>(this.analytics.client, sql, params)) {
      const unknown = [...new Set(rows.map((row) => row[1] as string))].filter((id) => id !== '' && !names.has(id));
      const users = await this.views
        .of(usersView)
        .find({ _id: { $in: unknown } })
        .toArray();
      for (const { _id, personal } of users) names.set(_id, personal?.username ?? _id);
      counted(rows.length);
      yield rows.map((row) => line(this.cellsOf(row, names))).join('');
    }
  }

  private cellsOf(row: readonly unknown[], names: ReadonlyMap<string, string>): unknown[] {
    const [at, userId, role, address, session, action, type, context, path, planId, object, members, rows, outcome] =
      row;
    const name = actionName(action as string);
    const how = accessHow(type as string, Number(members));
    const who = [userId, names.get(userId as string) ?? userId, role, address, session];
    return [isoText(at as string), ...who, name, type, context, path, planId, object, members, how, rows, outcome];
  }
}

@Controller()
class AccessFileController {
  constructor(
    private readonly file: AccessFile,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(accessFileEndpoint)
  async save({ query, caller, request }: RequestOf<typeof accessFileEndpoint>, reply: FastifyReply): Promise<void> {
    const { resourceId, userId, recordId = null, actionType = null } = query;
    const today = sydneyDate(new Date());
    const { endDate = today } = query;
    const { startDate = monthStart(monthOf(endDate < today ? endDate : today)) } = query;
    if (endDate < startDate) throw new RuleViolation('invalid', 'The end date cannot be before the start date.');
    const { pieces, rows } = this.file.of({
      from: beginningOf(startDate),
      to: beginningOf(addDays(endDate, 1)),
      users: [resourceId, userId].filter((id) => id !== undefined),
      member: recordId,
      action: actionType,
    });
    const noted = {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      object: 'access log',
      members: recordId === null ? [] : [recordId],
      filter: { startDate, endDate },
    };
    await this.access.noteNow(request, { ...noted, action: 'export', rows: null, outcome: 'ok' });
    const noteEnd = () => {
      const outcome = reply.raw.writableFinished ? 'ok' : 'failed';
      this.access.note(request, { ...noted, action: 'exported', rows: rows(), outcome });
    };
    if (reply.raw.closed) noteEnd();
    else reply.raw.once('close', noteEnd);
    const [year, month, day] = today.split('-');
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="onecentralActivity_${day}${month}${year}.csv"`)
      .send(Readable.from(pieces));
  }
}

@Module({ controllers: [AccessFileController], providers: [AccessFile] })
export class AccessFileSlice {}
