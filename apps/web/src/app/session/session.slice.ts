import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from './user';

interface SessionState {
  /** `expired`: somebody was signed in and the server asks again; their requests wait. */
  status: 'unknown' | 'signedOut' | 'signedIn' | 'expired';
  user: User | null;
  /** False after somebody signed out themselves: they come back to the start, not to where they were. */
  remembersPath: boolean;
  /** Set while the server is down: shows the maintenance view; the text is the server's own, if it gave one. */
  unavailable: { message: string | undefined } | null;
}
const initialState: SessionState = { status: 'unknown', user: null, remembersPath: true, unavailable: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (state, { payload }: PayloadAction<User>) => {
      state.status = 'signedIn';
      state.user = payload;
      state.remembersPath = true;
      state.unavailable = null;
    },
    signedOut: (state) => {
      state.status = 'signedOut';
      state.user = null;
    },
    left: (state) => {
      state.status = 'signedOut';
      state.user = null;
      state.remembersPath = false;
    },
    authenticationRequired: (state) => {
      state.status = state.user ? 'expired' : 'signedOut';
    },
    serverUnavailable: (state, { payload }: PayloadAction<string | undefined>) => {
      state.unavailable = { message: payload };
    },
    serverAvailable: (state) => {
      state.unavailable = null;
    },
  },
});
export const { signedIn, signedOut, left, authenticationRequired, serverUnavailable, serverAvailable } =
  sessionSlice.actions;
