import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { memberIdField, oneMember, type OneMember } from '@superscope/contracts/member-events';
import { AccessLog } from '../../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { OneMemberInReach } from './one-member.query.js';

export const oneMemberEndpoint = endpoint('GET /api/members/:memberId', {
  summary: 'A member in reach as lookups list them, and whether they were erased',
  right: 'members.read',
  params: { memberId: memberIdField },
  answers: { 200: oneMember },
  problems: { 404: null },
});

@Controller()
export class OneMemberController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(oneMemberEndpoint)
  async member({ params, caller, request }: RequestOf<typeof oneMemberEndpoint>): Promise<OneMember> {
    const { planId, member } = await this.queries.execute(new OneMemberInReach(params.memberId, caller));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'member viewed',
      object: 'member',
      planId,
      members: [params.memberId],
      rows: 1,
      outcome: 'ok',
    });
    return member;
  }
}
