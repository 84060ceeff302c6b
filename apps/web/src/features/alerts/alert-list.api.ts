import type {
  AddedAddress,
  AlertCount,
  AlertList,
  FiringAlert,
  alertMute,
  alertReason,
  newAlertAddress,
  TestResults,
} from '@superscope/contracts/alerts';
import type { z } from 'zod';
import { alertsApi } from '../../portal/alerts/alerts.api';

type OfCheck<Body> = Body & { check: string };

const root = 'api/alerts';

function countOf({ alerts, lookedAt }: AlertList): AlertCount {
  const firing = alerts
    .filter(({ state }) => state === 'fires')
    .map(({ title, inHand, muted }): FiringAlert => ({
      title,
      quietedBy: muted !== null ? 'mute' : inHand !== null ? 'hand' : null,
    }));
  return { lookedAt, open: firing.filter(({ quietedBy }) => quietedBy === null).length, firing };
}

const alertListApi = alertsApi.injectEndpoints({
  endpoints: (build) => ({
    alerts: build.query<AlertList, void>({
      query: () => root,
      keepUnusedDataFor: 0,
      providesTags: ['Alerts'],
      // The menu is asked for less often, and must not say otherwise than the page.
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(alertsApi.util.upsertQueryData('alertCount', undefined, countOf(data))),
          () => undefined,
        ),
    }),
    acknowledgeAlert: build.mutation<unknown, OfCheck<z.input<typeof alertReason>>>({
      query: ({ check, ...body }) => ({ url: `${root}/${check}/acknowledge`, method: 'POST', body }),
      invalidatesTags: ['Alerts'],
    }),
    muteAlert: build.mutation<unknown, OfCheck<z.input<typeof alertMute>>>({
      query: ({ check, ...body }) => ({ url: `${root}/${check}/mute`, method: 'POST', body }),
      invalidatesTags: ['Alerts'],
    }),
    /** Gives an alert back that somebody has in hand, or has a muted one told again. */
    releaseAlert: build.mutation<unknown, OfCheck<{ how: 'give-back' | 'unmute' }>>({
      query: ({ check, how }) => ({ url: `${root}/${check}/${how}`, method: 'POST' }),
      invalidatesTags: ['Alerts'],
    }),
    addAlertAddress: build.mutation<AddedAddress, z.input<typeof newAlertAddress>>({
      query: (body) => ({ url: `${root}/addresses`, method: 'POST', body }),
      invalidatesTags: ['Alerts'],
    }),
    removeAlertAddress: build.mutation<unknown, string>({
      query: (addressId) => ({ url: `${root}/addresses/${addressId}`, method: 'DELETE' }),
      invalidatesTags: ['Alerts'],
    }),
    replaceAlertKey: build.mutation<AddedAddress, string>({
      query: (addressId) => ({ url: `${root}/addresses/${addressId}/key`, method: 'POST' }),
      invalidatesTags: ['Alerts'],
    }),
    testAlerts: build.mutation<TestResults, { addressId?: string }>({
      query: (body) => ({ url: `${root}/test`, method: 'POST', body }),
      invalidatesTags: ['Alerts'],
    }),
  }),
});
export const {
  useAlertsQuery,
  useAcknowledgeAlertMutation,
  useMuteAlertMutation,
  useReleaseAlertMutation,
  useAddAlertAddressMutation,
  useRemoveAlertAddressMutation,
  useReplaceAlertKeyMutation,
  useTestAlertsMutation,
} = alertListApi;
