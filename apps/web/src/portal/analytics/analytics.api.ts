import type { Audience } from '@superscope/contracts/analytics/audience-header';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { baseApi } from '../api/base.api';
import { isQuarterEnd, eachMonth } from '../period/period';
import { askFigures } from './ask-figures';
import type { Figures } from './result';

export interface PlanLoad {
  /** The plan of the figures. A change of this plan refetches them. */
  planId: string;
  /** Part of an answer's cache key: exact figures never stand in for published ones. */
  audience: Audience;
  query: AnalyticsQuery;
}
/** An answer with the months that it was requested for, so that it can still be drawn while another period loads. */
export interface LoadedFigures extends Figures {
  /** yyyy-MM, oldest first; only quarter ends if no other month is published. */
  months: string[];
}
const KEPT_S = 300;

/** The cache tag of a plan's figures. A change of members makes exact figures stale; only a new edition makes published ones stale. */
export const figuresTag = (planId: string, audience: Audience) =>
  ({ type: audience === 'staff' ? 'ExactFigures' : 'Figures', id: planId }) as const;

function monthsOf({ timeDimensions }: AnalyticsQuery, quarterEnds: boolean): string[] {
  const range = timeDimensions?.[0]?.dateRange;
  const months = Array.isArray(range) ? eachMonth(range[0], range[1]) : [];
  return quarterEnds ? months.filter(isQuarterEnd) : months;
}

type Ask = (query: AnalyticsQuery, audience: Audience) => ReturnType<typeof askFigures>;

async function loaded({ query, audience }: PlanLoad, ask: Ask) {
  const { data, error } = await ask(query, audience);
  return error ? { error } : { data: { ...data, months: monthsOf(query, data.quarterEnds === true) } };
}

const analyticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    load: build.query<LoadedFigures, PlanLoad>({
      queryFn: (load, api, _, send) => loaded(load, (query, audience) => askFigures(query, audience, api, send)),
      providesTags: (_, __, { planId, audience }) => [figuresTag(planId, audience)],
      keepUnusedDataFor: KEPT_S,
      extraOptions: { asOf: true },
    }),
    /** The same query as `load`, answered as of now while the tab shows a past moment. */
    loadNow: build.query<LoadedFigures, PlanLoad>({
      queryFn: (load, api, _, send) => loaded(load, (query, audience) => askFigures(query, audience, api, send, true)),
      providesTags: (_, __, { planId, audience }) => [figuresTag(planId, audience)],
      keepUnusedDataFor: KEPT_S,
    }),
  }),
});
export const { useLoadQuery, useLoadNowQuery } = analyticsApi;
