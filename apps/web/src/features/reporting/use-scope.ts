import { earliestDay, latestDay } from '@superscope/contracts/csv-columns';
import type { CompanyOption } from '@superscope/contracts/lookups';
import type { MemberOption, OneMember } from '@superscope/contracts/member-events';
import type { Plan } from '@superscope/contracts/plan';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ChosenCompany } from '../../portal/lookups/company-lookup';
import { usePlanGroupsQuery, usePlanQuery } from '../../portal/plan/plan.api';
import { useOneMemberQuery } from '../../portal/members/members.api';
import type { ChosenPlan } from '../../portal/plan/plan-lookup';
import { keepsPlace } from '../../portal/scroll/keeps-place';
import { useCarriedMember } from '../../portal/session/carried-member';

/** What reports are about. */
export interface Scope {
  plan: (ChosenPlan & Partial<Pick<Plan, 'superScoreClient'>>) | null;
  company: ChosenCompany | null;
  member: MemberOption | null;
  /** Days, yyyy-MM-dd; null for an open end. */
  from: string | null;
  to: string | null;
  /** What is wrong with the days; null if they serve. */
  datesProblem: string | null;
}

const isInRange = (day: string | null) => day === null || (day >= earliestDay && day <= latestDay);

/**
 * What the page is about. Plan, employer and days are kept in the address. A new plan clears employer and member, and a new employer the
 * member; an employer that is chosen first brings its plan. Where the address names neither, the member who is carried along is chosen.
 */
export function useScope() {
  const [address, setAddress] = useSearchParams();
  const [planId, companyId] = [address.get('planId') || null, address.get('companyId') || null];
  const [from, to] = [address.get('from') || null, address.get('to') || null];
  const [found, setFound] = useState<{ plan: ChosenPlan | null; company: CompanyOption | null }>(NOTHING);
  const { carried, carry } = useCarriedMember();
  const [brought, setBrought] = useState(() => (planId === null && companyId === null ? carried() : null));
  const [chosen, setMember] = useState<MemberOption | null>(null);
  const broughtAnswer = useOneMemberQuery(brought ?? '', { skip: brought === null });
  const member = brought === null ? chosen : knownOf(broughtAnswer.currentData);
  const [unread, setUnread] = useState({ from: false, to: false });
  const planAnswer = usePlanQuery(planId ?? '', { skip: planId === null });
  const isNamed = found.company !== null && found.company.id === companyId;
  const groups = usePlanGroupsQuery(planId ?? '', { skip: planId === null || companyId === null || isNamed });

  const put = (changed: Record<string, string | null>) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value === null) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true, state: keepsPlace },
    );
  const choose = (next: MemberOption | null) => {
    setBrought(null);
    setMember(next);
  };

  const scope: Scope = {
    plan: planId === null ? null : (planAnswer.currentData ?? namedOr(found.plan, planId)),
    company:
      companyId === null
        ? null
        : isNamed
          ? found.company
          : {
              id: companyId,
              name: groups.currentData?.companies.find(({ value }) => value === companyId)?.label ?? companyId,
            },
    member,
    from,
    to,
    datesProblem:
      unread.from || unread.to || !isInRange(from) || !isInRange(to)
        ? 'Correct the dates'
        : from !== null && to !== null && to < from
          ? 'The end date cannot be before the start date.'
          : null,
  };
  return {
    scope,
    planFailed: planId !== null && planAnswer.isError ? planAnswer.error : null,
    choosePlan: (plan: ChosenPlan | null) => {
      setFound({ plan, company: null });
      choose(null);
      put({ planId: plan?.id ?? null, companyId: null });
    },
    chooseCompany: (company: CompanyOption | null) => {
      setFound({ plan: company?.plan ?? found.plan, company });
      choose(null);
      put({ companyId: company?.id ?? null, ...(company !== null && { planId: company.plan.id }) });
    },
    chooseMember: (next: MemberOption | null) => {
      choose(next);
      carry(next?.id ?? null);
    },
    chooseDay: (name: 'from' | 'to', day: string | null) => put({ [name]: day }),
    noteUnread: (name: 'from' | 'to', is: boolean) => setUnread((before) => ({ ...before, [name]: is })),
  };
}

/** An erased member is nobody whom a report could be about. */
const knownOf = (member: OneMember | undefined): MemberOption | null =>
  member === undefined || member.erased ? null : member;

const NOTHING = { plan: null, company: null };

const namedOr = (plan: ChosenPlan | null, id: string): ChosenPlan => (plan?.id === id ? plan : { id, name: id });
