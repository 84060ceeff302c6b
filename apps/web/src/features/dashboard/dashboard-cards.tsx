import type { View } from '../../portal/analytics/query';
import {
  FewEngaged,
  LoadingPage,
  NoFigures,
  NoMembers,
  NOT_PUBLISHED,
  TooFew,
  Unfiltered,
} from '../../portal/figure-page/page-states';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { AdequacyCard } from './adequacy-card';
import { Communications } from './campaign-table';
import { FitnessCards } from './fitness-cards';
import { MemberActivity } from './member-activity';
import { News } from './news-cards';
import { NominationCard } from './nomination-card';
import { NominationChart } from './nomination-chart';
import { ScoreCard } from './score-card';
import { hasNoMembers, isUnpublished, TrendCards, useTrends } from './trend-cards';

interface Props {
  view: View;
  campaigns: CampaignsState;
  /** yyyy-MM of the newest month that employers read. */
  closedMonth: string | null;
}

/** The cards of the dashboard and where each stands; a new one is added here. */
export function DashboardCards({ view, campaigns, closedMonth }: Props) {
  const trends = useTrends(view);
  const unpublished = isUnpublished(trends);
  const refused = view.engaged ? trends.refusal : null;
  const nothing = unpublished || hasNoMembers(trends);
  // That nothing can be shown of the view before says nothing of this one.
  if (nothing && trends.data?.of !== view) return <LoadingPage />;
  if (refused) return <Unfiltered title={NOT_PUBLISHED}>{refused}</Unfiltered>;
  if (unpublished && view.engaged) return <FewEngaged />;
  if (unpublished) {
    return (
      <>
        <TooFew />
        <Communications campaigns={campaigns} closedMonth={closedMonth} />
        <News />
      </>
    );
  }
  if (hasNoMembers(trends)) return view.engaged ? <NoMembers /> : <NoFigures />;
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-12">
        <ScoreCard view={view} className="xl:col-span-5" />
        <TrendCards figures={trends} className="xl:col-span-7" />
      </div>
      <FitnessCards view={view} />
      <div className="mt-4 grid grid-cols-1 gap-4 xl:grid-cols-12">
        <NominationChart view={view} campaigns={campaigns.list} className="xl:col-span-8" />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:col-span-4 xl:grid-cols-1">
          <AdequacyCard view={view} />
          <NominationCard view={view} />
        </div>
      </div>
      <MemberActivity view={view} campaigns={campaigns.list} />
      <Communications campaigns={campaigns} closedMonth={closedMonth} />
      <News />
    </>
  );
}
