import { baseApi, statusOf } from '../api/base.api';
import { planCleared } from '../slices/current-plan.slice';
import type { Thunk } from '../state';
import { forgetPath } from './intended-path';
import { forgetKept } from './kept';
import { sessionApi } from './session.api';
import { left } from '../slices/session.slice';

/**
 * Ends the session on the server and forgets everything that it showed. `asked`: the user signed out by choice, and
 * sees a message if the server did not confirm it.
 */
export const leave =
  ({ asked = true } = {}): Thunk<Promise<void>> =>
  async (dispatch, state, { gate, writes }) => {
    const { error } = await dispatch(sessionApi.endpoints.signOut.initiate());
    const ended = error === undefined || statusOf(error) === 401;
    const tells = asked || state().session.mayStillBeSignedIn;
    // A server that does not answer must not keep the user signed in on this screen.
    gate.giveUp();
    writes.forget();
    forgetPath();
    forgetKept();
    dispatch(left({ ended, tells }));
    dispatch(planCleared());
    dispatch(baseApi.util.resetApiState());
  };
