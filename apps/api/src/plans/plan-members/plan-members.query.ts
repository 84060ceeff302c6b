import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlanMembers } from '@superscope/contracts/corrections';
import { membersView } from '@superscope/contracts/read-models/members';
import { Views } from '../../platform/engines.module.js';

/** Members of a plan whose surname, given name or number contains a text, by surname. Erased members are not found. */
export class PlanMembersCalled extends Query<PlanMembers> {
  constructor(
    readonly planId: string,
    readonly text: string,
  ) {
    super();
  }
}

/** The most members that are listed; typing more narrows the list. */
const most = 20;
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

@QueryHandler(PlanMembersCalled)
@Injectable()
export class PlanMembersHandler implements IQueryHandler<PlanMembersCalled> {
  constructor(private readonly views: Views) {}

  async execute({ planId, text }: PlanMembersCalled): Promise<PlanMembers> {
    // No name contains a null character, and MongoDB refuses a pattern that does.
    if (text.includes('\u0000')) return [];
    // Every word must be in one of the fields, so that 'jo mills' finds Jo Mills.
    const words = text
      .trim()
      .split(/\s+/)
      .map((word) => ({ $regex: literally(word), $options: 'i' }));
    const found = await this.views
      .of(membersView)
      .find({
        planIds: planId,
        planId,
        erased: { $ne: true },
        $and: words.map((word) => ({ $or: [{ surname: word }, { givenName: word }, { memberNumber: word }] })),
      })
      .sort({ surname: 1, givenName: 1, _id: 1 })
      .limit(most)
      .toArray();
    return found.map(({ _id: id, memberNumber, surname, givenName, companyId, categoryId }) => ({
      id,
      memberNumber,
      companyId,
      categoryId,
      name: [surname, givenName].filter((part) => part !== null).join(', ') || memberNumber,
    }));
  }
}
