import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource, turn } from '../../test/fake-event-source';
import { dana, helen, isAbout, kestrel, portal, trendRows } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const MEMBERS = 'MemberSnapshot.countMembers';
const ravi = withRights({ username: 'ravi', name: 'Ravi Anand', role: 'CompanyRep', planId: 'T.K1' });
const devops = withRights({ username: 'devops', name: 'Priya Nair', role: 'DevOps', planId: null });

const portalWith = (members: number, user = dana) =>
  portal({
    user,
    reply: (query) =>
      isAbout(query, 'MemberSnapshot.totalAssetsOwned')
        ? { data: trendRows.map((row) => ({ ...row, [MEMBERS]: members })) }
        : undefined,
  });

async function openDashboard() {
  portalWith(1284);
  const opened = openAt('/dashboard');
  await screen.findByText('1,284');
  await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
  return { ...opened, stream: FakeEventSource.open[0]! };
}

beforeEach(() => FakeEventSource.install());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('A tab after another user signed in in another tab', () => {
  it('belongs to them once its stream has reconnected, and keeps nothing of the previous user', async () => {
    const { store, stream } = await openDashboard();
    portal({ user: helen });
    stream.breaksAndComesBack();
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    expect(screen.getByRole('button', { name: /Helen Marchetti/ })).toBeVisible();
    expect(store.getState().currentPlan).toBeNull();
    expect(screen.queryByText('1,284')).toBeNull();
  });

  it('requests their figures even for the same plan, on a separate stream', async () => {
    const { stream } = await openDashboard();
    portalWith(1301, ravi);
    stream.breaksAndComesBack();
    expect(await screen.findByText('1,301')).toBeVisible();
    expect(screen.getByRole('button', { name: /Ravi Anand/ })).toBeVisible();
    expect(FakeEventSource.open).toHaveLength(1);
    expect(FakeEventSource.open[0]).not.toBe(stream);
  });

  it('belongs to them once it is visible again, even if it follows no changes', async () => {
    const none = { letters: [], total: 0, counts: { waiting: 0, retrying: 0, dropped: 0 } };
    server.use(http.get('/api/dead-letters', () => HttpResponse.json(none)));
    portal({ user: devops });
    openAt('/operations/dead-letters');
    await screen.findByText('Nothing is set aside');
    portal({ user: dana });
    turn('back');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(screen.getByRole('button', { name: /Dana Whitlock/ })).toBeVisible();
  });

  it('forgets the plan of the previous user even if their session had ended before', async () => {
    const { store, user } = await openDashboard();
    server.use(
      http.get('/api/authentication', () => HttpResponse.json({}, { status: 401 })),
      http.post('/api/authentication', () => {
        portal({ user: helen });
        return HttpResponse.json({ user: helen });
      }),
    );
    turn('back');
    await user.type(await screen.findByLabelText('Username or email'), 'helen');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    expect(store.getState().currentPlan).toBeNull();
  });

  it('does not change while its network is down', async () => {
    const { store } = await openDashboard();
    let checked = 0;
    server.use(
      http.get('/api/authentication', () => {
        checked += 1;
        return HttpResponse.error();
      }),
    );
    turn('back');
    await waitFor(() => expect(checked).toBe(1));
    await waitFor(() =>
      expect(Object.values(store.getState().api.queries).map((q) => q?.status)).toContain('rejected'),
    );
    expect(await screen.findByText('1,284')).toBeVisible();
    expect(store.getState().session).toMatchObject({ status: 'signedIn', unavailable: null });
  });
});

describe('A stream of changes', () => {
  it('is closed while the page is hidden, so that other tabs can use its connection', async () => {
    await openDashboard();
    turn('away');
    expect(FakeEventSource.open).toHaveLength(0);
  });

  it('is reopened when the page is visible, with the figures that changed meanwhile', async () => {
    await openDashboard();
    turn('away');
    portalWith(1301);
    turn('back');
    expect(FakeEventSource.open).toHaveLength(1);
    FakeEventSource.open[0]!.opens();
    expect(await screen.findByText('1,301')).toBeVisible();
  });

  it('is not opened by a page that opens hidden until it is visible', async () => {
    turn('away');
    portalWith(1284);
    openAt('/dashboard');
    await screen.findByText('1,284');
    expect(FakeEventSource.made).toHaveLength(0);
    turn('back');
    expect(FakeEventSource.open).toHaveLength(1);
  });

  it('that broke brings the figures that changed meanwhile, for the same user', async () => {
    const { stream } = await openDashboard();
    portalWith(1301);
    stream.breaksAndComesBack();
    expect(await screen.findByText('1,301')).toBeVisible();
  });
});

describe('A representative without a plan', () => {
  it('sees the plan automatically once it is imported', async () => {
    portal({ user: dana });
    server.use(http.get('/api/plan', () => HttpResponse.json({ message: 'There is no such plan.' }, { status: 404 })));
    openAt('/dashboard');
    expect(await screen.findByText('Your account has no plan yet.')).toBeVisible();
    portal({ user: dana });
    FakeEventSource.open[0]!.tells({ sequence: 7, planId: kestrel.id, readModels: ['plans'] });
    expect(await screen.findByText('1,284')).toBeVisible();
  });
});
