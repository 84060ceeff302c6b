import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { left } from './session.slice';

/** The plan and the past moment that this tab shows, and the view of the server that holds its figures. */
export interface AsOf {
  viewId: string;
  planId: string;
  planName: string;
  /** ISO instant. */
  moment: string;
  /** The position of the newest event in the view, and the digest of the view's contents. Views of an earlier release lack both. */
  position?: string;
  digest?: string;
  /** The server has removed the view. */
  gone?: boolean;
}
const KEY = 'asOf';

function storedAsOf(): AsOf | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { viewId, planId, planName, moment, position, digest } = (stored ?? {}) as Partial<AsOf>;
    const isWhole = [viewId, planId, planName, moment].every((text) => typeof text === 'string');
    const sum = typeof position === 'string' && typeof digest === 'string' ? { position, digest } : {};
    return isWhole ? ({ viewId, planId, planName, moment, ...sum } as AsOf) : null;
  } catch {
    return null;
  }
}
export const storeAsOf = (asOf: AsOf | null) =>
  asOf ? sessionStorage.setItem(KEY, JSON.stringify(asOf)) : sessionStorage.removeItem(KEY);

/** The past moment that the tab shows; null for today. It is restored when the tab reloads the page. */
export const asOfSlice = createSlice({
  name: 'asOf',
  initialState: storedAsOf,
  reducers: {
    asOfEntered: (_, { payload }: PayloadAction<AsOf>) => payload,
    asOfLeft: () => null,
    asOfGone: (state) => (state === null ? null : { ...state, gone: true }),
  },
  extraReducers: (build) => build.addCase(left, () => null),
});
export const { asOfEntered, asOfLeft, asOfGone } = asOfSlice.actions;
