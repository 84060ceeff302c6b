import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAsOf } from '../../portal/as-of/use-as-of';
import type { CurrentPlan } from '../../portal/plan/current-plan.slice';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { useStoreState } from '../../portal/state';
import { usePageTitle } from '../../ui/use-page-title';
import { useAskAsOfViewMutation } from './history.api';
import { KeptViews } from './kept-views';
import { MomentCard } from './moment-card';
import { ViewCard } from './view-card';

/** A plan at a past moment: the figures that were visible then, from the facts recorded by then. */
export function AsItStoodPage() {
  usePageTitle('As it stood');
  const asOf = useAsOf();
  const current = useStoreState((state) => state.currentPlan);
  const [search] = useSearchParams();
  const [plan, setPlan] = useState(() => planIn(search) ?? current);
  const [opened] = useState(() => new Date().toISOString());
  const [moment, setMoment] = useState(momentIn(search) ?? asOf?.moment ?? opened);
  const [viewId, setViewId] = useState(asOf?.viewId ?? null);
  const [ask, { isLoading, error }] = useAskAsOfViewMutation();
  const askNow = async (planId: string) => {
    const answer = await ask({ planId, moment });
    if (answer.data) setViewId(answer.data.id);
  };
  return (
    <>
      <PlainHeader
        title="As it stood"
        note="A plan as anyone would have seen it at a chosen moment, derived from what was recorded by then."
      />
      <MomentCard
        plan={plan}
        onPlan={setPlan}
        moment={moment}
        onMoment={setMoment}
        busy={isLoading}
        error={error}
        onAsk={() => plan && void askNow(plan.id)}
      />
      {viewId !== null && <ViewCard key={viewId} viewId={viewId} />}
      <KeptViews chosen={viewId} onChoose={setViewId} />
    </>
  );
}

/** The plan that a link to this page names. */
function planIn(search: URLSearchParams): CurrentPlan | null {
  const id = search.get('plan');
  return id === null ? null : { id, name: search.get('planName') ?? id };
}

/** The moment that a link to this page names, such as that of an event. */
function momentIn(search: URLSearchParams): string | null {
  const at = new Date(search.get('moment') ?? '');
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
