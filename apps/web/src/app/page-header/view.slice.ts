import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { planChosen, planCleared } from '../plan/current-plan.slice';
import type { PeriodKey } from '../period/period';

interface ViewState {
  /** Only members who have engaged, online or in a consultation. */
  engaged: boolean;
  /** Null until somebody chooses: the default then holds. */
  period: PeriodKey | null;
}
const initialState: ViewState = { engaged: false, period: null };

/** What the page header narrows every figure to. Another plan starts from the defaults. */
export const viewSlice = createSlice({
  name: 'view',
  initialState,
  reducers: {
    engagedToggled: (state, { payload }: PayloadAction<boolean>) => {
      state.engaged = payload;
    },
    periodChosen: (state, { payload }: PayloadAction<PeriodKey>) => {
      state.period = payload;
    },
  },
  extraReducers: (build) => build.addCase(planChosen, () => initialState).addCase(planCleared, () => initialState),
});
export const { engagedToggled, periodChosen } = viewSlice.actions;
