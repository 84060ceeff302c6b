import { PageHeader } from '../../portal/page-header/page-header';
import { usePageView, type PageView } from '../../portal/page-header/use-page-view';
import { useScrollPlace } from '../../portal/scroll/use-scroll-place';
import { Card } from '../../ui/card';
import { ErrorState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { DashboardCards } from './dashboard-cards';
import { LoadingPage, NoFigures, NoPlan, Unfiltered } from './dashboard-states';
import { FirstFigures } from './first-figures';

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
    return <DashboardCards key={key} plan={page.plan} view={page.view} campaigns={page.campaigns} />;
  }
  if (firstMonth === null || lastMonth === null) return <NoFigures />;
  if (closedMonth === null) return <FirstFigures planId={id} firstMonth={firstMonth} lastMonth={lastMonth} />;
  return (
    <Unfiltered title="No figures yet">
      Filtered figures are as at the end of a quarter, and none has ended yet.
    </Unfiltered>
  );
}
