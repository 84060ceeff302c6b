import { Controller, Module } from '@nestjs/common';
import { planMembers, type PlanMembers } from '@superscope/contracts/corrections';
import { innerId } from '@superscope/contracts/fields';
import { membersView } from '@superscope/contracts/read-models/members';
import { searchKey } from '@superscope/domain/text/search-key';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { FindMembersSlice, MemberLookup } from '../members/find-members.slice.js';
import { exactConditions, memberSearch, memberSearchText, mostWords } from '../members/member-search.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const planMembersEndpoint = endpoint('GET /api/plans/:planId/members', {
  summary:
    'The first members of a plan whose name or number contains a text, who were born on it, or whose name looks or sounds like it, to move or erase them; the access log records the search',
  right: 'corrections.write',
  params: { planId: innerId },
  query: z.strictObject({ name: memberSearchText }),
  answers: { 200: planMembers },
});

/** The most members that are listed; typing more narrows the list. */
const most = 20;
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

@Controller()
class PlanMembersController {
  constructor(
    private readonly views: Views,
    private readonly lookup: MemberLookup,
    private readonly access: AccessLog,
    private readonly identity: Identity,
  ) {}

  @Endpoint(planMembersEndpoint)
  async called({ params, query, caller, request }: RequestOf<typeof planMembersEndpoint>): Promise<PlanMembers> {
    const { planId } = params;
    requirePlan(caller, planId);
    const members = await this.membersCalled(planId, query.name);
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

  /**
   * Members of a plan whose surname, given name, login or number contains each word of a text, or who were born on it, by surname. Without
   * any, those whose name looks or sounds like it. Erased members are not found.
   */
  private async membersCalled(planId: string, text: string): Promise<PlanMembers> {
    const search = memberSearch(text);
    // A hyphen does not end a word: 'M-12' finds that number, not every number with a 12 of a name with an m.
    const words = text
      .split(/\s+/)
      .map(searchKey)
      .filter((word) => word !== '')
      .sort((a, b) => b.length - a.length)
      .slice(0, mostWords);
    // No name contains a null character, and MongoDB refuses a pattern that does.
    if (words.length === 0 || text.includes('\u0000')) return [];
    const within = { planIds: planId, planId, erased: { $ne: true } };
    const conditions =
      search.born === null
        ? // Each word may be in another key, so that 'mill jo' finds Jo Mills.
          words.map((word) => ({ searchKeys: { $regex: literally(word) } }))
        : exactConditions(search).flat();
    const called = await this.views
      .of(membersView)
      .find({ ...within, $and: conditions })
      .sort({ surname: 1, givenName: 1, _id: 1 })
      .limit(most)
      .toArray();
    const found = called.length > 0 ? called : (await this.lookup.near(search, [within])).slice(0, most);
    const options = await this.lookup.options(found, called.length === 0);
    return found.map(({ memberNumber, surname, givenName, companyId, categoryId }, i) => ({
      ...options[i]!,
      memberNumber,
      companyId,
      categoryId,
      name: [surname, givenName].filter((part) => part !== null).join(', ') || memberNumber,
    }));
  }
}

@Module({ imports: [FindMembersSlice], controllers: [PlanMembersController] })
export class PlanMembersSlice {}
