import { baseApi, type ApiExtra } from '../api/base.api';
import { planCleared } from '../plan/current-plan.slice';
import type { Dispatch, State } from '../store';
import { forgetPath } from './intended-path';
import { sessionApi } from './session.api';
import { left, signedIn } from './session.slice';
import type { User } from './user';

type Thunk<T = void> = (dispatch: Dispatch, state: () => State, extra: ApiExtra) => T;

/** After a successful sign-in. Waiting requests go on for the same person; for another everything starts afresh. */
export const welcome =
  (user: User): Thunk =>
  (dispatch, state, { gate }) => {
    const before = state().session.user;
    if (before?.username === user.username) {
      dispatch(signedIn(user));
      gate.open();
      return;
    }
    gate.giveUp();
    if (before) dispatch(planCleared());
    dispatch(signedIn(user));
    dispatch(baseApi.util.resetApiState());
  };

/** Ends the session on the server and forgets everything that it showed. */
export const leave =
  (): Thunk<Promise<void>> =>
  async (dispatch, _, { gate }) => {
    // A server that does not answer must not keep somebody signed in on this screen.
    await dispatch(sessionApi.endpoints.signOut.initiate()).catch(() => undefined);
    gate.giveUp();
    forgetPath();
    dispatch(left());
    dispatch(planCleared());
    dispatch(baseApi.util.resetApiState());
  };
