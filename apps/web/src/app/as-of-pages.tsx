import { History } from 'lucide-react';
import { Outlet, useLocation } from 'react-router';
import { AsOfBanner } from '../portal/as-of/as-of-banner';
import { useAsOf } from '../portal/as-of/use-as-of';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/states';
import { features } from './features';

const pathsOf = (which: 'shown' | 'beside') =>
  features.filter((feature) => feature.asOf === which).flatMap(({ pages }) => pages.map(({ path }) => path));
const holds = (paths: readonly string[], pathname: string) =>
  paths.some((path) => {
    const start = path.replace(/\/[:*].*$/, '');
    return pathname === start || pathname.startsWith(`${start}/`);
  });

/**
 * The page, with a banner while the tab shows a past moment. Pages that show only current figures are hidden then, because
 * the figures would be mistaken for past ones.
 */
export function AsOfPages() {
  const asOf = useAsOf();
  const { pathname } = useLocation();
  if (asOf === null) return <Outlet />;
  const isShown = holds(pathsOf('shown'), pathname);
  return (
    <>
      <AsOfBanner isShown={isShown} />
      {(isShown && !asOf.gone) || holds(pathsOf('beside'), pathname) ? (
        <Outlet />
      ) : (
        <Card className="grid min-h-96">
          <EmptyState icon={History} as="h1" title={asOf.gone ? 'Not kept any more' : 'Not shown as of then'}>
            {asOf.gone
              ? 'Views of the past are removed when nobody reads them.'
              : 'This page knows today only. Return to now to see it.'}
          </EmptyState>
        </Card>
      )}
    </>
  );
}
