import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { memberOption, type MemberOption } from '@superscope/contracts/member-events';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { requirePlan } from '../../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { FindMembers } from './find-members.query.js';

export const findMembersEndpoint = endpoint('GET /api/members', {
  summary:
    'Members in reach whose name (surname or given name first), login or number begins with `name`, or whose employer’s name holds it',
  right: 'members.find',
  query: z.strictObject({
    name: z.string().trim().min(shortestSearch, `Please type at least ${shortestSearch} characters.`).max(100),
    planId: z.string().max(90).optional(),
    companyId: z.string().max(90).optional(),
  }),
  answers: { 200: z.array(memberOption) },
});

@Controller()
export class FindMembersController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
    private readonly identity: Identity,
  ) {}

  @Endpoint(findMembersEndpoint)
  async find({ query, caller, request }: RequestOf<typeof findMembersEndpoint>): Promise<MemberOption[]> {
    const { name, ...narrowed } = query;
    if (narrowed.planId !== undefined) requirePlan(caller, narrowed.planId);
    const found = await this.queries.execute(new FindMembers(name, caller, narrowed));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'member search',
      object: null,
      outcome: 'ok',
      planId: narrowed.planId ?? null,
      rows: found.length,
      members: found.map(({ id }) => id),
      filter: { digest: this.identity.searchDigest(name), ...narrowed },
    });
    return found;
  }
}
