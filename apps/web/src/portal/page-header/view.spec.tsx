import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { planChosen } from '../slices/current-plan.slice';
import { createStore } from '../../app/store';
import { leave } from '../session/leave';
import { exactChosen, viewShown } from '../slices/view.slice';

const narrowed = { exact: true, engaged: true, period: 'months3', compare: 'year', filters: { gender: ['Female'] } };
const usual = { exact: false, engaged: false, period: null, compare: null, filters: {} };
function narrow() {
  const store = createStore();
  store.dispatch(planChosen({ id: kestrel.id, name: kestrel.name }));
  store.dispatch(exactChosen(true));
  store.dispatch(viewShown({ engaged: true, period: 'months3', compare: 'year', filters: { gender: ['Female'] } }));
  return store;
}

describe('The view chosen in the page header', () => {
  it.each([dana, helen])('is kept when $name reloads the page', async (person) => {
    narrow();
    portal({ user: person });
    openAt('/dashboard');
    expect(await screen.findByRole('button', { name: /3 months/ })).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Engaged' })).toBeChecked();
  });

  it('starts from the defaults with another plan, and after logging out', async () => {
    const store = narrow();
    expect(createStore().getState().view).toEqual(narrowed);
    store.dispatch(planChosen({ id: 'T.K2', name: 'Another plan' }));
    expect(createStore().getState().view).toEqual(usual);
    server.use(http.post('/api/authentication/logout', () => new HttpResponse(null, { status: 204 })));
    const again = narrow();
    await again.dispatch(leave());
    await waitFor(() => expect(createStore().getState().view).toEqual(usual));
  });

  it('has one date, and says from when changes count, or that there is nothing to compare', async () => {
    portal({ user: dana });
    const { unmount } = openAt('/dashboard?period=months3');
    expect(await screen.findByText('Figures of 30/06/2020')).toBeVisible();
    expect(
      await screen.findByText(
        /Changes are since 31\/03\/2020, the end of the period’s first month\. ‘pp’ means percentage points\./,
      ),
    ).toBeVisible();
    expect(screen.queryByText(/^As at/)).toBeNull();
    unmount();
    portal({ user: dana, plan: { ...kestrel, firstMonth: '2020-06' } });
    openAt('/dashboard');
    expect(await screen.findByText(/one month of figures, so there is nothing to compare them with/)).toBeVisible();
  });

  it('counts filtered changes from the quarter end in which its period begins', async () => {
    portal({ user: dana });
    openAt('/dashboard?plan=T.K1&period=months3&gender=Female');
    expect(await screen.findByRole('button', { name: /3 months\s*31\/03\/2020 – 30\/06\/2020/ })).toBeVisible();
    expect(await screen.findByText(/Changes are since 31\/03\/2020, the end of/)).toBeVisible();
  });

  it('says from when figures exist, where the plan started before', async () => {
    portal({ user: dana });
    openAt('/dashboard');
    expect(await screen.findByRole('button', { name: /Since plan start.*figures from Jan 2020/ })).toBeVisible();
  });

  it('is replaced by the default if the plan has no such period', async () => {
    narrow();
    portal({ user: dana, plan: { ...kestrel, firstMonth: '2020-05' } });
    openAt('/dashboard');
    expect(await screen.findByRole('button', { name: /Since plan start/ })).toBeVisible();
  });
});
