import type {
  EventChoices,
  EventDetail,
  EventFilter,
  EventPage,
  EventsBeside,
  EventTrace,
} from '@superscope/contracts/event-history';
import type { FoundMember } from '@superscope/contracts/member-events';
import { baseApi } from '../../portal/api/base.api';

/** Nothing here refetches automatically, because each look into the history is recorded. */
const eventHistoryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    recordedEvents: build.query<EventPage, { filter: EventFilter; before?: string }>({
      query: ({ filter, before }) => ({
        url: 'api/history/events',
        params: { ...filter, ...(before !== undefined && { before }) },
      }),
    }),
    eventChoices: build.query<EventChoices, void>({ query: () => 'api/history/eventChoices' }),
    historyMembers: build.query<FoundMember[], string>({
      query: (name) => ({ url: 'api/history/members', params: { name } }),
      keepUnusedDataFor: 0,
    }),
    recordedEvent: build.query<EventDetail, string>({ query: (place) => `api/history/events/${place}` }),
    eventsBeside: build.query<EventsBeside, { place: string; filter: EventFilter }>({
      query: ({ place, filter }) => ({ url: `api/history/events/${place}/beside`, params: { ...filter } }),
    }),
    /** Personal values stay with the component that asked for them, not in the cache. */
    personalFields: build.mutation<EventDetail, string>({
      query: (place) => ({ url: `api/history/events/${place}/personal`, method: 'POST' }),
    }),
    eventTrace: build.query<EventTrace, string>({
      query: (correlationId) => `api/history/correlations/${encodeURIComponent(correlationId)}`,
    }),
  }),
});
export const {
  useRecordedEventsQuery,
  useEventChoicesQuery,
  useHistoryMembersQuery,
  useRecordedEventQuery,
  useEventsBesideQuery,
  usePersonalFieldsMutation,
  useEventTraceQuery,
} = eventHistoryApi;
