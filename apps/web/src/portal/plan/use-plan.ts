import { useEffect } from 'react';
import { referenceOf, statusOf } from '../api/base.api';
import { choosesPlan, seesPlans } from '../session/user';
import { useStoreDispatch, useStoreState } from '../state';
import { planChosen, planCleared } from './current-plan.slice';
import { useOwnPlanQuery, usePlanQuery } from './plan.api';

/**
 * The plan that the page is about, with its dates. A company representative's is loaded by itself; everybody else's is
 * the one they chose in this tab, forgotten when the server no longer lets them see it.
 */
export function usePlan() {
  const dispatch = useStoreDispatch();
  const user = useStoreState((state) => state.session.user);
  const current = useStoreState((state) => state.currentPlan);
  const selectable = user !== null && choosesPlan(user) && seesPlans(user);
  const owns = user !== null && !choosesPlan(user);

  const own = useOwnPlanQuery(user?.planId ?? null, { skip: !owns });
  const chosen = usePlanQuery(current?.id ?? '', { skip: !selectable || !current });

  const plan = owns ? (own.data ?? null) : current ? (chosen.currentData ?? null) : null;
  const failed = owns ? own.isError : current !== null && chosen.isError;
  // An account may be given its plan before that plan is imported.
  const none = owns && statusOf(own.error) === 404;
  const gone = selectable && chosen.isError && [403, 404].includes(statusOf(chosen.error) ?? 0);

  useEffect(() => {
    if (owns && own.data && current?.id !== own.data.id) dispatch(planChosen(own.data));
  }, [owns, own.data, current?.id, dispatch]);
  useEffect(() => {
    if (gone && current) dispatch(planCleared());
  }, [gone, current, dispatch]);

  return {
    plan,
    /** Known before the rest of the plan is. */
    name: plan?.name ?? (selectable ? current?.name : undefined) ?? null,
    selectable,
    isLoading: owns ? own.isLoading : current !== null && chosen.isFetching && !plan,
    failed: failed && !gone && !none && !plan,
    reference: referenceOf(owns ? own.error : chosen.error),
    retry: () => void (owns ? own.refetch() : chosen.refetch()),
  };
}
