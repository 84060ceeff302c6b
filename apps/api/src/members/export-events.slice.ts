import { Readable } from 'node:stream';
import { Controller, Module } from '@nestjs/common';
import { choice, date, flag, money, text, type CsvColumn } from '@superscope/contracts/csv-columns';
import { dayOrInstant } from '@superscope/contracts/fields';
import type { MemberEvent } from '@superscope/contracts/member-events';
import type { DocumentOf, FieldsOf } from '@superscope/contracts/read-models/document-view';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { memberEventRunView, memberEventsView } from '@superscope/contracts/read-models/member-events';
import { membersView } from '@superscope/contracts/read-models/members';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore } from '@superscope/event-store/event-store';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { rowsOf } from '../csv/writing/stored-rows.js';
import { writeCell } from '../csv/writing/write-cell.js';
import type { CellValue } from '../csv/reading/csv-cell.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { consultantNames } from './consultant-names.js';
import { erasedMemberEvents } from './erased-member-events.js';
import { timelineOf } from './timeline.js';

const exportMemberEventsEndpoint = endpoint('GET /api/members/events', {
  summary: 'The events of all members in reach that are dated from one day to another, as a CSV file',
  right: 'members.read',
  query: z.strictObject({ startDate: dayOrInstant.optional(), endDate: dayOrInstant.optional() }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  sends: true,
});

/** The first day of ClickHouse's Date, by which events are found. */
const firstDay = '1970-01-01';

interface ExportedEvents {
  pieces: AsyncGenerator<string>;
  /** How many rows have been read into pieces so far. */
  rows: () => number;
}

interface Asked {
  startDate: string;
  endDate: string;
  principal: Principal;
}

const columns: Readonly<Record<string, CsvColumn>> = {
  planId: text(90),
  memberId: text(40),
  surname: text(100),
  givenName: text(100),
  login: text(100),
  company: text(100),
  date,
  eventType: choice([]),
  consultant: text(100),
  valid: flag,
  outcome: choice([]),
  amount: money,
  fundName: text(100),
  reason: text(40),
  status: text(40),
  notes: text(150),
  processed: flag,
};

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\uFEFF';
const membersPerRead = 500;
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const line = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;

type Member = DocumentOf<typeof membersView>;

const rowOf = (
  { planId, memberNumber, surname, givenName, login }: Member,
  { eventType, consultant, valid, outcome, amount, fundName, reason, status, notes, processed }: MemberEvent,
  date: string,
  company: string | null,
): Record<string, CellValue> => ({
  planId: outsideId(planId),
  memberId: memberNumber,
  surname,
  givenName,
  login,
  company,
  date,
  eventType,
  consultant,
  valid,
  outcome,
  fundName,
  reason,
  status,
  notes,
  processed,
  amount: amount === null ? null : Math.round(amount * 100),
});

@Controller()
class ExportMemberEventsController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly store: EventStore,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the export before anything is sent, and the number of events once it has ended. */
  @Endpoint(exportMemberEventsEndpoint)
  async export(
    { query, caller, request }: RequestOf<typeof exportMemberEventsEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const today = sydneyDate(new Date());
    const startDate = query.startDate === undefined || query.startDate < firstDay ? firstDay : query.startDate;
    const { endDate = today } = query;
    if (endDate < startDate) throw new RuleViolation('invalid', 'The end date cannot be before the start date.');
    const { pieces, rows } = await this.exported({ startDate, endDate, principal: caller });
    const access = {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      object: 'member events',
      filter: { startDate, endDate },
    };
    await this.access.noteNow(request, { ...access, action: 'export', rows: null, outcome: 'ok' });
    const noteEnd = () => {
      const outcome = reply.raw.writableFinished ? 'ok' : 'failed';
      this.access.note(request, { ...access, action: 'exported', rows: rows(), outcome });
    };
    if (reply.raw.closed) noteEnd();
    else reply.raw.once('close', noteEnd);
    const [year, month, date] = today.split('-');
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="memberEvents_${date}${month}${year}.csv"`)
      .send(Readable.from(pieces));
  }

  /** The events of all members in the caller's scope that are dated from one day to another (yyyy-MM-dd), as CSV in pieces of text. */
  private async exported(asked: Asked): Promise<ExportedEvents> {
    const run = await this.views.of(memberEventRunView).findOne({ _id: 'newest' });
    let count = 0;
    const rows = this.rowsOf(asked, run?.recordedBefore ?? null);
    const pieces = async function* () {
      yield byteOrderMark + line(Object.keys(columns));
      for await (const some of rows) {
        count += some.length;
        yield some
          .map((row) => line(Object.entries(columns).map(([name, column]) => writeCell(column, row[name]))))
          .join('');
      }
    };
    return { pieces: pieces(), rows: () => count };
  }

  private async *rowsOf(asked: Asked, processedBefore: string | null) {
    const { startDate, endDate } = asked;
    const query = `SELECT DISTINCT toString(member_id) FROM member_event
WHERE effective_date BETWEEN {start:Date} AND {end:Date} AND event_type != 'SignedIn' ORDER BY member_id`;
    let ids: string[] = [];
    for await (const some of rowsOf<[string]>(this.analytics.client, query, { start: startDate, end: endDate })) {
      ids.push(...some.map(([id]) => id));
      while (ids.length >= membersPerRead)
        yield await this.rowsOfMembers(ids.splice(0, membersPerRead), asked, processedBefore);
    }
    if (ids.length > 0) yield await this.rowsOfMembers(ids, asked, processedBefore);
    ids = [];
  }

  private async rowsOfMembers(ids: string[], asked: Asked, processedBefore: string | null) {
    const { startDate, endDate, principal } = asked;
    const [found, documents] = await Promise.all([
      this.views
        .of(membersView)
        .find({ _id: { $in: ids }, platformId: { $exists: true } })
        .toArray(),
      this.views
        .of(memberEventsView)
        .find({ _id: { $in: ids } })
        .toArray(),
    ]);
    const members = new Map(found.filter(({ planId }) => inScope(principal.scope, planId)).map((m) => [m._id, m]));
    const standing = new Map<string, FieldsOf<typeof memberEventsView>>(documents.map((d) => [d._id, d]));
    for (const { _id, erased } of members.values())
      if (erased) standing.set(_id, await erasedMemberEvents(this.store, _id));
    const events = [...members.values()].flatMap((member) =>
      timelineOf(member._id, standing.get(member._id) ?? {}, processedBefore, principal.scope)
        .map((event) => ({ member, event, on: sydneyDate(event.at) }))
        .filter(({ on }) => on >= startDate && on <= endDate),
    );
    const names = await consultantNames(
      this.views,
      events.map(({ event }) => event),
    );
    const companies = await this.companyNames(events.map(({ member }) => member.companyId));
    return events.map(({ member, event, on }) =>
      rowOf(member, { ...event, consultant: names(event.consultant) }, on, companies.get(member.companyId) ?? null),
    );
  }

  private async companyNames(ids: string[]): Promise<Map<string, string>> {
    const companies = await this.views
      .of(companiesView)
      .find({ _id: { $in: [...new Set(ids)] } }, { projection: { name: 1 } })
      .toArray();
    return new Map(companies.map(({ _id, name }) => [_id, name]));
  }
}

@Module({ controllers: [ExportMemberEventsController] })
export class ExportMemberEventsSlice {}
