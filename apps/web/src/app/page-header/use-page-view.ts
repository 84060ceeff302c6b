import type { Plan } from '@superscope/contracts/plan';
import { useEffect, useMemo, useState } from 'react';
import { sydneyToday } from '../../ui/format';
import type { View } from '../analytics/query';
import { referenceOf } from '../api/base.api';
import { useCampaignsQuery, type Campaign } from '../campaigns/campaigns.api';
import { countedMonths, defaultPeriod, periodOptions, wholeMonths, type PeriodOption } from '../period/period';
import { usePlan } from '../plan/use-plan';
import { useStoreState } from '../store';

const DEBOUNCE_MS = 350;

export interface CampaignsState {
  /** Newest first; empty also where it could not be had. */
  list: Campaign[];
  /** Whether there is a list: without one nothing may be said of the plan's campaigns. */
  known: boolean;
  failed: boolean;
  reference: string | null;
  retry: () => void;
}

export interface PageView {
  plan: Plan | null;
  planName: string | null;
  selectable: boolean;
  isLoading: boolean;
  failed: boolean;
  reference: string | null;
  retry: () => void;
  engaged: boolean;
  periods: PeriodOption[];
  /** Null until the plan and its campaigns are known, and for a plan without figures. */
  period: PeriodOption | null;
  campaigns: CampaignsState;
  /** What every query of the page is narrowed to; null with `period`. */
  view: View | null;
}

/** The plan, the period and the engaged toggle as the page header shows them, and the view its figures ask for. */
export function usePageView(): PageView {
  const { plan, name, selectable, isLoading, failed, reference, retry } = usePlan();
  const { engaged, period: chosen } = useStoreState((state) => state.view);
  const hasFigures = plan?.lastMonth != null;
  const campaigns = useCampaignsQuery(plan?.id ?? '', { skip: !hasFigures });
  // Without the list of campaigns the page still works: its period then starts with the plan, and the header says why.
  // The error stands while the list is asked for again, and the page with it.
  const known = campaigns.currentData ?? (campaigns.error ? NONE : undefined);

  const periods = useMemo(
    () =>
      plan && known
        ? periodOptions(
            plan,
            known.map((campaign) => campaign.date),
            sydneyToday(),
          )
        : [],
    [plan, known],
  );
  const period = periods.find((option) => option.key === chosen) ?? defaultPeriod(periods);
  const settled = useDebounced(period, DEBOUNCE_MS);
  // A debounced period may still be the one of the plan before.
  const used = settled && periods.includes(settled) ? settled : period;

  const view = useMemo<View | null>(
    () =>
      plan && used
        ? { planId: plan.id, engaged, dateRange: wholeMonths(used), counted: countedMonths(used), since: used.start }
        : null,
    [plan, used, engaged],
  );
  return {
    plan,
    planName: name,
    selectable,
    isLoading: isLoading || (hasFigures && known === undefined),
    failed,
    reference,
    retry,
    engaged,
    periods,
    period,
    campaigns: {
      list: known ?? NONE,
      known: campaigns.currentData !== undefined,
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
