import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface CurrentPlan {
  id: string;
  name: string;
}
const KEY = 'currentPlan';

function storedPlan(): CurrentPlan | null {
  try {
    const plan: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { id, name } = (plan ?? {}) as Partial<CurrentPlan>;
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
  } catch {
    return null;
  }
}
export const storePlan = (plan: CurrentPlan | null) =>
  plan ? sessionStorage.setItem(KEY, JSON.stringify(plan)) : sessionStorage.removeItem(KEY);

/** The plan that every page shows. It is restored when the tab reloads. */
export const currentPlanSlice = createSlice({
  name: 'currentPlan',
  initialState: storedPlan,
  reducers: {
    planChosen: (_, { payload }: PayloadAction<CurrentPlan>) => ({ id: payload.id, name: payload.name }),
    planCleared: () => null,
  },
});
export const { planChosen, planCleared } = currentPlanSlice.actions;
