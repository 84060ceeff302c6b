import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from './user';

interface SessionState {
  /** `expired`: somebody was signed in and the server asks again; their requests wait. */
  status: 'unknown' | 'signedOut' | 'signedIn' | 'expired';
  user: User | null;
  /** Whose plan this tab still holds: known even after their session ended. */
  lastUsername: string | null;
  /** False after somebody signed out themselves: they come back to the start, not to where they were. */
  remembersPath: boolean;
  /** Set while the server is down: shows the maintenance view; the text is the server's own, if it gave one. */
  unavailable: { message: string | undefined } | null;
  /** They logged out here, and the server did not confirm it. */
  mayStillBeSignedIn: boolean;
  /** Their session ended before a new password was taken; told until they close it. */
  passwordUnchanged: boolean;
}
const initialState: SessionState = {
  status: 'unknown',
  user: null,
  lastUsername: null,
  remembersPath: true,
  unavailable: null,
  mayStillBeSignedIn: false,
  passwordUnchanged: false,
};

const expire = (state: SessionState) => {
  state.status = state.user ? 'expired' : 'signedOut';
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (state, { payload }: PayloadAction<User>) => {
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
    serverUnavailable: (state, { payload }: PayloadAction<string | undefined>) => {
      state.unavailable = { message: payload };
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
  serverAvailable,
} = sessionSlice.actions;
