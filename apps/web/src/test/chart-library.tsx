import { createContext, lazy, Suspense, use, useEffect } from 'react';
import type { Props } from 'react-apexcharts';

/** Draws charts within it with the library itself. */
export const WithLibrary = createContext(false);

const Library = lazy(async () => {
  // This subpath is not replaced by this module.
  const { default: wrapper } = await import('react-apexcharts/dist/react-apexcharts.min.js');
  return { default: 'default' in wrapper ? (wrapper.default as typeof wrapper) : wrapper };
});

/** Replaces the chart library for specs: tells that the chart is drawn, and draws nothing. */
export default function Chart(props: Props) {
  return use(WithLibrary) ? (
    <Suspense>
      <Library {...props} />
    </Suspense>
  ) : (
    <NotDrawn {...props} />
  );
}

function NotDrawn({ options }: Props) {
  const drawn = options?.chart?.events?.mounted;
  useEffect(() => {
    // The library tells it after the effects of the component that contains the chart.
    queueMicrotask(() => drawn?.(undefined, undefined));
  }, [drawn]);
  return null;
}
