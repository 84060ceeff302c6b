import { baseApi } from '../api/base.api';
import { planCleared } from '../plan/current-plan.slice';
import type { Thunk } from '../state';
import { forgetView } from './intended-path';
import { signedIn } from './session.slice';
import type { User } from './user';

/** Whoever the server says is signed in. Waiting requests go on for the same person; for another everything starts afresh. */
export const welcome =
  (user: User): Thunk =>
  (dispatch, state, { gate }) => {
    const { user: before, lastUsername } = state().session;
    if (before?.username === user.username) {
      dispatch(signedIn(user));
      gate.open();
      return;
    }
    gate.giveUp();
    if (lastUsername !== null && lastUsername !== user.username) {
      dispatch(planCleared());
      forgetView();
    }
    dispatch(signedIn(user));
    dispatch(baseApi.util.resetApiState());
  };
