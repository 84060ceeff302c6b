import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isCompareKey, type CompareKey } from '../compare/compare';
import { noFilters, readFilters, type Filters } from '../filters/filters';
import type { PeriodKey } from '../period/period';
import { planChosen, planCleared } from './current-plan.slice';

/** The filters and settings of a page of figures, apart from its plan. */
export interface ViewChoice {
  /** Only members who have engaged, online or in a consultation. */
  engaged: boolean;
  /** Null until the user chooses; the default then applies. */
  period: PeriodKey | null;
  /** Null: figures over time are compared with nothing. */
  compare: CompareKey | null;
  filters: Filters;
}
export const usualChoice: ViewChoice = { engaged: false, period: null, compare: null, filters: noFilters };

interface ViewState extends ViewChoice {
  /** Exact figures instead of published ones, for users who may see them. No address can ask for them. */
  exact: boolean;
}
const KEY = 'view';
const usual: ViewState = { exact: false, ...usualChoice };

function storedView(): ViewState {
  try {
    const view: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { exact, engaged, period, compare, filters } = (view ?? {}) as Record<keyof ViewState, unknown>;
    // A period that the plan does not offer, or no longer offers, is replaced by the default later.
    return {
      exact: exact === true,
      engaged: engaged === true,
      period: typeof period === 'string' ? (period as ViewState['period']) : null,
      compare: isCompareKey(compare) ? compare : null,
      filters: storedFilters(filters),
    };
  } catch {
    return usual;
  }
}
const storedFilters = (stored: unknown): Filters =>
  typeof stored === 'object' && stored !== null
    ? readFilters(
        new URLSearchParams(
          Object.entries(stored).flatMap(([column, values]) =>
            (Array.isArray(values) ? values : []).map((value): [string, string] => [column, String(value)]),
          ),
        ),
      )
    : noFilters;

export const storeView = (view: ViewState) => sessionStorage.setItem(KEY, JSON.stringify(view));

/**
 * The session's view, for pages whose address names none; restored with the plan when the tab reloads the page.
 * Another plan starts from the defaults.
 */
export const viewSlice = createSlice({
  name: 'view',
  initialState: storedView,
  reducers: {
    exactChosen: (state, { payload }: PayloadAction<boolean>) => {
      state.exact = payload;
    },
    /** Stores the view of the address. */
    viewShown: ({ exact }, { payload: { engaged, period, compare, filters } }: PayloadAction<ViewChoice>) => ({
      exact,
      engaged,
      period,
      compare,
      filters,
    }),
  },
  extraReducers: (build) => build.addCase(planChosen, () => usual).addCase(planCleared, () => usual),
});
export const { exactChosen, viewShown } = viewSlice.actions;
