import { Controller, Module } from '@nestjs/common';
import { memberIdField, oneMember, type OneMember } from '@superscope/contracts/member-events';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { optionOf } from './find-members.slice.js';
import { reachedMember } from './reached-member.js';

const oneMemberEndpoint = endpoint('GET /api/members/:memberId', {
  summary: 'A member in reach as lookups list them, and whether they were erased',
  right: 'members.find',
  params: { memberId: memberIdField },
  answers: { 200: oneMember },
  problems: { 404: null },
});

@Controller()
class OneMemberController {
  constructor(
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(oneMemberEndpoint)
  async member({ params, caller, request }: RequestOf<typeof oneMemberEndpoint>): Promise<OneMember> {
    const member = await reachedMember(this.views, caller, params.memberId);
    const { planId, companyId, erased = false } = member;
    const company = await this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } });
    this.access.noteMember(request, caller, { object: 'member', planId, memberId: params.memberId, rows: 1 });
    return { ...optionOf(member, company?.name ?? null), erased };
  }
}

@Module({ controllers: [OneMemberController] })
export class OneMemberSlice {}
