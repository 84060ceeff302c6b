import { setupListeners } from '@reduxjs/toolkit/query';
import { lazy, Suspense, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Provider } from 'react-redux';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from '../ui/error-boundary';
import { ErrorState } from '../ui/states';
import { SignInPage } from '../features/sign-in/sign-in.page';
import { IntendedRedirect } from './intended-redirect';
import { Opening } from '../portal/session/opening';
import { RequireSession } from './require-session';
import { RequireRight } from './require-right';
import { recheckSession } from '../portal/session/session.api';
import { homeOf, operates, seesPlans } from '../portal/session/user';
import { Shell } from './shell/shell';
import { pageCode } from './stale-code';
import { useStoreDispatch, useStoreState } from '../portal/state';
import type { Store } from './store';

const loadDashboard = () => import('../features/dashboard/dashboard.page');
const DashboardPage = lazy(() => pageCode(loadDashboard).then((module) => ({ default: module.DashboardPage })));
const SystemHealthPage = lazy(() =>
  pageCode(() => import('../features/system-health/system-health.page')).then((module) => ({
    default: module.SystemHealthPage,
  })),
);
const DeadLettersPage = lazy(() =>
  pageCode(() => import('../features/dead-letters/dead-letters.page')).then((module) => ({
    default: module.DeadLettersPage,
  })),
);
const ResetPasswordPage = lazy(() =>
  pageCode(() => import('../features/reset-password/reset-password.page')).then((module) => ({
    default: module.ResetPasswordPage,
  })),
);

/** Everything inside the router; the caller brings the router, so that a test can start anywhere. */
export const App = ({ store }: { store: Store }) => (
  <Provider store={store}>
    <I18nProvider locale="en-AU">
      <Pages />
    </I18nProvider>
  </Provider>
);

function Pages() {
  const dispatch = useStoreDispatch();
  const { key } = useLocation();
  useEffect(() => {
    void dispatch(recheckSession());
  }, [dispatch]);
  // Without them the store does not know whether anybody sees the page, and polls all the same.
  useEffect(() => setupListeners(dispatch), [dispatch]);
  return (
    <ErrorBoundary of={key} fallback={<Missing />}>
      <Suspense fallback={<Opening />}>
        <Routes>
          <Route path="/login" element={<SignIn />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route element={<RequireSession />}>
            <Route path="/!redirect" element={<IntendedRedirect />} />
            <Route element={<Shell />}>
              <Route element={<RequireRight may={seesPlans} />}>
                <Route path="/dashboard" element={<DashboardPage />} />
              </Route>
              <Route path="/operations" element={<RequireRight may={operates} />}>
                <Route index element={<Navigate to="system-health" replace />} />
                <Route path="system-health" element={<SystemHealthPage />} />
                <Route path="dead-letters" element={<DeadLettersPage />} />
              </Route>
            </Route>
          </Route>
          <Route path="*" element={<ToStart />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

const Missing = () => (
  <main className="grid min-h-screen p-6">
    <ErrorState
      what="This page"
      note="There may be a new release of it."
      action="Reload"
      onRetry={() => window.location.reload()}
    />
  </main>
);

function SignIn() {
  // It is what comes next, and loads while somebody types.
  useEffect(() => {
    // Where it can not be had, nobody has asked for it yet.
    loadDashboard().catch(() => undefined);
  }, []);
  const known = useStoreState(({ session }) => session.status !== 'unknown' || session.unavailable !== null);
  return known ? <SignInPage /> : <Opening />;
}

function ToStart() {
  const { search } = useLocation();
  const user = useStoreState((state) => state.session.user);
  return <Navigate to={`${homeOf(user)}${search}`} replace />;
}
