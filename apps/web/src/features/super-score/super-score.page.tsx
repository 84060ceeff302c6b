import type { View } from '../../portal/analytics/figures-view';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { ScoreActions } from '../../portal/actions/score-actions';
import { FigurePage } from '../../portal/figure-page/figure-page';
import { MembersGate } from '../../portal/figure-page/members-gate';
import { usePageView } from '../../portal/page-header/use-page-view';
import { AverageCard } from './average-card';
import { MovementCard } from './movement-card';
import { PartsCard } from './parts-card';
import { TrendCard } from './trend-card';
import { useScores } from '../../portal/figures/use-scores';

export function SuperScorePage() {
  const page = usePageView();
  return (
    <FigurePage title="Plan SuperScore" page={page}>
      {(view) => (
        <MembersGate view={view}>
          <Cards view={view} campaigns={page.campaigns.list} firstMonth={page.plan?.firstMonth ?? ''} />
        </MembersGate>
      )}
    </FigurePage>
  );
}

function Cards({ view, campaigns, firstMonth }: { view: View; campaigns: Campaign[]; firstMonth: string }) {
  const scores = useScores(view);
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-12">
        <AverageCard
          view={view}
          scores={scores}
          campaigns={campaigns}
          firstMonth={firstMonth || null}
          className="min-h-72 xl:col-span-3"
        />
        <PartsCard view={view} scores={scores} className="min-h-72 xl:col-span-4" />
        <TrendCard view={view} scores={scores} campaigns={campaigns} className="min-h-72 lg:col-span-2 xl:col-span-5" />
      </div>
      <MovementCard view={view} firstMonth={firstMonth} />
      <ScoreActions view={view} />
    </>
  );
}
