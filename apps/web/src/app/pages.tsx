import { lazy, useEffect, useState, type ComponentType } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import type { Page, TemplatedPageProps } from '../portal/feature';
import { TemplatedPage } from '../portal/report-paper/templated-page';
import { useStoreState } from '../portal/state';
import { withinLimit } from '../ui/code-limit';
import { features, homeOf, templatedPage } from './features';
import { AsOfPages } from './as-of-pages';
import { IntendedRedirect } from './intended-redirect';
import { loadedPage, loadPage } from './loaded-pages';
import { RequireRight } from './require-right';
import { RequireSession } from './require-session';
import { Shell } from './shell/shell';
import { pageCode } from './stale-code';
import { NotFound, NotForRole } from './told.page';

/** Draws a page at once if its code is loaded. `lazy` alone would draw its fallback first, and everything around the page twice. */
function componentOf(page: Page): ComponentType {
  if ('component' in page) return page.component;
  const Later = lazy(async () => ({ default: await pageCode(() => loadPage(page.load)) }));
  return function PageOnceLoaded() {
    const [Loaded] = useState(() => loadedPage(page.load));
    return Loaded ? <Loaded /> : <Later />;
  };
}

const all = features.map(({ pages, ...feature }) => ({
  ...feature,
  pages: pages.map((page) => ({ ...page, Component: componentOf(page) })),
}));

const routesOf = ({ pages }: (typeof all)[number]) =>
  pages.flatMap(({ path, alsoAt = [], Component }) => [
    <Route key={path} path={path} element={<Component />} />,
    ...alsoAt.map((other) => <Route key={other} path={other} element={<Navigate to={path} replace />} />),
  ]);

/** A single chart, from which the server makes files. No link leads here. */
const ChartFile = lazy(async () => ({ default: (await import('./chart-file.page')).ChartFilePage }));

/** It is a part of a page on which people type, so it reloads nothing if its code is missing. */
function templatedDrawing(load = templatedPage) {
  if (load === undefined) return null;
  const Drawn = lazy(async () => ({ default: await withinLimit(load) }));
  return (props: TemplatedPageProps) => <Drawn {...props} />;
}
const drawTemplated = templatedDrawing();

/** A route for every page that a feature names. */
export const Pages = () => (
  <TemplatedPage value={drawTemplated}>
    <Routes>
      <Route element={<BeforeSignIn />}>{all.map((feature) => feature.right === 'public' && routesOf(feature))}</Route>
      <Route element={<RequireSession />}>
        <Route path="/!redirect" element={<IntendedRedirect />} />
        <Route element={<RequireRight right="portal.read" />}>
          <Route path="/charts/:chartId" element={<ChartFile />} />
        </Route>
        <Route element={<Shell />}>
          <Route element={<AsOfPages />}>
            {all.map(
              (feature) =>
                feature.right !== 'public' && (
                  <Route key={feature.pages[0]?.path} element={<RequireRight right={feature.right} />}>
                    {routesOf(feature)}
                  </Route>
                ),
            )}
          </Route>
          <Route path="/" element={<ToStart />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  </TemplatedPage>
);

function ToStart() {
  const { search } = useLocation();
  const home = useStoreState((state) => homeOf(state.session.user));
  return home ? <Navigate to={`${home.path}${search}`} replace /> : <NotForRole />;
}

/** During sign-in, the code of the most likely next page is loaded. */
function BeforeSignIn() {
  useEffect(() => {
    const next = homeOf(null);
    // Avoids an unhandled rejection. Missing code is reported when the person opens the page.
    if (next && 'load' in next) loadPage(next.load).catch(() => undefined);
  }, []);
  return <Outlet />;
}
