import { Controller, Injectable, Module } from '@nestjs/common';
import { foundMember, type FoundMember, type MemberOption } from '@superscope/contracts/member-events';
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
import {
  exactConditions,
  memberSearch,
  memberSearchText,
  nearConditions,
  nearness,
  type MemberSearch,
} from './member-search.js';
import { leftOn } from './membership.js';

const findMembersEndpoint = endpoint('GET /api/members', {
  summary:
    'Members in reach whose name, login or number begins with `name`, whose number ends with it, who were born on it, or whose employer’s name holds it; without any, those whose name looks or sounds like it',
  right: 'members.find',
  query: z.strictObject({
    name: memberSearchText,
    planId: z.string().max(90).optional(),
    companyId: z.string().max(90).optional(),
  }),
  answers: { 200: z.array(foundMember) },
});

/** The most members that a lookup lists; typing more narrows the list. */
const mostOptions = 50;
/** The most members who are compared with the text before the options are taken, those with such a surname first. */
const mostCompared = 500;
/** The most employers with a matching name whose members are searched. A text that matches more says too little. */
const mostCompanies = 200;

@Injectable()
export class MemberLookup {
  constructor(private readonly views: Views) {}

  /**
   * Members in the caller's scope who are what the text says, by surname: see `exactConditions`; a name may be typed in any order, with or
   * without a comma. Without any, those whose name is near, the nearest first.
   */
  async find(
    text: string,
    { scope }: Principal,
    narrowed: { planId?: string; companyId?: string } = {},
  ): Promise<FoundMember[]> {
    const search = memberSearch(text);
    // No name contains a null character, and MongoDB refuses a pattern that does.
    if (search.wanted === '' || text.includes('\u0000')) return [];
    const { planId, companyId } = narrowed;
    const within = [
      { erased: { $ne: true }, memberNumber: { $exists: true } },
      ...(scope.kind === 'all' ? [] : [{ planId: { $in: [...scope.planIds] } }]),
      ...(planId === undefined ? [] : [{ planId }]),
      ...(companyId === undefined ? [] : [{ companyId }]),
    ];
    // One query for each condition instead of one with $or, because each has its own index.
    const [ofSearch, ofEmployers] = await Promise.all([
      this.matching(exactConditions(search), within),
      this.employers(search.wanted, planId).then((ids) =>
        ids.length === 0 ? [] : this.matching([[{ companyId: { $in: ids } }]], within, mostOptions),
      ),
    ]);
    const found = unique([...ofSearch, ...ofEmployers]);
    const isSurname = ({ surname, givenName }: (typeof found)[number]) =>
      searchKey([surname, givenName].filter(Boolean).join(' ')).startsWith(search.wanted);
    const shown = [...found.filter(isSurname), ...found.filter((member) => !isSurname(member))].slice(0, mostOptions);
    if (shown.length === 0) return this.options((await this.near(search, within)).slice(0, mostOptions), true);
    return this.options(
      shown.sort((a, b) => bySurname(a).localeCompare(bySurname(b), 'en-AU')),
      false,
    );
  }

  /** Members whose name looks or sounds like the text, the nearest first. */
  async near(search: MemberSearch, within: readonly object[]): Promise<MemberDocument[]> {
    const found = await this.matching(nearConditions(search), within);
    const near = found.flatMap((member) => {
      const distance = nearness(search, member);
      return distance === null ? [] : [{ member, distance }];
    });
    near.sort((a, b) => a.distance - b.distance || bySurname(a.member).localeCompare(bySurname(b.member), 'en-AU'));
    return near.map(({ member }) => member);
  }

  /** One member, by inner id, in the form that lookups show; null if there is none. */
  async one(memberId: string): Promise<MemberOption | null> {
    const member = await this.views.of(membersView).findOne({ _id: memberId });
    if (member?.memberNumber === undefined) return null;
    const company = await this.views.of(companiesView).findOne({ _id: member.companyId }, { projection: { name: 1 } });
    return optionOf(member, company?.name ?? null);
  }

  /** What members are as lookups list them, in this order. */
  async options(members: readonly MemberDocument[], near: boolean): Promise<FoundMember[]> {
    const companies = await this.companyNames([...new Set(members.map((member) => member.companyId))]);
    return members.map((member) => ({ ...optionOf(member, companies.get(member.companyId) ?? null), near }));
  }

  /** Members who meet all conditions of one of some lists. */
  private async matching(lists: object[][], within: readonly object[], most = mostCompared): Promise<MemberDocument[]> {
    const found = await Promise.all(
      lists.map((conditions) =>
        this.views
          .of(membersView)
          .find({ $and: [...conditions, ...within] }, { projection: { searchKeys: 0, nearKeys: 0, planIds: 0 } })
          .limit(most)
          .toArray(),
      ),
    );
    return unique(found.flat());
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

type MemberDocument = DocumentOf<typeof membersView>;

const unique = (members: readonly MemberDocument[]): MemberDocument[] => [
  ...new Map(members.map((member) => [member._id, member])).values(),
];

/** An erased member shows only the surname, which reads 'Erased'. */
export const optionOf = (
  { _id: id, surname, givenName, memberNumber, dateOfBirth, login, joinDate, exitDate, erased }: MemberDocument,
  companyName: string | null,
): MemberOption => ({
  id,
  surname,
  givenName: erased ? null : givenName,
  memberNumber: erased ? null : memberNumber,
  birthDate: erased ? null : dateOfBirth,
  login: erased ? null : login,
  joinDate,
  leftOn: leftOn({ exitDate: exitDate ?? null }),
  companyName,
});

const bySurname = ({ surname, givenName }: Pick<MemberDocument, 'surname' | 'givenName'>) =>
  `${surname ?? '~'} ${givenName ?? ''}`;

@Controller()
class FindMembersController {
  constructor(
    private readonly members: MemberLookup,
    private readonly access: AccessLog,
    private readonly identity: Identity,
  ) {}

  @Endpoint(findMembersEndpoint)
  async find({ query, caller, request }: RequestOf<typeof findMembersEndpoint>): Promise<FoundMember[]> {
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
