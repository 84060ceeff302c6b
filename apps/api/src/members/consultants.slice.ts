import { Controller, Module } from '@nestjs/common';
import { consultant, type Consultant } from '@superscope/contracts/member-events';
import { usersView } from '@superscope/contracts/read-models/users';
import { z } from 'zod';
import { PlanScopes } from '../authentication/session/plans-in-reach.js';
import type { PlanScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const consultantsEndpoint = endpoint('GET /api/onecentral/consultants', {
  summary: 'Active authorised representatives who share a plan with the caller',
  right: 'members.read',
  answers: { 200: z.array(consultant) },
});

const share = (a: PlanScope, b: PlanScope): boolean => {
  if (a.kind === 'all') return b.kind === 'all' || b.planIds.size > 0;
  return b.kind === 'all' ? a.planIds.size > 0 : [...a.planIds].some((planId) => b.planIds.has(planId));
};

@Controller()
class ConsultantsController {
  constructor(
    private readonly views: Views,
    private readonly scopes: PlanScopes,
  ) {}

  /** Active users with the role AuthorizedRep who share a plan with the caller, by name. */
  @Endpoint(consultantsEndpoint)
  async list({ caller }: RequestOf<typeof consultantsEndpoint>): Promise<Consultant[]> {
    const users = await this.views.of(usersView).find({ role: 'AuthorizedRep', active: true }).toArray();
    const scopes = await Promise.all(users.map((user) => this.scopes.of(user)));
    return users
      .filter((_, i) => share(caller.scope, scopes[i]!))
      .map(({ _id, personal }) => ({
        id: _id,
        name: personal.name ?? personal.username,
        own: _id === caller.userId,
      }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
  }
}

@Module({ controllers: [ConsultantsController] })
export class ConsultantsSlice {}
