import { FigurePage } from '../../portal/figure-page/figure-page';
import { usePageView } from '../../portal/page-header/use-page-view';
import { useScrollPlace } from '../../portal/scroll/use-scroll-place';
import { useColumnChartSoon } from '../../ui/lazy-column-chart';
import { DashboardCards } from './dashboard-cards';

export function DashboardPage() {
  const page = usePageView();
  // The library is read while the plan is on its way.
  useColumnChartSoon();
  useScrollPlace(page.view !== null);
  return (
    <FigurePage title="Dashboard" page={page}>
      {(view) => page.plan && <DashboardCards plan={page.plan} view={view} campaigns={page.campaigns} />}
    </FigurePage>
  );
}
