import type { Change, ReadModel } from '@superscope/contracts/changes';
import { useEffect } from 'react';
import { baseApi } from '../api/base.api';
import { sessionApi } from '../session/session.api';
import { seesPlans } from '../session/user';
import { useStoreDispatch, useStoreState, type Dispatch } from '../store';

// An import announces many changes in a row; the page asks again once for all of them.
const GATHER_MS = 400;
const REOPEN_AFTER_MS = 5000;

type OfPlan = 'Figures' | 'Campaigns' | 'Plan';
type Tag = { type: OfPlan; id: string } | OfPlan | 'Plans' | 'Settings';
// Figures follow from members and their events only once they are derived, which is a change of its own.
const OF_FIGURES: ReadModel[] = ['memberSnapshots', 'contactRequests', 'figures', 'plans', 'platforms', 'providers'];
const OF_CAMPAIGNS: ReadModel[] = ['campaigns', 'campaignEngagement'];
const OF_PLANS: ReadModel[] = ['plans', 'platforms', 'memberSnapshots', 'figures'];
const OF_LISTS: ReadModel[] = ['plans', 'platforms', 'providers'];

/** What has to be asked again after a change, and nothing else: a page may show thirty figures. */
export function staleAfter({ planId, readModels }: Pick<Change, 'planId' | 'readModels'>): Tag[] {
  const about = (type: OfPlan): Tag => (planId === null ? type : { type, id: planId });
  const any = (models: ReadModel[]) => readModels.some((model) => models.includes(model));
  return [
    ...(any(OF_FIGURES) ? [about('Figures')] : []),
    ...(any(OF_CAMPAIGNS) ? [about('Campaigns')] : []),
    ...(any(OF_PLANS) ? [about('Plan')] : []),
    ...(any(OF_LISTS) ? (['Plans'] as const) : []),
    ...(planId === null && any(['figures']) ? (['Settings'] as const) : []),
  ];
}

function listen(dispatch: Dispatch) {
  let source: EventSource | undefined;
  let waiting: Tag[] = [];
  let gather: ReturnType<typeof setTimeout> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let missedSome = false;
  let ended = false;

  const later = (tags: Tag[]) => {
    if (tags.length === 0) return;
    waiting.push(...tags);
    gather ??= setTimeout(() => {
      dispatch(baseApi.util.invalidateTags(waiting));
      waiting = [];
      gather = undefined;
    }, GATHER_MS);
  };
  const open = () => {
    source = new EventSource('/api/changes');
    source.addEventListener('change', (event) => {
      try {
        later(staleAfter(JSON.parse((event as MessageEvent<string>).data) as Change));
      } catch {
        later(['Figures', 'Campaigns', 'Plan']);
      }
    });
    source.addEventListener('open', () => {
      if (missedSome) later(['Figures', 'Campaigns', 'Plan', 'Plans']);
      missedSome = false;
    });
    source.addEventListener('error', () => {
      missedSome = true;
      // The browser reconnects by itself, but not after an answer such as 401 or 502.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(reopen);
      reopen = setTimeout(() => {
        // Whether the session still holds: when it does not, the figures leave the screen.
        const check = sessionApi.endpoints.session.initiate(undefined, { subscribe: false, forceRefetch: true });
        void dispatch(check).then(() => {
          if (!ended) open();
        });
      }, REOPEN_AFTER_MS);
    });
  };
  open();
  return () => {
    ended = true;
    source?.close();
    clearTimeout(gather);
    clearTimeout(reopen);
  };
}

/** While somebody who may see plans is signed in, figures that changed on the server are asked again by themselves. */
export function useChanges() {
  const dispatch = useStoreDispatch();
  const listens = useStoreState(({ session }) => session.user !== null && seesPlans(session.user));
  useEffect(() => (listens && typeof EventSource !== 'undefined' ? listen(dispatch) : undefined), [dispatch, listens]);
}
