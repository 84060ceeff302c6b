import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Button } from './button';
import { withinLimit } from './code-limit';
import { ErrorBoundary } from './error-boundary';

type Load = () => Promise<unknown>;

const loads = new Set<Load>();

/** The code of every part that is drawn on demand, for loading it ahead. */
export const partsOnDemand = (): readonly Load[] => [...loads];

/** A part of a page whose code is loaded on first use, or ahead of it by `reach`. */
export type OnDemand<P> = ((props: P) => ReactNode) & {
  /** Call this when the user is about to need the part, for example when the pointer is on its button. */
  reach: () => void;
};

/** A part that the page is first drawn without, such as a menu. Its code is not in the page's bundle; `meanwhile` stands in for it. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile?: ReactNode): OnDemand<P> {
  const Part = lazy(async () => ({ default: await withinLimit(load) }));
  loads.add(load);
  const Demanded = (props: P) => (
    <ErrorBoundary fallback={<Missing />}>
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  // Missing code is reported where the part would be.
  return Object.assign(Demanded, { reach: () => void load().catch(() => undefined) });
}

/** After a release, a tab that was opened before it requests code that no longer exists. Unsaved input is not lost. */
const Missing = () => (
  <span
    role="alert"
    className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md items-center gap-3 rounded-lg border bg-raised px-4 py-3 text-base font-normal text-ink shadow-pop"
  >
    <span className="min-w-0 flex-1">This part did not load. There may be a new release of it.</span>
    <Button onClick={() => window.location.reload()}>Reload</Button>
  </span>
);
