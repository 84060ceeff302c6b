import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { baseApi } from '../api/base.api';
import { isQuarterEnd, eachMonth } from '../period/period';
import { askFigures } from './ask-figures';
import type { Audience } from './query';
import type { Figures } from './result';

export interface PlanLoad {
  /** Whose figures they are: a change of this plan asks again. */
  planId: string;
  /** Part of an answer's cache key: exact figures never stand in for published ones. */
  audience: Audience;
  query: AnalyticsQuery;
}
/** The answer with the months it was asked for: what is shown while another period loads stays whole. */
export interface LoadedFigures extends Figures {
  /** yyyy-MM, oldest first; only quarter ends where no other month is published. */
  months: string[];
}
const KEPT_S = 300;

/** The stale tags: exact figures follow every change of a plan's members, published ones only a new edition. */
export const figuresTag = (planId: string, audience: Audience) =>
  ({ type: audience === 'staff' ? 'ExactFigures' : 'Figures', id: planId }) as const;

function monthsOf({ timeDimensions }: AnalyticsQuery, quarterEnds: boolean): string[] {
  const range = timeDimensions?.[0]?.dateRange;
  const months = Array.isArray(range) ? eachMonth(range[0]!, range[1]!) : [];
  return quarterEnds ? months.filter(isQuarterEnd) : months;
}

type Ask = (query: AnalyticsQuery, audience: Audience) => ReturnType<typeof askFigures>;

async function loaded({ query, audience }: PlanLoad, ask: Ask) {
  const { data, error } = await ask(query, audience);
  return error ? { error } : { data: { ...data, months: monthsOf(query, data.quarterEnds === true) } };
}

export const analyticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    load: build.query<LoadedFigures, PlanLoad>({
      queryFn: (load, api, _, send) => loaded(load, (query, audience) => askFigures(query, audience, api, send)),
      providesTags: (_, __, { planId, audience }) => [figuresTag(planId, audience)],
      keepUnusedDataFor: KEPT_S,
      extraOptions: { asOf: true },
    }),
    /** The same question about what is known now, asked while the tab shows a past moment. */
    loadNow: build.query<LoadedFigures, PlanLoad>({
      queryFn: (load, api, _, send) => loaded(load, (query, audience) => askFigures(query, audience, api, send, true)),
      providesTags: (_, __, { planId, audience }) => [figuresTag(planId, audience)],
      keepUnusedDataFor: KEPT_S,
    }),
  }),
});
export const { useLoadQuery, useLoadNowQuery } = analyticsApi;
