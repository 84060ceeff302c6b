import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { planChosen, planCleared } from '../plan/current-plan.slice';
import type { PeriodKey } from '../period/period';

interface ViewState {
  /** Exact figures instead of published ones, for those who may see them. */
  exact: boolean;
  /** Only members who have engaged, online or in a consultation. */
  engaged: boolean;
  /** Null until somebody chooses: the default then holds. */
  period: PeriodKey | null;
}
const KEY = 'view';
const usual: ViewState = { exact: false, engaged: false, period: null };

function storedView(): ViewState {
  try {
    const view: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { exact, engaged, period } = (view ?? {}) as Record<keyof ViewState, unknown>;
    // A period that the plan does not have, or no longer has, gives way to the default.
    return {
      exact: exact === true,
      engaged: engaged === true,
      period: typeof period === 'string' ? (period as PeriodKey) : null,
    };
  } catch {
    return usual;
  }
}
export const storeView = (view: ViewState) => sessionStorage.setItem(KEY, JSON.stringify(view));

/**
 * What the page header narrows every figure to; restored with the plan when the tab loads the page again. Another plan
 * starts from the defaults.
 */
export const viewSlice = createSlice({
  name: 'view',
  initialState: storedView,
  reducers: {
    exactChosen: (state, { payload }: PayloadAction<boolean>) => {
      state.exact = payload;
    },
    engagedToggled: (state, { payload }: PayloadAction<boolean>) => {
      state.engaged = payload;
    },
    periodChosen: (state, { payload }: PayloadAction<PeriodKey>) => {
      state.period = payload;
    },
  },
  extraReducers: (build) => build.addCase(planChosen, () => usual).addCase(planCleared, () => usual),
});
export const { exactChosen, engagedToggled, periodChosen } = viewSlice.actions;
