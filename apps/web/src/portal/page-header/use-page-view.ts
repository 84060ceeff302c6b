import type { Audience } from '@superscope/contracts/analytics/audience-header';
import type { Plan } from '@superscope/contracts/plan';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShownToday } from '../as-of/use-as-of';
import type { Loaded } from '../analytics/loaded';
import type { View } from '../analytics/figures-view';
import { referenceOf } from '../api/base.api';
import { useCampaignsQuery, type Campaign } from '../campaigns/campaigns.api';
import {
  countedMonths,
  defaultPeriod,
  lastOfMonth,
  newestPublished,
  periodOptions,
  quarterlyOptions,
  wholeMonths,
  wholeQuarters,
  type PeriodOption,
} from '../period/period';
import { compareOptions, type CompareKey, type CompareOption } from '../compare/compare';
import { permittedFilters } from '../filters/filter-rules';
import { isNarrowed, noFilters, type Filters } from '../filters/filters';
import { usePlan } from '../plan/use-plan';
import { useMay } from '../user/use-may';
import { useStoreDispatch, useStoreState } from '../state';
import { useUpdates } from '../updates/use-updates';
import { useGivenView, useShownView } from '../view-address/use-view-address';
import { writeAddress } from '../view-address/view-address';
import { viewShown } from '../slices/view.slice';

const DEBOUNCE_MS = 350;

/** The plan's campaigns, newest first. `data` is undefined while they are not known. */
export interface CampaignsState extends Loaded<Campaign[]> {
  /** The same, or empty while `data` is undefined. */
  list: Campaign[];
}

export interface PageView {
  plan: Plan | null;
  planName: string | null;
  selectable: boolean;
  /** The address names an unknown plan, or one out of the user's reach; `own` is the user's plan instead. */
  outOfReach: { own: Plan | null } | null;
  isLoading: boolean;
  failed: boolean;
  reference: string | null;
  retry: () => void;
  audience: Audience;
  /** Whether the user may switch the audience. */
  switchable: boolean;
  engaged: boolean;
  filters: Filters;
  /** The address or the session filters by salary group, which the plan does not publish: the page leaves that filter out. */
  dropped: boolean;
  /** Only quarter ends are published for the page's filters. */
  quarterEnds: boolean;
  /** The day of the newest published figures, yyyy-MM-dd; null for exact figures, and before the first are published. */
  figuresOf: string | null;
  periods: PeriodOption[];
  /** Null until the plan is known, and for a plan without figures that may be read. */
  period: PeriodOption | null;
  /** The current and the possible comparisons of figures over time; null without any. */
  compare: CompareKey | null;
  compares: CompareOption[];
  campaigns: CampaignsState;
  /** What every query of the page covers; null while `period` is. */
  view: View | null;
}

interface Narrowed {
  ofWholePlan?: boolean;
  onlyPublished?: boolean;
}

/**
 * The plan and its filters as the page header shows them, and the view that its figures use. A page for employers is
 * `onlyPublished`, and one `ofWholePlan` covers all members, whatever the filters of other pages.
 */
