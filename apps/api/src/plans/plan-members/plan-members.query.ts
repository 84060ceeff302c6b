import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlanMembers } from '@superscope/contracts/corrections';
import { membersView } from '@superscope/contracts/read-models/members';
import { searchKey } from '@superscope/domain/text/search-key';
import { Views } from '../../platform/engines.module.js';

/** Members of a plan whose surname, given name, login or number contains each word of a text, by surname. Erased members are not found. */
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
    // A hyphen does not end a word: 'M-12' finds that number, not every number with a 12 of a name with an m.
    const words = text
      .split(/\s+/)
      .map(searchKey)
      .filter((word) => word !== '');
    // No name contains a null character, and MongoDB refuses a pattern that does.
    if (words.length === 0 || text.includes('\u0000')) return [];
    const found = await this.views
      .of(membersView)
      .find({
        planIds: planId,
        planId,
        erased: { $ne: true },
        // Each word may be in another key, so that 'mill jo' finds Jo Mills.
        $and: words.map((word) => ({ searchKeys: { $regex: literally(word) } })),
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
