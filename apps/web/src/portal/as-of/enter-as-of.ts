import { planChosen } from '../slices/current-plan.slice';
import { mayLeave } from '../leaving/leaving';
import type { Thunk } from '../state';
import { asOfEntered, asOfLeft, type AsOf } from '../slices/as-of.slice';
import { loadPage } from './load-page';

/** Shows a page of the plan as it stood. */
export const enterAsOf =
  (asOf: AsOf, path = '/dashboard'): Thunk<Promise<void>> =>
  async (dispatch) => {
    if (!(await mayLeave())) return;
    dispatch(planChosen({ id: asOf.planId, name: asOf.planName }));
    dispatch(asOfEntered(asOf));
    loadPage(`${path}?${new URLSearchParams({ plan: asOf.planId })}`);
  };

/** Back to today, on the same page. */
export const returnToNow =
  (path: string): Thunk<Promise<void>> =>
  async (dispatch) => {
    if (!(await mayLeave())) return;
    dispatch(asOfLeft());
    loadPage(path);
  };
