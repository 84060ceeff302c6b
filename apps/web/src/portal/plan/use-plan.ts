import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { referenceOf, statusOf } from '../api/base.api';
import { useAsOf } from '../as-of/use-as-of';
import { useGivenView } from '../view-address/use-view-address';
import { may } from '../user/user';
import { useStoreDispatch, useStoreState } from '../state';
import { planChosen, planCleared } from '../slices/current-plan.slice';
import { useOwnPlanQuery, usePlanQuery } from './plan.api';

/**
 * The plan of the page, with its dates: the one in the address, otherwise the one chosen in this tab, which is
 * forgotten once it is out of the user's reach. A company representative's plan is loaded without a choice.
 */
export function usePlan() {
  const dispatch = useStoreDispatch();
  const user = useStoreState((state) => state.session.user);
  const current = useStoreState((state) => state.currentPlan);
  const asOf = useAsOf();
  // The view of a past moment belongs to one plan, so no other plan can be chosen meanwhile.
  const given = useGivenView()?.plan ?? null;
  const named = asOf?.planId ?? given;
  const { state: step } = useLocation();
  const selectable = may(user, 'plans.choose');
  const owns = may(user, 'portal.read') && !selectable;
  const wanted = named ?? current?.id ?? null;

  const own = useOwnPlanQuery(user?.planId ?? null, { skip: !owns });
  const chosen = usePlanQuery(wanted ?? '', { skip: !selectable || wanted === null });

  const refused = selectable && chosen.isError && [403, 404].includes(statusOf(chosen.error) ?? 0);
  const isOthers = owns && own.data != null && named !== null && named !== own.data.id;
  const outOfReach = isOthers || (refused && named !== null);
  const gone = refused && !outOfReach;
  const plan = outOfReach ? null : owns ? (own.data ?? null) : wanted ? (chosen.currentData ?? null) : null;
  const failed = owns ? own.isError : wanted !== null && chosen.isError;
  // An account may be given its plan before that plan is imported.
  const none = owns && statusOf(own.error) === 404;

  useEffect(() => {
    if (plan && current?.id !== plan.id) dispatch(planChosen(plan));
  }, [plan, current?.id, dispatch]);
  useEffect(() => {
    if (gone && current) dispatch(planCleared());
  }, [gone, current, dispatch]);

  const known = current?.id === wanted ? current?.name : (step as { planName?: string } | null)?.planName;
  return {
    plan,
    /** May be known before the rest of the plan. */
    name: plan?.name ?? (selectable && !outOfReach ? known : undefined) ?? null,
    selectable: selectable && asOf === null,
    /** The address names an unknown plan, or one out of the user's reach; `own` is the user's plan instead. */
    outOfReach: outOfReach ? { own: owns ? (own.data ?? null) : null } : null,
    isLoading: owns ? own.isLoading : wanted !== null && chosen.isFetching && !plan,
    failed: failed && !refused && !none && !plan,
    reference: referenceOf(owns ? own.error : chosen.error),
    retry: () => void (owns ? own.refetch() : chosen.refetch()),
  };
}
