import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { baseApi } from '../api/base.api';

/** The session ends while the dashboard is open: the next request for figures is answered 401. */
async function expireWhileReading(next: typeof dana) {
  const asked = portal({ user: dana });
  const opened = openAt('/dashboard#news');
  await screen.findByText('1,284');
  const before = asked.length;
  server.use(
    http.post('/cubejs-api/v1/load', () => HttpResponse.json({ error: 'Please sign in' }, { status: 401 })),
    http.post('/api/authentication', () => {
      portal({ user: next, reply: (query) => (asked.push(query), undefined) });
      return HttpResponse.json({ user: next });
    }),
  );
  await opened.user.click(screen.getByRole('switch', { name: 'Engaged' }));
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fdashboard'));
  expect(await screen.findByText('Your session has ended.')).toBeVisible();
  await opened.user.type(await screen.findByLabelText('Username or email'), next.username);
  await opened.user.type(screen.getByLabelText('Password'), 'correct horse');
  await opened.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return { ...opened, asked, before };
}

describe('A session that ended', () => {
  it('keeps its requests waiting, and repeats them when the same person has signed in', async () => {
    const { asked, before } = await expireWhileReading(dana);
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1&engaged=1#news'));
    expect(await screen.findByText('1,284')).toBeVisible();
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    expect(screen.queryByText(/did not load/)).toBeNull();
  });

  it('shows another user who signs in nothing of the previous one', async () => {
    const { store } = await expireWhileReading(helen);
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    expect(store.getState().currentPlan).toBeNull();
    expect(sessionStorage.getItem('currentPlan')).toBeNull();
  });
});

describe('The sign-in screen, reloaded after a session that ended', () => {
  it('leads another user to the page without the filters, the plan and the notes of the previous one', async () => {
    sessionStorage.setItem('kept.username', JSON.stringify('mei'));
    sessionStorage.setItem('kept.notes', JSON.stringify('for Okafor'));
    sessionStorage.setItem('intendedPath', '/super/lifeInsurance?engaged=1');
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    portal({ user: helen });
    const { store } = openAt('/login');
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    expect(address()).toBe('/super/lifeInsurance');
    expect(store.getState().currentPlan).toBeNull();
    expect(sessionStorage.getItem('kept.notes')).toBeNull();
  });
});

describe('A page that nobody has used for a minute', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    server.events.removeAllListeners();
  });

  it('marks its background requests, so that its session can end, until somebody uses it again', async () => {
    portal({ user: dana });
    const said: (string | null)[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.url.includes('/cubejs-api/')) said.push(request.headers.get('X-Unattended'));
    });
    const { store } = openAt('/dashboard#news');
    await screen.findByText('1,284');
    const asksAgain = async () => {
      said.length = 0;
      store.dispatch(baseApi.util.invalidateTags(['Figures']));
      await waitFor(() => expect(said.length).toBeGreaterThan(0));
      return new Set(said);
    };
    expect(await asksAgain()).toEqual(new Set([null]));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    expect(await asksAgain()).toEqual(new Set(['true']));
    fireEvent.pointerMove(window);
    expect(await asksAgain()).toEqual(new Set([null]));
  });
});

describe('Logging out', () => {
  it('ends the session, forgets the plan and leads to the plain sign-in page', async () => {
    portal({ user: helen });
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    let ended = 0;
    server.use(
      http.post('/api/authentication/logout', ({ request }) => {
        ended += Number(request.headers.get('X-Requested-By') === 'superscope');
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, store } = openAt('/dashboard#news');
    await user.click(await screen.findByRole('button', { name: /user menu/ }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(ended).toBe(1);
    expect(sessionStorage.getItem('currentPlan')).toBeNull();
    expect(sessionStorage.getItem('intendedPath')).toBeNull();
    // The sign-in page fetches the server's own details, which are public.
    const kept = Object.keys(store.getState().api.queries).filter((name) => !name.startsWith('info('));
    expect(kept).toEqual([]);
  });
});

describe('A path remembered for after sign-in', () => {
  it('never leads to another site', async () => {
    portal({ user: dana });
    sessionStorage.setItem('intendedPath', '//evil.example/dashboard');
    openAt('/!redirect');
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('is in the address of the sign-in screen without its filters, and leads on in another tab', async () => {
    server.use(
      http.get('/api/authentication', () => HttpResponse.json({ message: 'Please sign in' }, { status: 401 })),
    );
    const opened = openAt('/super/lifeInsurance?engaged=1');
    await waitFor(() => expect(address()).toBe('/login?redirect=%2Fsuper%2FlifeInsurance'));
    expect(sessionStorage.getItem('intendedPath')).toBe('/super/lifeInsurance?engaged=1');
    opened.unmount();
    sessionStorage.clear();
    portal({ user: dana });
    openAt('/login?redirect=%2Fsuper%2FlifeInsurance');
    expect(await screen.findByRole('heading', { name: 'Life insurance' })).toBeVisible();
    expect(address()).toMatch(/^\/super\/lifeInsurance/);
  });

  it.each(['//evil.example/', '/\\evil.example', '/\t/evil.example', '/.//evil.example', 'https://evil.example/'])(
    'is not taken from an address that leads elsewhere: %s',
    async (page) => {
      portal({ user: dana });
      openAt(`/login?redirect=${encodeURIComponent(page)}`);
      await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
    },
  );
});
