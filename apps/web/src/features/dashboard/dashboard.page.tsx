import { FigurePage } from '../../portal/figure-page/figure-page';
import { usePageView } from '../../portal/page-header/use-page-view';
import { useScrollPlace } from '../../portal/scroll/use-scroll-place';
import { DashboardCards } from './dashboard-cards';

export function DashboardPage() {
  const page = usePageView();
  useScrollPlace(page.view !== null);
  return (
    <FigurePage title="Dashboard" page={page}>
      {(view) => page.plan && <DashboardCards plan={page.plan} view={view} campaigns={page.campaigns} />}
    </FigurePage>
  );
}
