import { Controller, Module } from '@nestjs/common';
import { planMembers, type PlanMembers } from '@superscope/contracts/corrections';
import { innerId } from '@superscope/contracts/fields';
import { membersView } from '@superscope/contracts/read-models/members';
import { searchKey } from '@superscope/domain/text/search-key';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { leftOn } from '../members/membership.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const planMembersEndpoint = endpoint('GET /api/plans/:planId/members', {
  summary:
    'The first members of a plan whose name or number contains a text, to move or erase them; the access log records the search',
  right: 'corrections.write',
  params: { planId: innerId },
  query: z.strictObject({ name: z.string().trim().min(3, 'Enter at least 3 characters.').max(100) }),
  answers: { 200: planMembers },
});

/** The most members that are listed; typing more narrows the list. */
const most = 20;
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

@Controller()
class PlanMembersController {
  constructor(
    private readonly views: Views,
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

  /** Members of a plan whose surname, given name, login or number contains each word of a text, by surname. Erased members are not found. */
  private async membersCalled(planId: string, text: string): Promise<PlanMembers> {
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
    return found.map(({ _id: id, memberNumber, surname, givenName, companyId, categoryId, exitDate }) => ({
      id,
      memberNumber,
      companyId,
      categoryId,
      leftOn: leftOn({ exitDate: exitDate ?? null }),
      name: [surname, givenName].filter((part) => part !== null).join(', ') || memberNumber,
    }));
  }
}

@Module({ controllers: [PlanMembersController] })
export class PlanMembersSlice {}
