import { lazy, Suspense } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Provider } from 'react-redux';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { SignInPage } from '../features/sign-in/sign-in.page';
import { IntendedRedirect } from './session/intended-redirect';
import { Opening, RequireSession } from './session/require-session';
import { useSessionQuery } from './session/session.api';
import { Shell } from './shell/shell';
import { useStoreState, type Store } from './store';

const DashboardPage = lazy(() =>
  import('../features/dashboard/dashboard.page').then((module) => ({ default: module.DashboardPage })),
);
const ResetPasswordPage = lazy(() =>
  import('../features/reset-password/reset-password.page').then((module) => ({ default: module.ResetPasswordPage })),
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
  useSessionQuery();
  return (
    <Suspense fallback={<Opening />}>
      <Routes>
        <Route path="/login" element={<SignIn />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route element={<RequireSession />}>
          <Route path="/!redirect" element={<IntendedRedirect />} />
          <Route element={<Shell />}>
            <Route path="/dashboard" element={<DashboardPage />} />
          </Route>
        </Route>
        <Route path="*" element={<ToStart />} />
      </Routes>
    </Suspense>
  );
}

function SignIn() {
  const known = useStoreState(({ session }) => session.status !== 'unknown' || session.unavailable !== null);
  return known ? <SignInPage /> : <Opening />;
}

function ToStart() {
  const { search } = useLocation();
  return <Navigate to={`/dashboard${search}`} replace />;
}