export function usePageView({ ofWholePlan = false, onlyPublished = ofWholePlan }: Narrowed = {}): PageView {
  const { plan, name, selectable, outOfReach, isLoading, failed, reference, retry } = usePlan();
  const shown = useShownView();
  // The choice of exact figures applies only to the plan for which it was made.
  const exact = useStoreState(({ view, currentPlan }) => view.exact && currentPlan?.id === plan?.id);
  const switchable = useMay('figures.exact') && !onlyPublished;
  const audience: Audience = exact && switchable ? 'staff' : 'employer';
  // A page of the whole plan uses no filters, and leaves those of other pages as they are.
  const onePayroll = ofWholePlan || (plan?.onePayroll ?? true);
  const permitted = useMemo(
    () => permittedFilters(shown.filters, { audience, onePayroll }),
    [shown.filters, audience, onePayroll],
  );
  const dropped = permitted !== shown.filters;
  useKeptView(plan, dropped ? permitted : null);
  const narrowed = ofWholePlan ? { ...shown, engaged: false, compare: null } : shown;
  const { engaged, period: chosen, compare } = narrowed;
  const filters = ofWholePlan ? noFilters : permitted;
  const quarterEnds = audience === 'employer' && isNarrowed({ engaged, filters });
  // Employers read closed months; the running one is only for exact figures.
  const lastMonth = (audience === 'staff' ? plan?.lastMonth : plan?.closedMonth) ?? null;
  const hasFigures = lastMonth !== null;
  const campaigns = useCampaignsQuery({ planId: plan?.id ?? '', audience }, { skip: !hasFigures });

  const today = useShownToday();
  const periods = useMemo(() => {
    if (!plan) return [];
    const options = quarterEnds ? quarterlyOptions : periodOptions;
    return options({ ...plan, lastMonth }, plan.campaignDates, today);
  }, [plan, lastMonth, quarterEnds, today]);
  const period = periods.find((option) => option.key === chosen) ?? defaultPeriod(periods);
  const settled = useDebounced(period, DEBOUNCE_MS);
  // A debounced period may still belong to the previous plan.
  const used = settled && periods.includes(settled) ? settled : period;

  const view = useMemo<View | null>(() => {
    if (!plan || !used) return null;
    const whole = quarterEnds ? wholeQuarters : (range: [string, string]) => range;
    return {
      planId: plan.id,
      audience,
      onePayroll: plan.onePayroll,
      engaged,
      filters,
      period: used.key,
      dateRange: whole(wholeMonths(used)),
      counted: whole(countedMonths(used)),
      // Figures are of month ends, so changes count from the end of the first month.
      since: lastOfMonth(used.start),
      compare,
    };
  }, [plan, used, audience, engaged, filters, compare, quarterEnds]);
  const campaignUpdates = useUpdates(campaigns.currentData, `${plan?.id} ${audience}`);
  const compares = useMemo(
    () =>
      plan?.firstMonth && view && !ofWholePlan
        ? compareOptions({ dateRange: view.dateRange, quarterEnds }, plan.firstMonth)
        : NO_OPTIONS,
    [plan, view, quarterEnds, ofWholePlan],
  );
  return {
    plan,
    planName: name,
    selectable,
    outOfReach,
    isLoading,
    failed,
    reference,
    retry,
    audience,
    switchable,
    engaged,
    filters,
    dropped,
    quarterEnds,
    figuresOf: plan && audience === 'employer' ? newestPublished({ ...plan, lastMonth }, quarterEnds) : null,
    periods,
    period,
    compare,
    compares,
    campaigns: {
      list: campaigns.currentData ?? NONE,
      data: campaigns.currentData,
      updates: campaignUpdates,
      refreshing: campaigns.isFetching && campaigns.currentData !== undefined,
      failed: campaigns.isError,
      reference: referenceOf(campaigns.error),
      retry: () => void campaigns.refetch(),
    },
    view,
  };
}

const NONE: Campaign[] = [];
const NO_OPTIONS: CompareOption[] = [];

/**
 * Synchronises the address and the session once the plan is known: values in the address go to the session, and
 * missing ones come from the session, so that the address can be shared and reloaded. `fewer` are the filters that
 * stay where the address has one that the page may not use; null where all of them stay.
 */
function useKeptView(plan: Plan | null, fewer: Filters | null) {
  const dispatch = useStoreDispatch();
  const navigate = useNavigate();
  const { pathname, search, hash, state: step } = useLocation();
  const given = useGivenView();
  const shown = useShownView();
  const kept = useStoreState(({ view, currentPlan }) => (plan !== null && currentPlan?.id === plan.id ? view : null));
  useEffect(() => {
    // While the code of the next page loads, this one is still drawn. Writing its address would undo the navigation.
    if (kept === null || window.location.pathname !== pathname) return;
    const address = writeAddress(search, fewer ? { ...shown, filters: fewer } : shown);
    if (given?.plan == null || fewer)
      void navigate({ search: address, hash }, { replace: true, state: step as unknown, preventScrollReset: true });
    else if (address !== writeAddress(search, { ...kept, plan: given.plan })) dispatch(viewShown(given));
  }, [kept, given, shown, fewer, pathname, search, hash, step, navigate, dispatch]);
}

function useDebounced<T>(value: T, after: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after);
    return () => clearTimeout(timer);
  }, [value, after]);
  return settled;
}
