import { lazy, Suspense, useEffect, type ComponentProps } from 'react';
import { withinLimit } from './code-limit';
import { ErrorBoundary } from './error-boundary';
import { Bone, NoData, Skeleton } from './states';

const load = () => withinLimit(() => import('./column-chart'));
const ColumnChart = lazy(() => load().then((module) => ({ default: module.ColumnChart })));

/** For a card that will show a column chart: loads the chart library while the figures load, not after them. */
export function useColumnChartSoon() {
  useEffect(() => {
    // Missing code is reported where the chart would be.
    load().catch(() => undefined);
  }, []);
}

/**
 * A column chart whose library loads with the first chart shown. Its height is reserved, and a message replaces a chart
 * that cannot be drawn.
 */
export const LazyColumnChart = (props: ComponentProps<typeof ColumnChart>) => (
  <div className="-mx-1 mt-4" style={{ minHeight: props.height }}>
    <ErrorBoundary
      fallback={<NoData className="min-h-48">The chart could not be drawn. Its table has the same figures.</NoData>}
    >
      <Suspense
        fallback={
          <Skeleton label="the chart">
            <Bone className="h-48" />
          </Skeleton>
        }
      >
        <ColumnChart {...props} />
      </Suspense>
    </ErrorBoundary>
  </div>
);
