import { baseApi } from '../api/base.api';
import { planCleared } from '../plan/current-plan.slice';
import type { Thunk } from '../state';
import { forgetView } from './intended-path';
import { signedIn } from './session.slice';
import type { User } from './user';

/** Takes the user that the server named. Waiting requests are repeated for the same person; another person starts afresh. */
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
    if (lastUsername !== null && lastUsername !== user.username) {
      dispatch(planCleared());
      forgetView();
    }
    dispatch(signedIn(user));
    dispatch(baseApi.util.resetApiState());
  };
