import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { planMembers, type PlanMembers } from '@superscope/contracts/corrections';
import { innerId } from '@superscope/contracts/fields';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { requirePlan } from '../../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanMembersCalled } from './plan-members.query.js';

export const planMembersEndpoint = endpoint('GET /api/plans/:planId/members', {
  summary:
    'The first members of a plan whose name or number contains a text, to move or erase them; the access log records the search',
  right: 'corrections.write',
  params: { planId: innerId },
  query: z.strictObject({ name: z.string().trim().min(3, 'Enter at least 3 characters.').max(100) }),
  answers: { 200: planMembers },
});

@Controller()
export class PlanMembersController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
    private readonly identity: Identity,
  ) {}

  @Endpoint(planMembersEndpoint)
  async called({ params, query, caller, request }: RequestOf<typeof planMembersEndpoint>): Promise<PlanMembers> {
    const { planId } = params;
    requirePlan(caller, planId);
    const members = await this.queries.execute(new PlanMembersCalled(planId, query.name));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      action: 'member search',
      object: null,
      outcome: 'ok',
      members: members.map(({ id }) => id),
      rows: members.length,
      filter: { digest: this.identity.searchDigest(query.name), planId },
    });
    return members;
  }
}
