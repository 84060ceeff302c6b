import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { accessOn, accessOnQuery, type AccessOn } from '@superscope/contracts/access-on';
import { roles } from '@superscope/domain/user/user.events';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Media } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { AccessOnDay } from './access-on.query.js';
import { accessCsv } from './access-csv.js';

export const accessOnEndpoint = endpoint('GET /api/authentication/access', {
  summary: 'Who might see what at the end of a day: users, roles, contexts, last sign-in',
  right: 'users.audit',
  query: accessOnQuery,
  answers: { 200: accessOn },
});

export const accessOnCsvEndpoint = endpoint('GET /api/authentication/accessCsv', {
  summary: 'The same as a CSV file, or those of one role',
  right: 'users.audit',
  query: accessOnQuery.extend({ role: z.enum(roles).optional() }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  sends: true,
});

@Controller()
export class AccessOnController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(accessOnEndpoint)
  async show({ query: { on } }: RequestOf<typeof accessOnEndpoint>): Promise<AccessOn> {
    return { on, users: await this.queries.execute(new AccessOnDay(on)) };
  }

  @Endpoint(accessOnCsvEndpoint)
  async file(asked: RequestOf<typeof accessOnCsvEndpoint>, reply: FastifyReply): Promise<void> {
    const { on, role: chosen } = asked.query;
    const { userId, role } = asked.caller;
    const all = await this.queries.execute(new AccessOnDay(on));
    const users = all.filter((user) => chosen === undefined || user.role === chosen);
    const filter = { on, ...(chosen !== undefined && { role: chosen }) };
    const what = { object: 'who may see what', filter, planId: null, rows: users.length };
    await this.access.noteNow(asked.request, { userId, role, action: 'export', ...what, outcome: 'ok' });
    const [year, month, day] = on.split('-');
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="who_may_see_what_${day}${month}${year}.csv"`)
      .send(accessCsv(users));
  }
}
