import type { AsOfView } from '@superscope/contracts/as-of-views';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAsOf } from '../../portal/as-of/use-as-of';
import type { CurrentPlan } from '../../portal/slices/current-plan.slice';
import { usePlanName } from '../../portal/plan/use-plan-name';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { useStoreState } from '../../portal/state';
import { instantOf } from '../../ui/instant-text';
import { usePageTitle } from '../../ui/use-page-title';
import { WrongAddress } from '../../ui/wrong-address';
import { useAskAsOfViewMutation } from './history.api';
import { KeptViews } from './kept-views';
import { MomentCard } from './moment-card';
import { ViewCard } from './view-card';

/** A plan at a past moment: the figures that were visible then, from the facts recorded by then. */
export function AsItStoodPage() {
  usePageTitle('As it stood');
  const asOf = useAsOf();
  const current = useStoreState((state) => state.currentPlan);
  const [search, setSearch] = useSearchParams();
  const [plan, setPlan] = useState(() => planIn(search) ?? current);
  const planName = usePlanName(plan?.id ?? null, plan === null || plan.name === plan.id ? undefined : plan.name);
  const [opened] = useState(() => new Date().toISOString());
  const given = search.get('moment') ?? '';
  const named = instantOf(given);
  const [moment, setMoment] = useState(named ?? asOf?.moment ?? opened);
  const [viewId, setViewId] = useState(search.get('view') ?? asOf?.viewId ?? null);
  const [ask, { isLoading, error }] = useAskAsOfViewMutation();
  /** A view is in the address too, so that a reload and a colleague find it. */
  const show = (view: AsOfView) => {
    setViewId(view.id);
    setSearch({ plan: view.planId, moment: view.moment, view: view.id }, { replace: true });
  };
  const choose = (view: AsOfView) => {
    setPlan({ id: view.planId, name: view.planName });
    setMoment(view.moment);
    show(view);
  };
  const askNow = async (planId: string) => {
    const answer = await ask({ planId, moment });
    if (answer.data) show(answer.data);
  };
  return (
    <>
      <PlainHeader
        title="As it stood"
        note="A plan as anyone would have seen it at a chosen moment, derived from what was recorded by then."
      />
      {given !== '' && named === null && <WrongAddress given={[given]}>Choose a moment.</WrongAddress>}
      <MomentCard
        plan={plan && { ...plan, name: planName }}
        onPlan={setPlan}
        moment={moment}
        onMoment={setMoment}
        busy={isLoading}
        error={error}
        onAsk={() => plan && void askNow(plan.id)}
      />
      {viewId !== null && <ViewCard key={viewId} viewId={viewId} />}
      <KeptViews chosen={viewId} onChoose={choose} />
    </>
  );
}

/** The plan that a link to this page names. */
function planIn(search: URLSearchParams): CurrentPlan | null {
  const id = search.get('plan');
  return id === null ? null : { id, name: id };
}
