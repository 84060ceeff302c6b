import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { useFindCompaniesQuery } from '../../../portal/lookups/companies.api';
import { isAskedFor } from '../../../portal/lookups/lookup-text';
import { useFindMembersQuery } from '../../../portal/members/members.api';
import { usePlansQuery } from '../../../portal/plan/plan.api';
import type { User } from '../../../portal/user/user';
import { useSettled } from '../../../ui/use-settled';
import {
  employerOptions,
  looksFor,
  memberOptions,
  planOptions,
  reportOptions,
  screensCalled,
  type FindOption,
} from './find-options';

const ASK_AFTER_MS = 200;
/** The most that are shown of a kind; typing more narrows them. */
export const MOST_SHOWN = 6;

export interface Found {
  /** The text without spaces around it. */
  wanted: string;
  isLoading: boolean;
  hasFailed: boolean;
  /** Whether the members only look or sound like the text. */
  isNear: boolean;
  /** How many members were found. */
  members: number;
  persons: readonly FindOption[];
  plansAndEmployers: readonly FindOption[];
  screens: readonly FindOption[];
  reports: readonly FindOption[];
}

/** What a text finds for a user. Screens and reports are known at once; all others are listed together, so that nothing moves later. */
export function useFound(user: User, text: string): Found {
  const wanted = text.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  const asks = looksFor(user);
  const isTyped = isAskedFor(asked);
  const members = useFindMembersQuery({ name: asked }, { skip: !asks.members || !isAskedFor(asked, shortestSearch) });
  const plans = usePlansQuery(asked, { skip: !asks.plans || !isTyped });
  const companies = useFindCompaniesQuery({ name: asked }, { skip: !asks.employers || !isTyped });
  const queries = [members, plans, companies].filter(({ isUninitialized }) => !isUninitialized);
  const isLoading =
    asked !== wanted || queries.some(({ currentData, isError }) => currentData === undefined && !isError);
  // What was found for another text, or for this one only in part, is not listed.
  const found = isLoading ? [] : (members.currentData ?? []);
  return {
    wanted,
    isLoading,
    hasFailed: !isLoading && queries.some(({ isError }) => isError),
    isNear: found.some(({ near }) => near),
    members: found.length,
    persons: memberOptions(user, found).slice(0, MOST_SHOWN),
    plansAndEmployers: isLoading
      ? []
      : [
          ...planOptions(plans.currentData ?? []).slice(0, MOST_SHOWN),
          ...employerOptions(companies.currentData ?? []).slice(0, MOST_SHOWN),
        ],
    screens: wanted === '' ? [] : screensCalled(user, wanted).slice(0, MOST_SHOWN),
    reports: wanted === '' ? [] : reportOptions(user, wanted),
  };
}
