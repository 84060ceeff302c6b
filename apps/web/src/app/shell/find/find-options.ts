import type { CompanyOption } from '@superscope/contracts/lookups';
import type { MemberOption } from '@superscope/contracts/member-events';
import { isInNames } from '@superscope/contracts/name-search';
import type { PlanOption } from '@superscope/contracts/plan';
import { reportCodeText } from '@superscope/contracts/report-check';
import { memberPath } from '../../../portal/members/member-path';
import { fullName, memberChoices } from '../../../portal/members/member-text';
import { inGroups } from '../../../portal/report-check/in-groups';
import { may, type User } from '../../../portal/user/user';
import type { Choice } from '../../../ui/choice-text';
import { number } from '../../../ui/format';
import { seenBy } from '../../features';
import { menusOf } from '../navigation';

/** Something that can be opened. Its id is of a kind and the record's own id, and is what is kept of it. */
export interface FindOption extends Choice {
  kind: 'member' | 'plan' | 'employer' | 'screen' | 'memberScreen' | 'report';
  url: string;
  /** The digit that opens it with Alt from anywhere in the dialog: '2'. */
  digit?: string;
}

export interface FindGroup {
  title: string;
  options: readonly FindOption[];
}

const query = (values: Record<string, string>) => String(new URLSearchParams(values));

/** The screens that open for a member, with the address for one: the id is in the path, or a parameter. */
const ofMember = [
  { name: 'All about the member', path: '/staff/members/:memberId?/:tab?', param: null },
  { name: 'Member events', path: '/staff/memberEvents', param: 'member' },
  { name: 'Fee comparison', path: '/staff/feeComparison', param: 'member' },
  { name: 'Insurance calculation', path: '/staff/insuranceCalculation', param: 'member' },
  { name: 'Consultation', path: '/staff/consultation', param: 'member' },
  { name: 'Insurance advice', path: '/reports/limited-advice-report', param: 'memberId' },
  { name: 'Investment advice', path: '/reports/intra-fund-investment-report', param: 'memberId' },
  { name: 'Event history', path: '/audit/events', param: 'memberId' },
  { name: 'OneCentral activity', path: '/staff/onecentralActivity', param: 'recordId' },
] as const;

/** Whether a user sees the page at a path. */
const sees = (user: User, path: string) => seenBy(user).some(({ pages }) => pages.some((page) => page.path === path));

/** The screens for a member that a user may see. The member opens the first one. */
export const screensOf = (user: User, memberId: string): FindOption[] =>
  ofMember
    .filter(({ path }) => sees(user, path))
    .map(({ name, path, param }, i) => ({
      id: `memberScreen ${path} ${memberId}`,
      kind: 'memberScreen',
      name,
      digit: String(i + 1),
      url: param === null ? memberPath(memberId) : `${path}?${query({ [param]: memberId })}`,
    }));

/** What a user may look for. Nothing else is asked of the server. */
export const looksFor = (user: User) => ({
  members: may(user, 'members.find') && screensOf(user, '').length > 0,
  plans: sees(user, '/dashboard'),
  employers: sees(user, '/staff/reporting'),
  reports: sees(user, '/audit/check-report'),
});

export function memberOptions(user: User, members: readonly MemberOption[]): FindOption[] {
  const choices = memberChoices(members);
  return members.map((member, i) => ({
    ...choices[i]!,
    id: `member ${member.id}`,
    kind: 'member',
    name: fullName(member),
    url: screensOf(user, member.id)[0]?.url ?? '',
  }));
}

type NamedPlan = Pick<PlanOption, 'id' | 'name' | 'platform'> & { members?: number | null };

export const planOptions = (plans: readonly NamedPlan[]): FindOption[] =>
  plans.map(({ id, name, platform, members = null }) => ({
    id: `plan ${id}`,
    kind: 'plan',
    name,
    under: members === null ? platform.name : `${platform.name} · ${number(members)} members`,
    note: `plan, ${id}`,
    url: `/dashboard?${query({ plan: id })}`,
  }));

export const employerOptions = (companies: readonly CompanyOption[]): FindOption[] =>
  companies.map(({ id, name, plan }) => ({
    id: `employer ${id} ${plan.id}`,
    kind: 'employer',
    name,
    under: plan.name,
    note: `employer, ${id}`,
    url: `/staff/reporting?${query({ planId: plan.id, companyId: id })}`,
  }));

/** The screens of the menu. Those of other sites are not among them. */
export const allScreens = (user: User): FindOption[] =>
  menusOf(user).flatMap(({ label, entries }) =>
    entries
      .filter(({ to }) => to.startsWith('/'))
      .map((entry) => ({
        id: `screen ${entry.to}`,
        kind: 'screen' as const,
        name: entry.label,
        note: label,
        url: entry.to,
      })),
  );

/** Screens whose name holds each word, which may be a plural. */
export const screensCalled = (user: User, text: string): FindOption[] =>
  allScreens(user).filter(({ name }) =>
    text
      .split(/\s+/)
      .every((word) => isInNames([name], word) || (word.length > 3 && isInNames([name], word.replace(/s$/, '')))),
  );

/** The check of the report with this code, if the text is one. */
export function reportOptions(user: User, text: string): FindOption[] {
  const { data: code } = reportCodeText.safeParse(text);
  if (code === undefined || !looksFor(user).reports) return [];
  return [
    {
      id: `report ${code}`,
      kind: 'report',
      name: inGroups(code),
      under: 'Check the report with this code',
      url: `/audit/check-report?${query({ code })}`,
    },
  ];
}
