import type { View } from '../../portal/analytics/figures-view';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { ScoreActions } from '../../portal/actions/score-actions';
import type { Plan } from '@superscope/contracts/plan';
import { useAsOf } from '../../portal/as-of/use-as-of';
import {
  FewMembers,
  LoadingPage,
  NoFigures,
  NoMembers,
  NOT_PUBLISHED,
  TooFew,
  Unfiltered,
} from '../../portal/figure-page/page-states';
import { isNarrowed } from '../../portal/filters/filters';
import { FitnessCards } from './fitness-cards';
import { FoldedActivity, FoldedCommunications, FoldedNews, NominationsAndAdequacy } from './folded-sections';
import { NextActions } from './next-actions';
import { ScoreCard } from './score-card';
import { WhatChanged } from './what-changed-card';
import { hasNoMembers, isUnpublished, TrendCards, useTrends } from './trend-cards';

interface Props {
  plan: Plan;
  view: View;
  campaigns: CampaignsState;
}

/** The cards of the dashboard and where each stands; a new one is added here. */
export function DashboardCards({ plan, view, campaigns }: Props) {
  const { firstMonth, closedMonth } = plan;
  const asOf = useAsOf();
  const trends = useTrends(view);
  const unpublished = isUnpublished(trends);
  const narrowed = isNarrowed(view);
  const refused = narrowed ? trends.refusal : null;
  const nothing = unpublished || hasNoMembers(trends);
  // The previous view may have had nothing to show; this one may have.
  if (nothing && trends.data?.of !== view) return <LoadingPage />;
  if (refused) return <Unfiltered title={NOT_PUBLISHED}>{refused}</Unfiltered>;
  if (unpublished && narrowed) return <FewMembers engaged={view.engaged} />;
  if (unpublished) {
    return (
      <>
        <TooFew />
        <FoldedCommunications campaigns={campaigns} view={view} closedMonth={closedMonth} />
        {asOf === null && <FoldedNews />}
      </>
    );
  }
  if (hasNoMembers(trends)) return narrowed ? <NoMembers /> : <NoFigures />;
  return (
    <>
      <WhatChanged plan={plan} view={view} className="mb-4" />
      <div className="grid gap-4 xl:grid-cols-12">
        <ScoreCard view={view} firstMonth={firstMonth} className="xl:col-span-4" />
        <NextActions plan={plan} view={view} campaigns={campaigns} className="xl:col-span-8" />
      </div>
      <TrendCards planId={view.planId} figures={trends} className="mt-4" />
      <FitnessCards plan={plan} view={view} />
      <NominationsAndAdequacy view={view} campaigns={campaigns.list} />
      <ScoreActions view={view} folds />
      <FoldedActivity view={view} campaigns={campaigns.list} />
      <FoldedCommunications campaigns={campaigns} view={view} closedMonth={closedMonth} />
      {asOf === null && <FoldedNews />}
    </>
  );
}
