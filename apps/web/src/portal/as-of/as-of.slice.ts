import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { left } from '../session/session.slice';

/** The plan and the past moment that this tab shows, and the view of the server that holds its figures. */
export interface AsOf {
  viewId: string;
  planId: string;
  planName: string;
  /** ISO instant. */
  moment: string;
  /** The server has removed the view. */
  gone?: boolean;
}
const KEY = 'asOf';

function storedAsOf(): AsOf | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { viewId, planId, planName, moment } = (stored ?? {}) as Partial<AsOf>;
    const isWhole = [viewId, planId, planName, moment].every((text) => typeof text === 'string');
    return isWhole ? ({ viewId, planId, planName, moment } as AsOf) : null;
  } catch {
    return null;
  }
}
export const storeAsOf = (asOf: AsOf | null) =>
  asOf ? sessionStorage.setItem(KEY, JSON.stringify(asOf)) : sessionStorage.removeItem(KEY);

/** Null: the tab shows today. It is restored when the tab loads the page again. */
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
