import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';
import { authenticationRequired, serverUnavailable } from '../session/session.slice';
import type { SignInGate } from './sign-in-gate';

export interface ApiExtra {
  gate: SignInGate;
}
interface ApiOptions {
  /** Sign-in's own calls: a 401 is their answer and is not queued. */
  ownsUnauthorised?: boolean;
}

const send = fetchBaseQuery({
  baseUrl: '/',
  credentials: 'same-origin',
  // Every write must carry it: a form of another site cannot set a header.
  prepareHeaders: (headers) => headers.set('X-Requested-By', 'superscope'),
});

const baseQuery: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, ApiOptions> = async (
  args,
  api,
  options,
) => {
  const { gate } = api.extra as ApiExtra;
  for (;;) {
    const result = await send(args, api, {});
    const status = result.error?.status;
    if (status === 503) api.dispatch(serverUnavailable(messageOf(result.error)));
    // Never the body: it may hold a password.
    if (status === 400)
      console.warn('Request refused', typeof args === 'string' ? args : args.url, messageOf(result.error));
    if (status !== 401 || options?.ownsUnauthorised) return result;
    const signedInAgain = gate.wait();
    api.dispatch(authenticationRequired());
    if (!(await signedInAgain)) return result;
  }
};

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Session', 'Plans', 'Plan', 'Figures', 'Campaigns', 'Settings', 'Info'],
  endpoints: () => ({}),
});

/** The server's own words, from `{message}` or the query service's `{error}`. */
export function messageOf(error: unknown): string | undefined {
  const data = (error as { data?: unknown } | undefined)?.data;
  if (typeof data !== 'object' || data === null) return undefined;
  const { message, error: text } = data as { message?: unknown; error?: unknown };
  return typeof message === 'string' ? message : typeof text === 'string' ? text : undefined;
}

/** The HTTP status, or undefined when there was no answer at all. */
export function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown; originalStatus?: unknown } | undefined)?.status;
  if (typeof status === 'number') return status;
  // A body that is no JSON, such as a proxy's own error page.
  const original = (error as { originalStatus?: unknown } | undefined)?.originalStatus;
  return typeof original === 'number' ? original : undefined;
}
