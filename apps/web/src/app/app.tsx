import { setupListeners } from '@reduxjs/toolkit/query';
import { Suspense, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router';
import { Opening } from '../portal/session/opening';
import { recheckSession } from '../portal/session/session.api';
import { useStoreDispatch } from '../portal/state';
import { ErrorBoundary } from '../ui/error-boundary';
import { ErrorState } from '../ui/states';
import { Pages } from './pages';
import type { Store } from './store';

/** Everything inside the router. The caller provides the router, so that a test can start at any address. */
export const App = ({ store }: { store: Store }) => (
  <Provider store={store}>
    <I18nProvider locale="en-AU">
      <Client />
    </I18nProvider>
  </Provider>
);

function Client() {
  const dispatch = useStoreDispatch();
  const { key } = useLocation();
  useEffect(() => {
    void dispatch(recheckSession());
  }, [dispatch]);
  // The store learns from these listeners whether the page has the focus. Without them it polls even if it has not.
  useEffect(() => setupListeners(dispatch), [dispatch]);
  return (
    <ErrorBoundary of={key} fallback={<Missing />}>
      <Suspense fallback={<Opening />}>
        <Pages />
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
