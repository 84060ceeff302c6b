import { Controller, Module } from '@nestjs/common';
import { choice, date, flag, money, text, type CsvColumn } from '@superscope/contracts/csv-columns';
import { dayOrInstant } from '@superscope/contracts/fields';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { EventsOfMembers, type EventOfMember } from './events-of-members.js';
import { memberListMedia, sendMemberList, type MemberListRow } from './member-list.js';
import { timelineTypes } from './timeline.js';

const exportMemberEventsEndpoint = endpoint('GET /api/members/events', {
  summary:
    'The events of all members in reach that are dated from one day to another, as a CSV file for the fund, not for the employer',
  right: 'members.read',
  query: z.strictObject({ startDate: dayOrInstant.optional(), endDate: dayOrInstant.optional() }),
  answers: { 200: memberListMedia },
  sends: true,
});

/** The first day of ClickHouse's Date, by which events are found. */
const firstDay = '1970-01-01';

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

const rowOf = ({ member, event, on, company }: EventOfMember): MemberListRow => {
  const { planId, memberNumber, surname, givenName, login } = member;
  const { eventType, consultant, valid, outcome, amount, fundName, reason, status, notes, processed } = event;
  return {
    memberId: member._id,
    values: {
      planId: outsideId(planId),
      memberId: memberNumber,
      surname,
      givenName,
      login,
      company,
      date: on,
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
    },
  };
};

@Controller()
class ExportMemberEventsController {
  constructor(
    private readonly events: EventsOfMembers,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(exportMemberEventsEndpoint)
  async export(
    { query, caller, request }: RequestOf<typeof exportMemberEventsEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const startDate = query.startDate === undefined || query.startDate < firstDay ? firstDay : query.startDate;
    const { endDate = sydneyDate(new Date()) } = query;
    if (endDate < startDate) throw new RuleViolation('invalid', 'The end date cannot be before the start date.');
    const { userId, role } = caller;
    const access = { userId, role, planId: null, object: 'member events', filter: { startDate, endDate } };
    const rows = this.rows(caller, startDate, endDate);
    await sendMemberList({ name: 'memberEvents', columns, rows }, this.access, access, request, reply);
  }

  private async *rows(caller: RequestOf<typeof exportMemberEventsEndpoint>['caller'], start: string, end: string) {
    const asked = {
      where: `effective_date BETWEEN {start:Date} AND {end:Date} AND event_type IN {types:Array(String)}`,
      params: { start, end, types: timelineTypes },
      isWanted: (_: unknown, on: string) => on >= start && on <= end,
    };
    for await (const some of this.events.of(asked, caller)) yield some.map(rowOf);
  }
}

@Module({ controllers: [ExportMemberEventsController], providers: [EventsOfMembers], exports: [EventsOfMembers] })
export class ExportMemberEventsSlice {}
