import type { View } from '../../portal/analytics/figures-view';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { ScoreActions } from '../../portal/actions/score-actions';
import type { Plan } from '@superscope/contracts/plan';
import { useAsOf } from '../../portal/as-of/use-as-of';
import { AdequacyCard } from './adequacy-card';
import { Communications } from './campaign-table';
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
import { DownloadsCard } from './downloads-card';
import { FitnessCards } from './fitness-cards';
import { MemberActivity } from './member-activity';
import { News } from './news-cards';
import { NominationCard } from './nomination-card';
import { NominationChart } from '../../portal/nominations/nomination-chart';
import { ScoreCard } from './score-card';
import { hasNoMembers, isUnpublished, TrendCards, useTrends } from './trend-cards';

interface Props {
  plan: Plan;
  view: View;
  campaigns: CampaignsState;
}

/** The cards of the dashboard and where each stands; a new one is added here. */
export function DashboardCards({ plan, view, campaigns }: Props) {
  const { closedMonth } = plan;
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
        <div className="grid gap-4 xl:grid-cols-12">
          <TooFew className="xl:col-span-9" />
          <DownloadsCard plan={plan} className="xl:col-span-3" />
        </div>
        <Communications campaigns={campaigns} view={view} closedMonth={closedMonth} />
        {asOf === null && <News />}
      </>
    );
  }
  if (hasNoMembers(trends)) return narrowed ? <NoMembers /> : <NoFigures />;
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-12">
        <ScoreCard view={view} className="lg:col-span-7 xl:col-span-4" />
        <TrendCards
          planId={view.planId}
          figures={trends}
          className="lg:order-last lg:col-span-12 xl:order-none xl:col-span-5"
        />
        <DownloadsCard plan={plan} className="lg:col-span-5 xl:col-span-3" />
      </div>
      <FitnessCards view={view} />
      <div className="mt-4 grid grid-cols-1 gap-4 xl:grid-cols-12">
        <NominationChart view={view} campaigns={campaigns.list} className="xl:col-span-8" />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:col-span-4 xl:grid-cols-1">
          <AdequacyCard view={view} />
          <NominationCard view={view} />
        </div>
      </div>
      <ScoreActions view={view} />
      <MemberActivity view={view} campaigns={campaigns.list} />
      <Communications campaigns={campaigns} view={view} closedMonth={closedMonth} />
      {asOf === null && <News />}
    </>
  );
}
