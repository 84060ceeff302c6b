import { Controller, Module } from '@nestjs/common';
import { accessOn, accessOnQuery, type AccessOn, type AccessRow } from '@superscope/contracts/access-on';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { signInField, signInsView, usersView } from '@superscope/contracts/read-models/users';
import { allPlansContext } from '@superscope/contracts/users';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { programRoles } from '@superscope/domain/user/application-token';
import { roles } from '@superscope/domain/user/user.events';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { accessCsv } from './access-csv.js';
import { contextNames } from './context-names.js';

const accessOnEndpoint = endpoint('GET /api/authentication/access', {
  summary: 'Who might see what at the end of a day: users, roles, contexts, last sign-in',
  right: 'users.audit',
  query: accessOnQuery,
  answers: { 200: accessOn },
});

const accessOnCsvEndpoint = endpoint('GET /api/authentication/accessCsv', {
  summary: 'The same as a CSV file, or those of one role',
  right: 'users.audit',
  query: accessOnQuery.extend({ role: z.enum(roles).optional() }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  sends: true,
});

type Stored = DocumentOf<typeof usersView>;
type Change = NonNullable<Stored['history']>[string];

/** A user's state at the end of a day in Sydney, folded from the changes until then. */
const stateOn = (history: Readonly<Record<string, Change>>, on: string): Partial<Change> =>
  Object.entries(history)
    .filter(([, { at }]) => sydneyDate(at) <= on)
    .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .reduce<Partial<Change>>((state, [, change]) => ({ ...state, ...change }), {});

@Controller()
class AccessOnController {
  constructor(
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(accessOnEndpoint)
  async show({ query: { on } }: RequestOf<typeof accessOnEndpoint>): Promise<AccessOn> {
    return { on, users: await this.usersOn(on) };
  }

  @Endpoint(accessOnCsvEndpoint)
  async file(asked: RequestOf<typeof accessOnCsvEndpoint>, reply: FastifyReply): Promise<void> {
    const { on, role: chosen } = asked.query;
    const { userId, role } = asked.caller;
    const all = await this.usersOn(on);
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

  /** Every account at the end of a day (yyyy-MM-dd, Sydney), by username, with the data that it could access. */
  private async usersOn(on: string): Promise<AccessRow[]> {
    const stored = await this.views.of(usersView).find({}).toArray();
    const known = stored.flatMap((user) => {
      const then = stateOn(user.history ?? {}, on);
      return then.personal === undefined || then.role === undefined ? [] : [{ id: user._id, ...then }];
    });
    const names = await contextNames(
      this.views,
      known.map(({ context }) => context ?? null),
    );
    const signIns = await this.lastSignIns(on);
    return known
      .map(
        ({ id, personal, role, context = null, domain, active = false, verified = false, authenticator = false }) => ({
          userId: id,
          username: personal!.username,
          name: personal!.name,
          role: role!,
          emailOrDomain: personal!.email ?? domain ?? null,
          contextId: context?.kind === 'allPlans' ? allPlansContext : (context?.id ?? null),
          contextName: names(context),
          active,
          verified: verified || (programRoles as readonly string[]).includes(role!),
          app: authenticator,
          lastSignInAt: signIns.get(signInField(id)) ?? null,
        }),
      )
      .sort((a, b) => a.username.localeCompare(b.username, 'en'));
  }

  /** There is one document per day, so the newest document that names a user has that user's last sign-in. */
  private async lastSignIns(on: string): Promise<Map<string, string>> {
    const last = new Map<string, string>();
    const days = this.views
      .of(signInsView)
      .find({ _id: { $lte: on } })
      .sort({ _id: -1 });
    for await (const { users = {} } of days)
      for (const [id, at] of Object.entries(users)) if (!last.has(id)) last.set(id, at);
    return last;
  }
}

@Module({ controllers: [AccessOnController] })
export class AccessOnSlice {}
