import { Controller, Injectable, Module } from '@nestjs/common';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { memberOption, type MemberOption } from '@superscope/contracts/member-events';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { membersView } from '@superscope/contracts/read-models/members';
import { searchKey } from '@superscope/domain/text/search-key';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { leftOn } from './membership.js';

const findMembersEndpoint = endpoint('GET /api/members', {
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

/** The most members that a lookup lists; typing more narrows the list. */
const mostOptions = 50;
/** The most members who are compared with the text before the options are taken, those with such a surname first. */
const mostCompared = 500;
/** The most employers with a matching name whose members are searched. A text that matches more says too little. */
const mostCompanies = 200;

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

@Injectable()
export class MemberLookup {
  constructor(private readonly views: Views) {}

  /**
   * Members in the caller's scope whose name, login or number begins with the text, or whose employer's name contains it, by surname. A name
   * may be typed surname first or given name first, with or without a comma.
   */
  async find(
    name: string,
    { scope }: Principal,
    narrowed: { planId?: string; companyId?: string } = {},
  ): Promise<MemberOption[]> {
    const wanted = searchKey(name);
    // No name contains a null character, and MongoDB refuses a pattern that does.
    if (wanted === '' || wanted.includes('\u0000')) return [];
    const { planId, companyId } = narrowed;
    const within = [
      { erased: { $ne: true }, memberNumber: { $exists: true } },
      ...(scope.kind === 'all' ? [] : [{ planId: { $in: [...scope.planIds] } }]),
      ...(planId === undefined ? [] : [{ planId }]),
      ...(companyId === undefined ? [] : [{ companyId }]),
    ];
    const called = { searchKeys: { $regex: `^${literally(wanted)}` } };
    // Two queries instead of one with $or, because each has its own index.
    const [byName, byEmployer] = await Promise.all([
      this.matching([...within, called], mostCompared),
      this.employers(wanted, planId).then((ids) =>
        ids.length === 0 ? [] : this.matching([...within, { companyId: { $in: ids } }], mostOptions),
      ),
    ]);
    const found = [...new Map([...byName, ...byEmployer].map((member) => [member._id, member])).values()];
    const isSurname = ({ surname, givenName }: (typeof found)[number]) =>
      searchKey([surname, givenName].filter(Boolean).join(' ')).startsWith(wanted);
    const shown = [...found.filter(isSurname), ...found.filter((member) => !isSurname(member))].slice(0, mostOptions);
    const companies = await this.companyNames([...new Set(shown.map((member) => member.companyId))]);
    return shown
      .map((member) => optionOf(member, companies.get(member.companyId) ?? null))
      .sort((a, b) => bySurname(a).localeCompare(bySurname(b), 'en-AU'));
  }

  /** One member, by inner id, in the form that lookups show; null if there is none. */
  async one(memberId: string): Promise<MemberOption | null> {
    const member = await this.views.of(membersView).findOne({ _id: memberId });
    if (member?.memberNumber === undefined) return null;
    const company = await this.views.of(companiesView).findOne({ _id: member.companyId }, { projection: { name: 1 } });
    return optionOf(member, company?.name ?? null);
  }

  private matching(conditions: object[], most: number) {
    return this.views.of(membersView).find({ $and: conditions }).limit(most).toArray();
  }

  /** Employers' names are compared here, because their documents, of which digests are recorded, hold no search keys. */
  private async employers(wanted: string, planId: string | undefined): Promise<string[]> {
    const companies = this.views
      .of(companiesView)
      .find(planId === undefined ? {} : { planId }, { projection: { name: 1 }, batchSize: 5_000 });
    const found: string[] = [];
    for await (const { _id, name } of companies)
      if (name !== undefined && searchKey(name).includes(wanted) && found.push(_id) === mostCompanies) break;
    return found;
  }

  private async companyNames(ids: string[]): Promise<Map<string, string>> {
    const companies = await this.views
      .of(companiesView)
      .find({ _id: { $in: ids } }, { projection: { name: 1 } })
      .toArray();
    return new Map(companies.map(({ _id, name }) => [_id, name]));
  }
}

/** An erased member shows only the surname, which reads 'Erased'. */
export const optionOf = (
  { _id: id, surname, givenName, login, joinDate, exitDate, erased }: DocumentOf<typeof membersView>,
  companyName: string | null,
): MemberOption => ({
  id,
  surname,
  givenName: erased ? null : givenName,
  login: erased ? null : login,
  joinDate,
  leftOn: leftOn({ exitDate: exitDate ?? null }),
  companyName,
});

const bySurname = ({ surname, givenName }: MemberOption) => `${surname ?? '~'} ${givenName ?? ''}`;

@Controller()
class FindMembersController {
  constructor(
    private readonly members: MemberLookup,
    private readonly access: AccessLog,
    private readonly identity: Identity,
  ) {}

  @Endpoint(findMembersEndpoint)
  async find({ query, caller, request }: RequestOf<typeof findMembersEndpoint>): Promise<MemberOption[]> {
    const { name, ...narrowed } = query;
    if (narrowed.planId !== undefined) requirePlan(caller, narrowed.planId);
    const found = await this.members.find(name, caller, narrowed);
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

@Module({ controllers: [FindMembersController], providers: [MemberLookup], exports: [MemberLookup] })
export class FindMembersSlice {}
