import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SignedInUser } from '@superscope/contracts/authentication';

interface SessionState {
  /** `expired`: the session has ended and its user's requests wait for a new sign-in. */
  status: 'unknown' | 'signedOut' | 'signedIn' | 'expired';
  user: SignedInUser | null;
  /** The user whose plan this tab still holds, even after that user's session has ended. */
  lastUsername: string | null;
  /** False after the user signed out: the next sign-in leads to the start, not to the previous page. */
  remembersPath: boolean;
  /** Set while the server is down: shows the maintenance view; the text is the server's own, if it gave one. */
  unavailable: { message: string | undefined } | null;
  /** How often the maintenance view has looked again for the server during this outage. */
  attempts: number;
  /** When the server was last found unavailable, in milliseconds since 1970. */
  unavailableAt: number | null;
  /** The user signed out here, but the server did not confirm it. */
  mayStillBeSignedIn: boolean;
  /** The session ended before a new password was accepted. The message stays until it is closed. */
  passwordUnchanged: boolean;
}
const initialState: SessionState = {
  status: 'unknown',
  user: null,
  lastUsername: null,
  remembersPath: true,
  unavailable: null,
  attempts: 0,
  unavailableAt: null,
  mayStillBeSignedIn: false,
  passwordUnchanged: false,
};

/** A server that answers the session check and fails again within this time is still in the same outage. */
const OUTAGES_APART_MS = 60_000;

const expire = (state: SessionState) => {
  state.status = state.user ? 'expired' : 'signedOut';
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (state, { payload }: PayloadAction<SignedInUser>) => {
      if (state.lastUsername !== payload.username) state.passwordUnchanged = false;
      state.status = 'signedIn';
      state.user = payload;
      state.lastUsername = payload.username;
      state.mayStillBeSignedIn = false;
      state.remembersPath = true;
      state.unavailable = null;
    },
    signedOut: (state) => {
      state.status = 'signedOut';
      state.user = null;
      state.mayStillBeSignedIn = false;
    },
    left: (state, { payload: { ended, tells } }: PayloadAction<{ ended: boolean; tells: boolean }>) => ({
      ...initialState,
      status: 'signedOut' as const,
      remembersPath: false,
      unavailable: ended ? null : state.unavailable,
      attempts: state.attempts,
      unavailableAt: state.unavailableAt,
      mayStillBeSignedIn: tells && !ended,
    }),
    authenticationRequired: expire,
    passwordNotChanged: (state) => {
      expire(state);
      state.passwordUnchanged = true;
    },
    passwordNoticeClosed: (state) => {
      state.passwordUnchanged = false;
    },
    serverUnavailable: {
      prepare: (message?: string) => ({ payload: { message, at: Date.now() } }),
      reducer: (state, { payload: { message, at } }: PayloadAction<{ message: string | undefined; at: number }>) => {
        const last = state.unavailableAt;
        if (state.unavailable === null && (last === null || at - last > OUTAGES_APART_MS)) state.attempts = 0;
        state.unavailable = { message };
        state.unavailableAt = at;
      },
    },
    lookedAgain: (state) => {
      state.attempts += 1;
    },
    countdownBegun: (state) => {
      state.attempts = 0;
    },
    serverAvailable: (state) => {
      state.unavailable = null;
    },
  },
});
export const {
  signedIn,
  signedOut,
  left,
  authenticationRequired,
  passwordNotChanged,
  passwordNoticeClosed,
  serverUnavailable,
  lookedAgain,
  countdownBegun,
  serverAvailable,
} = sessionSlice.actions;
