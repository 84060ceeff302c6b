import type { AlertCount } from '@superscope/contracts/alerts';
import { baseApi } from '../api/base.api';

/** The checks are looked at each minute. */
const EVERY_MS = 15_000;

export const alertsApi = baseApi.enhanceEndpoints({ addTagTypes: ['Alerts'] }).injectEndpoints({
  endpoints: (build) => ({
    alertCount: build.query<AlertCount, void>({ query: () => 'api/alerts/count', providesTags: ['Alerts'] }),
  }),
});

/** What fires, for whoever may read operations. */
export const useFiringAlerts = ({ skip = false } = {}) =>
  alertsApi.useAlertCountQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true, skip });
