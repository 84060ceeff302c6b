import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AccessRow } from '@superscope/contracts/access-on';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { signInField, signInsView, usersView } from '@superscope/contracts/read-models/users';
import { allPlansContext } from '@superscope/contracts/users';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { programRoles } from '@superscope/domain/user/application-token';
import { Views } from '../../platform/engines.module.js';
import { contextNames } from '../contexts/context-names.js';

/** Every account at the end of a day (yyyy-MM-dd, Sydney), by username, with the data that it could access. */
export class AccessOnDay extends Query<AccessRow[]> {
  constructor(readonly on: string) {
    super();
  }
}

type Stored = DocumentOf<typeof usersView>;
type Change = NonNullable<Stored['history']>[string];

@QueryHandler(AccessOnDay)
@Injectable()
export class AccessOnDayHandler implements IQueryHandler<AccessOnDay> {
  constructor(private readonly views: Views) {}

  async execute({ on }: AccessOnDay): Promise<AccessRow[]> {
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

/** A user's state at the end of a day in Sydney, folded from the changes until then. */
const stateOn = (history: Readonly<Record<string, Change>>, on: string): Partial<Change> =>
  Object.entries(history)
    .filter(([, { at }]) => sydneyDate(at) <= on)
    .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .reduce<Partial<Change>>((state, [, change]) => ({ ...state, ...change }), {});
