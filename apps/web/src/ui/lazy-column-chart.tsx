import { lazy, Suspense, type ComponentProps } from 'react';
import { ErrorBoundary } from './error-boundary';
import { Bone, NoData, Skeleton } from './states';

const ColumnChart = lazy(() => import('./column-chart').then((module) => ({ default: module.ColumnChart })));

/** A column chart whose library loads once one is shown. The place is kept, and what cannot be drawn is said. */
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
