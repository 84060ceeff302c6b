import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Consultant } from '@superscope/contracts/member-events';
import { usersView } from '@superscope/contracts/read-models/users';
import { PlanScopes } from '../../authentication/session/plans-in-reach.js';
import type { PlanScope, Principal } from '../../platform/access/principal.js';
import { Views } from '../../platform/engines.module.js';

/** Active users with the role AuthorizedRep who share a plan with the caller, by name. */
export class ConsultantsOf extends Query<Consultant[]> {
  constructor(readonly principal: Principal) {
    super();
  }
}

const share = (a: PlanScope, b: PlanScope): boolean => {
  if (a.kind === 'all') return b.kind === 'all' || b.planIds.size > 0;
  return b.kind === 'all' ? a.planIds.size > 0 : [...a.planIds].some((planId) => b.planIds.has(planId));
};

@QueryHandler(ConsultantsOf)
@Injectable()
export class ConsultantsHandler implements IQueryHandler<ConsultantsOf> {
  constructor(
    private readonly views: Views,
    private readonly scopes: PlanScopes,
  ) {}

  async execute({ principal }: ConsultantsOf): Promise<Consultant[]> {
    const users = await this.views.of(usersView).find({ role: 'AuthorizedRep', active: true }).toArray();
    const scopes = await Promise.all(users.map((user) => this.scopes.of(user)));
    return users
      .filter((_, i) => share(principal.scope, scopes[i]!))
      .map(({ _id, personal }) => ({
        id: _id,
        name: personal.name ?? personal.username,
        own: _id === principal.userId,
      }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
  }
}
