import { baseApi } from '../api/base.api';
import { planCleared } from '../slices/current-plan.slice';
import { planApi } from '../plan/plan.api';
import type { Thunk } from '../state';
import { forgetView } from './intended-path';
import { forgetKept, keep, kept } from './kept';
import { signedIn } from '../slices/session.slice';
import { may, type User } from '../user/user';

/** Who was signed in last in this tab, and did not sign out. */
const LAST = 'username';

/** Signs in the user that the server named. Waiting requests are repeated for the same user; another user starts afresh. */
export const welcome =
  (user: User): Thunk =>
  (dispatch, state, { gate, writes }) => {
    const { user: before, lastUsername } = state().session;
    if (before?.username === user.username) {
      dispatch(signedIn(user));
      gate.open();
      return;
    }
    gate.giveUp();
    writes.forget();
    // A reload of the sign-in screen leaves what the tab keeps, but not the state.
    const last = lastUsername ?? kept<string>(LAST);
    if (last !== null && last !== user.username) {
      dispatch(planCleared());
      forgetView();
      forgetKept();
    }
    keep(LAST, user.username);
    dispatch(signedIn(user));
    dispatch(baseApi.util.resetApiState());
    dispatch(askAhead(user));
  };

/** Prefetches what every page of figures waits for, before the first page is drawn. */
const askAhead =
  (user: User): Thunk =>
  (dispatch, state) => {
    if (!may(user, 'portal.read')) return;
    const { currentPlan } = state();
    if (!may(user, 'plans.choose')) dispatch(planApi.util.prefetch('ownPlan', user.planId ?? null, {}));
    else if (currentPlan) dispatch(planApi.util.prefetch('plan', currentPlan.id, {}));
  };
