import { configureStore } from '@reduxjs/toolkit';
import { baseApi, type ApiExtra } from '../portal/api/base.api';
import { RecentWrites } from '../portal/api/recent-writes';
import { SignInGate } from '../portal/api/sign-in-gate';
import { storeAsOf } from '../portal/slices/as-of.slice';
import { storeView } from '../portal/slices/view.slice';
import { storePlan } from '../portal/slices/current-plan.slice';
import { reducer } from '../portal/state';

/** A store with its own waiting requests and recent writes, so that each test starts from nothing. */
export function createStore() {
  const gate = new SignInGate();
  const extra: ApiExtra = { gate, writes: new RecentWrites() };
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        // The development checks walk the whole state on every action. The cache is large, and no other code writes
        // it.
        immutableCheck: { ignoredPaths: ['api'] },
        serializableCheck: { ignoredPaths: ['api'], ignoreActions: true },
      }).concat(baseApi.middleware),
  });
  let { currentPlan: plan, view, asOf } = store.getState();
  store.subscribe(() => {
    const now = store.getState();
    try {
      if (now.currentPlan !== plan) storePlan((plan = now.currentPlan));
      if (now.asOf !== asOf) storeAsOf((asOf = now.asOf));
      if (now.view !== view) storeView((view = now.view));
    } catch {
      // Storage is blocked: the values last until the page is closed.
    }
  });
  return store;
}

export type Store = ReturnType<typeof createStore>;
