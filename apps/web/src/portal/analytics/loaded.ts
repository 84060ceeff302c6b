import { referenceOf } from '../api/base.api';

/** The state of a request. */
export interface Progress {
  /** Newer figures are loading: draw these dimmed. */
  refreshing: boolean;
  /** How often these figures have changed on the server while the user's choice stayed the same. */
  updates?: number;
  failed: boolean;
  /** The id under which the server logged the failure. */
  reference: string | null;
  retry: () => void;
}

/** The newest answer, or a value made from it. `data` is undefined before the first answer and after a failure. */
export interface Loaded<T> extends Progress {
  data: T | undefined;
}

interface RequestState {
  isFetching: boolean;
  isError: boolean;
  error?: unknown;
  refetch: () => unknown;
}

/** What a request's hook has returned, with the data that is shown of it. */
export const loadedOf = <T>({ isFetching, isError, error, refetch }: RequestState, data: T | undefined): Loaded<T> => ({
  data,
  refreshing: isFetching && data !== undefined,
  failed: isError && !isFetching,
  reference: referenceOf(error),
  retry: () => void refetch(),
});

export const mapLoaded = <T, R>({ data, ...progress }: Loaded<T>, make: (data: T) => R): Loaded<R> => ({
  ...progress,
  data: data === undefined ? undefined : make(data),
});

type Data<P extends readonly Loaded<unknown>[]> = { [I in keyof P]: P[I] extends Loaded<infer T> ? T : never };

/** Combines the answers of one card. It waits for all of them, refreshes while any does, and fails if any fails. */
export function together<P extends readonly Loaded<unknown>[]>(...parts: P): Loaded<Data<P>> {
  const lost = parts.filter(({ failed }) => failed);
  const data = parts.map((part) => part.data);
  return {
    data: data.includes(undefined) ? undefined : (data as Data<P>),
    refreshing: parts.some(({ refreshing }) => refreshing),
    updates: parts.reduce((sum, { updates = 0 }) => sum + updates, 0),
    failed: lost.length > 0,
    reference: lost[0]?.reference ?? null,
    retry: () => lost.forEach(({ retry }) => retry()),
  };
}
