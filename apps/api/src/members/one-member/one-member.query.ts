import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OneMember } from '@superscope/contracts/member-events';
import { companiesView } from '@superscope/contracts/read-models/fund';
import type { Principal } from '../../platform/access/principal.js';
import { Views } from '../../platform/engines.module.js';
import { optionOf } from '../find-members/find-members.query.js';
import { reachedMember } from '../reached-member.js';

/** A member in the caller's scope, erased or not, and the member's plan. */
export class OneMemberInReach extends Query<{ planId: string; member: OneMember }> {
  constructor(
    readonly memberId: string,
    readonly principal: Principal,
  ) {
    super();
  }
}

@QueryHandler(OneMemberInReach)
@Injectable()
export class OneMemberHandler implements IQueryHandler<OneMemberInReach> {
  constructor(private readonly views: Views) {}

  async execute({ memberId, principal }: OneMemberInReach): Promise<{ planId: string; member: OneMember }> {
    const member = await reachedMember(this.views, principal, memberId);
    const { planId, companyId, erased = false } = member;
    const company = await this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } });
    return { planId, member: { ...optionOf(member, company?.name ?? null), erased } };
  }
}
