import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import { asOfGone, type AsOf } from '../slices/as-of.slice';
import { authenticationRequired, serverUnavailable } from '../slices/session.slice';
import { isUnattended } from './attendance';
import type { RecentWrites } from './recent-writes';
import type { SignInGate } from './sign-in-gate';

export interface ApiExtra {
  gate: SignInGate;
  writes: RecentWrites;
}
/** `reference`: the id under which the server logged its failure. */
export type ApiError = FetchBaseQueryError & { reference?: string };

interface ApiOptions {
  /** For sign-in's own calls: a 401 is their answer, so they do not wait for another sign-in. */
  ownsUnauthorised?: boolean;
  /** The server can also answer as of the past moment that the tab shows. All other endpoints answer for today. */
  asOf?: boolean;
}

const send = fetchBaseQuery({
  baseUrl: '/',
  credentials: 'same-origin',
  prepareHeaders: (headers) => {
    // The server requires this header on every write: a form of another site cannot set it.
    headers.set('X-Requested-By', 'superscope');
    // The requests of a page that follows changes must not extend the session of a person who has left.
    if (isUnattended()) headers.set('X-Unattended', 'true');
    return headers;
  },
});

const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, ApiOptions> = async (args, api, options) => {
  const { gate, writes } = api.extra as ApiExtra;
  const request = withCorrelationId(args);
  for (;;) {
    const after = api.type === 'query' ? writes.newest() : null;
    const viewId = options?.asOf ? viewOf(api.getState()) : null;
    const fresh = after === null ? request : withHeader(request, AFTER, after);
    const result = referred(await send(viewId === null ? fresh : withHeader(fresh, asOfHeader, viewId), api, {}));
    if (viewId !== null && result.error?.status === 410) api.dispatch(asOfGone());
    if (api.type === 'mutation') writes.note(result.data);
    if (after !== null && isUpToDate(result)) writes.seen(after);
    const status = result.error?.status;
    if (status === 503) api.dispatch(serverUnavailable(messageOf(result.error)));
    logFailure(typeof args === 'string' ? args : args.url, result.error);
    if (status !== 401 || options?.ownsUnauthorised) return result;
    const signedInAgain = gate.wait();
    api.dispatch(authenticationRequired());
    if (!(await signedInAgain)) return result;
  }
};

/** Logs failures whose details the user does not see. Never logs the request's body, which may hold a password. */
function logFailure(url: string, error: ApiError | undefined): void {
  const status = statusOf(error);
  if (error === undefined || (status !== undefined && status !== 400 && status < 500)) return;
  if (status === 400) console.warn('Request refused', url, messageOf(error));
  else console.warn('Request failed', url, status ?? 'no answer', referenceOf(error) ?? '');
}

const viewOf = (state: unknown) => (state as { asOf: AsOf | null }).asOf?.viewId ?? null;

export const CORRELATION = 'X-Correlation-Id';
const AFTER = 'X-After';

function withHeader(args: string | FetchArgs, name: string, value: string): FetchArgs {
  const request = typeof args === 'string' ? { url: args } : args;
  return { ...request, headers: { ...(request.headers as Record<string, string>), [name]: value } };
}

/** Gives a write an id by which it is found in the logs of every process that handles it, up to the projector. */
function withCorrelationId(args: string | FetchArgs): string | FetchArgs {
  if (typeof args === 'string' || (args.method ?? 'GET') === 'GET') return args;
  return withHeader(args, CORRELATION, newId());
}

type Result = Awaited<ReturnType<typeof send>>;

/** True if the read models contained the event that the read waited for. Otherwise X-Projected-Position says how far they were. */
const isUpToDate = ({ error, meta }: Result) => !error && !meta?.response?.headers.has('X-Projected-Position');

/** A UUID. `crypto.randomUUID` exists only on pages that were loaded over TLS or from localhost. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function referred(result: Result) {
  const answer = result.meta?.response;
  const reference = answer && answer.status >= 500 ? answer.headers.get(CORRELATION) : null;
  return result.error && reference ? { ...result, error: { ...result.error, reference } } : result;
}

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  // The tags that several features share. A feature adds its own.
  tagTypes: ['Plans', 'Plan', 'Figures', 'ExactFigures', 'Campaigns', 'ExactCampaigns', 'Peers', 'Settings'],
  endpoints: () => ({}),
});

/** The server's error message, from `{message}` or the query service's `{error}`. */
export function messageOf(error: unknown): string | undefined {
  const data = (error as { data?: unknown } | undefined)?.data;
  if (typeof data !== 'object' || data === null) return undefined;
  const { message, error: text } = data as { message?: unknown; error?: unknown };
  return typeof message === 'string' ? message : typeof text === 'string' ? text : undefined;
}

/** The server's validation errors, one per field; a single message with a null field if it names no field. */
export function errorsOf(
  error: unknown,
  otherwise = 'This did not work. Please try again.',
): { field: string | null; message: string }[] {
  const { errors } = ((error as { data?: unknown } | undefined)?.data ?? {}) as { errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return errors as { field: string; message: string }[];
  return error === undefined ? [] : [{ field: null, message: messageOf(error) ?? otherwise }];
}

/** The id under which the server logged its failure; null if the server did not fail. */
export function referenceOf(error: unknown): string | null {
  const { reference } = (error ?? {}) as { reference?: unknown };
  return typeof reference === 'string' ? reference : null;
}

/** The HTTP status, or undefined when there was no answer at all. */
export function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown; originalStatus?: unknown } | undefined)?.status;
  if (typeof status === 'number') return status;
  // The body is not JSON, such as a proxy's own error page.
  const original = (error as { originalStatus?: unknown } | undefined)?.originalStatus;
  return typeof original === 'number' ? original : undefined;
}

/** Whether the server said that there is no such thing, or none within the user's reach. */
export const isUnknown = (error: unknown): boolean => [400, 404].includes(statusOf(error) ?? 0);
