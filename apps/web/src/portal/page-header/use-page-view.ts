import type { Plan } from '@superscope/contracts/plan';
import { useEffect, useMemo, useState } from 'react';
import { sydneyToday } from '../../ui/format';
import type { Loaded } from '../analytics/loaded';
import type { Audience, View } from '../analytics/query';
import { referenceOf } from '../api/base.api';
import { useCampaignsQuery, type Campaign } from '../campaigns/campaigns.api';
import {
  countedMonths,
  defaultPeriod,
  newestPublished,
  periodOptions,
  quarterlyOptions,
  wholeMonths,
  wholeQuarters,
  type PeriodOption,
} from '../period/period';
import { usePlan } from '../plan/use-plan';
import { seesExact } from '../session/user';
import { useStoreState } from '../state';

const DEBOUNCE_MS = 350;

/** Newest first. Undefined `data` says nothing of the plan's campaigns. */
export interface CampaignsState extends Loaded<Campaign[]> {
  /** The same, or empty where it could not be had. */
  list: Campaign[];
}

export interface PageView {
  plan: Plan | null;
  planName: string | null;
  selectable: boolean;
  isLoading: boolean;
  failed: boolean;
  reference: string | null;
  retry: () => void;
  audience: Audience;
  /** Whether who is signed in may switch the audience. */
  switchable: boolean;
  engaged: boolean;
  /** Only quarter ends are published of what the page is narrowed to. */
  quarterEnds: boolean;
  /** The day that published figures are of, yyyy-MM-dd; null for exact ones and before the first are published. */
  figuresOf: string | null;
  periods: PeriodOption[];
  /** Null until the plan and its campaigns are known, and for a plan without figures that may be read. */
  period: PeriodOption | null;
  campaigns: CampaignsState;
  /** What every query of the page is narrowed to; null with `period`. */
  view: View | null;
}

/** The plan, the period and the engaged toggle as the page header shows them, and the view its figures ask for. */
export function usePageView(): PageView {
  const { plan, name, selectable, isLoading, failed, reference, retry } = usePlan();
  const { exact, engaged, period: chosen } = useStoreState((state) => state.view);
  const switchable = useStoreState(({ session: { user } }) => user !== null && seesExact(user));
  const audience: Audience = exact && switchable ? 'staff' : 'employer';
  const quarterEnds = audience === 'employer' && engaged;
  // Employers read closed months; the running one is only for exact figures.
  const lastMonth = (audience === 'staff' ? plan?.lastMonth : plan?.closedMonth) ?? null;
  const hasFigures = lastMonth !== null;
  const campaigns = useCampaignsQuery({ planId: plan?.id ?? '', audience }, { skip: !hasFigures });
  // Without the list of campaigns the page still works: its period then starts with the plan, and the header says why.
  // The error stands while the list is asked for again, and the page with it.
  const known = campaigns.currentData ?? (campaigns.error ? NONE : undefined);

  const periods = useMemo(() => {
    if (!plan || !known) return [];
    const options = quarterEnds ? quarterlyOptions : periodOptions;
    return options(
      { ...plan, lastMonth },
      known.map((campaign) => campaign.date),
      sydneyToday(),
    );
  }, [plan, lastMonth, known, quarterEnds]);
  const period = periods.find((option) => option.key === chosen) ?? defaultPeriod(periods);
  const settled = useDebounced(period, DEBOUNCE_MS);
  // A debounced period may still be the one of the plan before.
  const used = settled && periods.includes(settled) ? settled : period;

  const view = useMemo<View | null>(() => {
    if (!plan || !used) return null;
    const whole = quarterEnds ? wholeQuarters : (range: [string, string]) => range;
    return {
      planId: plan.id,
      audience,
      engaged,
      dateRange: whole(wholeMonths(used)),
      counted: whole(countedMonths(used)),
      since: used.start,
    };
  }, [plan, used, audience, engaged, quarterEnds]);
  return {
    plan,
    planName: name,
    selectable,
    isLoading: isLoading || (hasFigures && known === undefined),
    failed,
    reference,
    retry,
    audience,
    switchable,
    engaged,
    quarterEnds,
    figuresOf: plan && audience === 'employer' ? newestPublished({ ...plan, lastMonth }, quarterEnds) : null,
    periods,
    period,
    campaigns: {
      list: known ?? NONE,
      data: campaigns.currentData,
      refreshing: campaigns.isFetching && campaigns.currentData !== undefined,
      failed: campaigns.isError,
      reference: referenceOf(campaigns.error),
      retry: () => void campaigns.refetch(),
    },
    view,
  };
}

const NONE: Campaign[] = [];

function useDebounced<T>(value: T, after: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after);
    return () => clearTimeout(timer);
  }, [value, after]);
  return settled;
}
