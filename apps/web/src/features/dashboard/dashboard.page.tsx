import { CalendarPlus, FolderSearch, ShieldQuestion, Users, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { View } from '../../portal/analytics/query';
import { PageHeader } from '../../portal/page-header/page-header';
import { usePageView, type CampaignsState, type PageView } from '../../portal/page-header/use-page-view';
import { engagedToggled } from '../../portal/page-header/view.slice';
import { PlanPicker } from '../../portal/plan/plan-picker';
import { useStoreDispatch } from '../../portal/state';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Bone, EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { Communications } from './campaign-table';
import { AdequacyCard, NominationCard } from './distribution-cards';
import { FirstFigures } from './first-figures';
import { FitnessCards } from './fitness-cards';
import { MemberActivity } from './member-activity';
import { News } from './news-cards';
import { NominationChart } from './nomination-chart';
import { ScoreCard } from './score-card';
import { hasNoMembers, isUnpublished, TrendCards, useTrends } from './trend-cards';
import { useScrollPlace } from '../../portal/scroll/use-scroll-place';

export function DashboardPage() {
  usePageTitle('Dashboard');
  const page = usePageView();
  useScrollPlace(page.view !== null);
  return (
    <>
      <PageHeader title="Dashboard" view={page} />
      <Body page={page} />
    </>
  );
}

function Body({ page }: { page: PageView }) {
  if (page.failed) {
    return (
      <Card className="grid min-h-72">
        <ErrorState
          what="The plan"
          note="Its figures are shown as soon as it does."
          reference={page.reference}
          onRetry={page.retry}
        />
      </Card>
    );
  }
  if (page.isLoading) return <LoadingPage />;
  if (!page.plan) return <NoPlan selectable={page.selectable} />;
  const { id, firstMonth, lastMonth, closedMonth } = page.plan;
  if (page.view) {
    // Its key starts every figure anew with another plan or audience: nothing of the one before is kept on screen.
    const key = `${id} ${page.audience}`;
    return <Figures key={key} view={page.view} campaigns={page.campaigns} closedMonth={closedMonth} />;
  }
  if (firstMonth === null || lastMonth === null) return <NoFigures />;
  if (closedMonth === null) return <FirstFigures planId={id} firstMonth={firstMonth} lastMonth={lastMonth} />;
  return (
    <Unfiltered title="No figures yet">
      Filtered figures are as at the end of a quarter, and none has ended yet.
    </Unfiltered>
  );
}

interface FiguresProps {
  view: View;
  campaigns: CampaignsState;
  closedMonth: string | null;
}
function Figures({ view, campaigns, closedMonth }: FiguresProps) {
  const trends = useTrends(view);
  const unpublished = isUnpublished(trends);
  const refused = view.engaged ? trends.refusal : null;
  const nothing = unpublished || hasNoMembers(trends);
  // That nothing can be shown of the view before says nothing of this one.
  if (nothing && trends.of !== view) return <LoadingPage />;
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

const NoPlan = ({ selectable }: { selectable: boolean }) => (
  <Card className="grid min-h-96">
    <EmptyState
      icon={FolderSearch}
      title="Please select a plan"
      action={selectable && <PlanPicker className="w-80 max-w-full text-left" />}
    >
      {selectable ? 'Type part of its name. Its dashboard opens here.' : 'Your account has no plan yet.'}
    </EmptyState>
  </Card>
);

const NoFigures = () => (
  <Card className="grid min-h-96">
    <EmptyState icon={CalendarPlus} title="No figures yet">
      They appear here by themselves once the first month of this plan has been imported and published.
    </EmptyState>
  </Card>
);

/** Nothing can be shown of engaged members: what there is to say, and the way back to all. */
function Unfiltered({
  icon = ShieldQuestion,
  title,
  children,
}: {
  icon?: LucideIcon;
  title: string;
  children: ReactNode;
}) {
  const dispatch = useStoreDispatch();
  return (
    <Card className="grid min-h-96">
      <EmptyState
        icon={icon}
        title={title}
        action={<Button onClick={() => dispatch(engagedToggled(false))}>Clear all</Button>}
      >
        {children}
      </EmptyState>
    </Card>
  );
}

const NoMembers = () => (
  <Unfiltered icon={Users} title="Filter selection returned no members">
    Remove a filter to see figures again.
  </Unfiltered>
);

const NOT_PUBLISHED = 'Not published, to protect members’ privacy';

const FewEngaged = () => (
  <Unfiltered title={NOT_PUBLISHED}>
    Figures of engaged members are published where about 11 or more are engaged, and about 11 or more are not.
  </Unfiltered>
);

const TooFew = () => (
  <Card className="grid min-h-72">
    <EmptyState icon={ShieldQuestion} title={NOT_PUBLISHED}>
      Figures are published of plans with about 11 members or more.
    </EmptyState>
  </Card>
);

const LoadingPage = () => (
  <Skeleton label="the dashboard">
    <div className="grid gap-4 xl:grid-cols-12">
      <Bone className="h-72 !rounded-lg xl:col-span-5" />
      <Bone className="h-72 !rounded-lg xl:col-span-7" />
    </div>
    <Bone className="mt-8 h-40 !rounded-lg" />
  </Skeleton>
);
