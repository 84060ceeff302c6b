import { Readable } from 'node:stream';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { dayOrInstant } from '@superscope/contracts/fields';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Media } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ExportMemberEvents } from './export-events.query.js';

export const exportMemberEventsEndpoint = endpoint('GET /api/members/events', {
  summary: 'The events of all members in reach that are dated from one day to another, as a CSV file',
  right: 'members.read',
  query: z.strictObject({ startDate: dayOrInstant.optional(), endDate: dayOrInstant.optional() }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  sends: true,
});

/** The first day of ClickHouse's Date, by which events are found. */
const firstDay = '1970-01-01';

@Controller()
export class ExportMemberEventsController {
  constructor(
    private readonly queries: QueryBus,
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
    const { pieces, rows } = await this.queries.execute(new ExportMemberEvents(startDate, endDate, caller));
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
}
