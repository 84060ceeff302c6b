import { FigurePage } from '../../portal/figure-page/figure-page';
import { usePageView } from '../../portal/page-header/use-page-view';
import { useScrollPlace } from '../../portal/scroll/use-scroll-place';
import { DashboardCards } from './dashboard-cards';

export function DashboardPage() {
  const page = usePageView();
  useScrollPlace(page.view !== null);
  return (
    <FigurePage title="Dashboard" page={page}>
      {(view) => <DashboardCards view={view} campaigns={page.campaigns} closedMonth={page.plan?.closedMonth ?? null} />}
    </FigurePage>
  );
}
