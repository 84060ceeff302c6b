import { FigurePage } from '../../portal/figure-page/figure-page';
import { usePageView } from '../../portal/page-header/use-page-view';
import { useScrollPlace } from '../../portal/scroll/use-scroll-place';
import { useColumnChartSoon } from '../../ui/lazy-column-chart';
import { DashboardCards } from './dashboard-cards';
import { DownloadsButton } from './downloads-button';

export function DashboardPage() {
  const page = usePageView();
  // Loads the chart library while the plan is being requested.
  useColumnChartSoon();
  useScrollPlace(page.view !== null);
  return (
    <FigurePage
      title="Dashboard"
      page={page}
      actions={page.plan && <DownloadsButton key={page.plan.id} plan={page.plan} />}
    >
      {(view) => page.plan && <DashboardCards plan={page.plan} view={view} campaigns={page.campaigns} />}
    </FigurePage>
  );
}
