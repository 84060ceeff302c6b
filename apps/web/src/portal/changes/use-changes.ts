import type { Change, ReadModel } from '@superscope/contracts/changes';
import { useEffect } from 'react';
import { baseApi } from '../api/base.api';
import { recheckSession } from '../session/session.api';
import { seesPlans } from '../session/user';
import { useStoreDispatch, useStoreState, type Dispatch, type Thunk } from '../state';

// An import announces many changes in a row; the page asks again once for all of them.
const GATHER_MS = 400;
const REOPEN_AFTER_MS = 5000;

type OfPlan = 'Figures' | 'ExactFigures' | 'Campaigns' | 'ExactCampaigns' | 'Plan';
type Tag = { type: OfPlan; id: string } | OfPlan | 'Plans' | 'Settings';
const OF_SCOPE: ReadModel[] = ['plans', 'platforms', 'providers'];
// Published figures stand still until a month closes or is published anew: what happens to one member does not move them.
const STALE: [OfPlan, ReadModel[]][] = [
  ['Figures', ['editions', ...OF_SCOPE]],
  // These follow from members and their events only once they are derived, which is a change of its own.
  ['ExactFigures', ['memberSnapshots', 'contactRequests', 'figures', ...OF_SCOPE]],
  ['Campaigns', ['campaigns', 'editions']],
  ['ExactCampaigns', ['campaigns', 'campaignEngagement']],
  ['Plan', ['plans', 'platforms', 'editions', 'figures']],
];

/**
 * What has to be asked again after a change, and nothing else: a page may show thirty figures. `exact`: the page shows exact ones, to
 * the plan's newest month, which any of its members' months may begin.
 */
export function staleAfter({ planId, readModels }: Pick<Change, 'planId' | 'readModels'>, exact: boolean): Tag[] {
  const about = (type: OfPlan): Tag => (planId === null ? type : { type, id: planId });
  const any = (models: ReadModel[]) => readModels.some((model) => models.includes(model));
  return [
    ...STALE.flatMap(([type, models]) =>
      any(models) || (type === 'Plan' && exact && any(['memberSnapshots'])) ? [about(type)] : [],
    ),
    ...(any(OF_SCOPE) ? (['Plans'] as const) : []),
    ...(planId === null && any(['figures']) ? (['Settings'] as const) : []),
  ];
}

const EVERYTHING = ['Figures', 'ExactFigures', 'Campaigns', 'ExactCampaigns', 'Plan'] as const;
const showsExact = (): Thunk<boolean> => (_, state) => state().view.exact;

function listen(dispatch: Dispatch) {
  let source: EventSource | undefined;
  let waiting: Tag[] = [];
  let gather: ReturnType<typeof setTimeout> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  // A page that opened out of sight listens only once it is seen.
  let missedSome = document.hidden;
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
    source?.close();
    source = new EventSource('/api/changes');
    source.addEventListener('change', (event) => {
      try {
        later(staleAfter(JSON.parse((event as MessageEvent<string>).data) as Change, dispatch(showsExact())));
      } catch {
        later([...EVERYTHING]);
      }
    });
    source.addEventListener('open', () => {
      if (!missedSome) return;
      missedSome = false;
      // It comes back under the cookie of now, which may be of somebody who signed in in another tab.
      void dispatch(recheckSession()).then(() => {
        if (!ended) later([...EVERYTHING, 'Plans']);
      });
    });
    source.addEventListener('error', () => {
      missedSome = true;
      // The browser reconnects by itself, but not after an answer such as 401 or 502.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(reopen);
      reopen = setTimeout(() => {
        // Whether the session still holds: when it does not, the figures leave the screen.
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

/** While somebody who may see plans is signed in, figures that changed on the server are asked again by themselves. */
export function useChanges() {
  const dispatch = useStoreDispatch();
  // Whose stream it is: another person's reach is another.
  const reader = useStoreState(({ session: { user } }) => (user && seesPlans(user) ? user.username : null));
  useEffect(
    () => (reader !== null && typeof EventSource !== 'undefined' ? listen(dispatch) : undefined),
    [dispatch, reader],
  );
}
