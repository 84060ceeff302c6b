import type { Change } from '@superscope/contracts/changes';
import { useEffect } from 'react';
import { baseApi } from '../api/base.api';
import { recheckSession } from '../session/session.api';
import { may } from '../user/user';
import { useStoreDispatch, useStoreState, type Dispatch, type Thunk } from '../state';
import { staleAfter, type StaleTag, type Tag } from './stale-after';

// An import announces many changes in a row; the page refetches once for all of them.
const GATHER_MS = 400;
const REOPEN_AFTER_MS = 5000;

const showsExact = (): Thunk<boolean> => (_, state) => state().view.exact;

function listen(dispatch: Dispatch, tags: readonly StaleTag[]) {
  const everything = tags.map(({ type }) => type);
  const { invalidateTags } = baseApi.enhanceEndpoints({ addTagTypes: everything }).util;
  let source: EventSource | undefined;
  let waiting: Tag[] = [];
  let gather: ReturnType<typeof setTimeout> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  // A page that opens in a hidden tab listens only once the tab is shown.
  let missedSome = document.hidden;
  let ended = false;

  const later = (stale: Tag[]) => {
    if (stale.length === 0) return;
    waiting.push(...stale);
    gather ??= setTimeout(() => {
      dispatch(invalidateTags(waiting));
      waiting = [];
      gather = undefined;
    }, GATHER_MS);
  };
  const open = () => {
    source?.close();
    source = new EventSource('/api/changes');
    source.addEventListener('change', (event) => {
      try {
        const change = JSON.parse((event as MessageEvent<string>).data) as Change;
        // An Admin may have given this person another role, which decides what the menu offers.
        if (change.readModels.includes('users')) void dispatch(recheckSession());
        later(staleAfter(tags, change, dispatch(showsExact())));
      } catch {
        later(everything);
      }
    });
    source.addEventListener('open', () => {
      if (!missedSome) return;
      missedSome = false;
      // The stream reconnects with the current cookie, which may belong to a user who signed in in another tab.
      void dispatch(recheckSession()).then(() => {
        if (!ended) later(everything);
      });
    });
    source.addEventListener('error', () => {
      missedSome = true;
      // The browser reconnects by itself, but not after an answer such as 401 or 502.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(reopen);
      reopen = setTimeout(() => {
        // Checks the session first: if it has ended, the figures must leave the screen.
        void dispatch(recheckSession()).then(() => {
          if (!ended && !document.hidden) open();
        });
      }, REOPEN_AFTER_MS);
    });
  };
  // Over plain HTTP all tabs of a browser share six connections to a server, and an open stream keeps one.
  const showOrHide = () => {
    missedSome = true;
    clearTimeout(reopen);
    if (document.hidden) source?.close();
    else open();
  };
  document.addEventListener('visibilitychange', showOrHide);
  if (!document.hidden) open();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', showOrHide);
    source?.close();
    clearTimeout(gather);
    clearTimeout(reopen);
  };
}

/**
 * Refetches data that changed on the server, while a user who may see plans is signed in. `tags` must be the same
 * array on every render.
 */
export function useChanges(tags: readonly StaleTag[]) {
  const dispatch = useStoreDispatch();
  // The user whose stream it is. Another user may see other plans, so the stream is opened again.
  const reader = useStoreState(({ session: { user } }) => (may(user, 'portal.read') ? user!.username : null));
  useEffect(
    () => (reader !== null && typeof EventSource !== 'undefined' ? listen(dispatch, tags) : undefined),
    [dispatch, reader, tags],
  );
}
