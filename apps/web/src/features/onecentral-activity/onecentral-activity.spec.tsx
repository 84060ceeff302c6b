import type { Activity, ActivityAction, ActivitySession } from '@superscope/contracts/onecentral-activity';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { address, back, openAt } from '../../test/render-app';
import { savedFiles } from '../../test/saved-files';
import { server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { durationText } from '../../ui/duration';
import { withRights } from '../../test/with-rights';

const path = '/staff/onecentralActivity';
const ruth = withRights({ username: 'ruth', name: 'Ruth Abelson', role: 'Auditor', planId: null });
const wilson = {
  id: 'm-1',
  surname: 'Wilson',
  givenName: 'Ana',
  login: 'a.wilson',
  companyName: 'Kestrel Freight',
  joinDate: '2020-01-01',
  leftOn: null,
};
const action = (name: string, more: Partial<ActivityAction> = {}): ActivityAction => ({
  timestamp: '2026-03-05T01:00:07.000Z',
  action: name,
  context: 'members',
  type: 'view',
  path: '/api/members/:memberId/events',
  referrer: '/staff/memberEvents',
  planId: 'T.K1',
  object: null,
  members: 1,
  rows: null,
  outcome: 'ok',
  ...more,
});
const session = (id: string, more: Partial<ActivitySession> = {}): ActivitySession => ({
  sessionId: id,
  sessionStart: '2026-03-05T01:00:00.000Z',
  duration: 3900,
  username: 'joon',
  name: 'Joon Park',
  role: 'AuthorizedRep',
  remoteAddress: '10.0.0.7',
  actions: [action('Member viewed')],
  actionCount: 1,
  ...more,
});

/** A server with this activity. Returns the received searches. */
function activity(answer: (asked: URLSearchParams) => Partial<Activity>, user = helen) {
  const searches: Record<string, string>[] = [];
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user })),
    http.get('/api/onecentral/users', ({ request }) => {
      const isOther = new URL(request.url).searchParams.get('oneCentral') === 'false';
      const person = isOther
        ? { id: 'u-mei', username: 'mei', name: null, active: false }
        : { id: 'u-joon', username: 'joon', name: 'Joon Park', active: true };
      return HttpResponse.json([{ ...person, role: 'Staff', oneCentral: !isOther }]);
    }),
    http.get('/api/onecentral/actions', () =>
      HttpResponse.json([{ id: 'member viewed', name: 'Member viewed', type: 'view' }]),
    ),
    http.get('/api/members', () => HttpResponse.json([wilson])),
    http.get('/api/onecentral/access', ({ request }) => {
      const asked = new URL(request.url).searchParams;
      searches.push(Object.fromEntries(asked));
      const [startDate, endDate] = [asked.get('startDate')!, asked.get('endDate')!];
      const member = asked.get('recordId') === wilson.id ? wilson : null;
      return HttpResponse.json({ startDate, endDate, sessions: [], total: 0, member, ...answer(asked) });
    }),
  );
  return searches;
}

const list = async () => within(await screen.findByRole('table'));

beforeEach(() => vi.setSystemTime(new Date('2026-03-17T03:00:00.000Z')));
afterEach(() => {
  vi.useRealTimers();
});

describe('the activity', () => {
  it('is that of the current month by default, and a session opens to its actions', async () => {
    const searches = activity(() => ({ sessions: [session('s-1')], total: 1 }));
    const { user } = openAt(path);
    const table = await list();
    expect(searches).toEqual([{ startDate: '2026-03-01', endDate: '2026-03-17', page: '1' }]);
    const opener = table.getByRole('button', { name: '05/03/2026 12:00, joon: actions' });
    for (const text of ['1 h 5 min', 'Joon Park', 'joon', 'Authorised representative', '10.0.0.7'])
      expect(await table.findByText(text)).toBeVisible();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    for (const text of [
      ...['Member viewed', '05/03/2026 12:00:07', 'View · Members', 'plan T.K1 · opened the member'],
      ...['/api/members/:memberId/events', 'from /staff/memberEvents', 's-1'],
    ])
      expect(await table.findByText(text)).toBeVisible();
    await user.click(opener);
    expect(table.queryByText('View · Members')).toBeNull();
  });

  it('tells who was opened from who was among results, and groups what was repeated', async () => {
    const again = action('Member viewed', { timestamp: '2026-03-05T01:00:01.000Z' });
    const search = action('Member search', { type: 'search', members: 38, rows: 38, planId: null });
    activity(() => ({
      sessions: [session('s-1', { actions: [action('Member viewed'), again, search], actionCount: 3 })],
      total: 1,
    }));
    const { user } = openAt(path);
    const table = await list();
    await user.click(table.getByRole('button', { name: /joon: actions/ }));
    expect(table.getAllByText(/opened the member/)).toHaveLength(1);
    expect(await table.findByText('2 times since 05/03/2026 12:00:01')).toBeVisible();
    expect(await table.findByText('member was among 38 results · 38 rows')).toBeVisible();
  });

  it('finds an erased member by the id, whom no name finds', async () => {
    const searches = activity(() => ({}));
    const { user } = openAt(path);
    const id = await screen.findByLabelText('Member id, also of erased members');
    await user.type(id, '0B8F6A3E-3f2b');
    expect(await screen.findByText('This is not a member’s id')).toBeVisible();
    await user.type(id, '-4c62-9d6e-1f0a8a5b7c11');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(searches.at(-1)).toMatchObject({ recordId: '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11' }));
  });

  it('says if a session has more actions than are shown, and if nothing was found', async () => {
    activity(() => ({
      sessions: [session('s-2', { username: null, name: null, role: null, actionCount: 1200 })],
      total: 1,
    }));
    const { user } = openAt(path);
    const table = await list();
    expect(await table.findByText('Nobody signed in')).toBeVisible();
    await user.click(table.getByRole('button', { name: /nobody signed in/ }));
    expect(await table.findByText(/the newest 1 of 1,200 actions/)).toBeVisible();
  });

  it('is searched by users, an action and a member, who is then named in the address', async () => {
    const searches = activity(({ size }) => (size > 3 ? { sessions: [session('s-3')], total: 1 } : {}));
    const { user } = openAt(path);
    await screen.findByText('No activity found');
    await screen.findByRole('option', { name: 'Joon Park (joon)' });
    await user.selectOptions(screen.getByLabelText('OneCentral user'), 'Joon Park (joon)');
    await user.selectOptions(screen.getByLabelText('Other user'), 'mei, inactive');
    await user.selectOptions(screen.getByLabelText('Action'), 'Member viewed');
    await user.type(screen.getByRole('combobox', { name: 'Member viewed' }), 'wil');
    await user.click(await screen.findByRole('option', { name: /Kestrel Freight/ }));
    expect(searches).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await list();
    expect(searches.at(-1)).toEqual({
      startDate: '2026-03-01',
      endDate: '2026-03-17',
      page: '1',
      resourceId: 'u-joon',
      userId: 'u-mei',
      actionType: 'member viewed',
      recordId: 'm-1',
    });
    expect(address()).toContain('recordId=m-1');
    expect(address()).not.toContain('Wilson');
    back();
    await screen.findByText('No activity found');
    expect(screen.getByLabelText('Action')).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'Member viewed' })).toHaveValue('');
  });

  it('of an address is shown with the search of that address', async () => {
    const searches = activity(() => ({ sessions: [session('s-4')], total: 1 }));
    openAt(`${path}?startDate=2025-01-02&endDate=2025-02-03&actionType=member+viewed&recordId=m-1`);
    await list();
    expect(searches[0]).toMatchObject({ startDate: '2025-01-02', endDate: '2025-02-03', recordId: 'm-1' });
    await waitFor(() => expect(screen.getByLabelText('Action')).toHaveValue('member viewed'));
    expect(screen.getByRole('combobox', { name: 'Member viewed' })).toHaveValue('Wilson, Ana');
    expect(screen.getByRole('textbox', { name: /^From/ })).toHaveValue('02/01/2025');
  });

  it.each(['2026-02-31', '2026-13-01', '31/01/2026'])('says that %s in the address is not a date', async (given) => {
    const searches = activity(() => ({}));
    const { user } = openAt(`${path}?startDate=${encodeURIComponent(given)}&endDate=2026-03-01`);
    expect(await screen.findByText(new RegExp(`The address gives “${given}”, which is not a date`))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search' })).toBeDisabled();
    expect(searches).toEqual([]);
    await typeDate(user, 'From (required)', '01/02/2026');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(searches[0]).toMatchObject({ startDate: '2026-02-01', endDate: '2026-03-01' }));
    expect(screen.queryByText(/which is not a date/)).toBeNull();
  });

  it('is requested again by Search, even if nothing was changed', async () => {
    const searches = activity(() => ({}));
    const { user } = openAt(path);
    await screen.findByText('No activity found');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(address()).toContain('startDate=2026-03-01'));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(searches.length).toBeGreaterThanOrEqual(2));
  });

  it('has ten sessions a page, and a search begins with the first page', async () => {
    const searches = activity((asked) => ({
      sessions: [session(`of page ${asked.get('page')}`, { username: `page${asked.get('page')}` })],
      total: 21,
    }));
    const { user } = openAt(`${path}?page=2`);
    await (await list()).findByText('page2');
    await screen.findByText('11 – 20 of 21');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await (await list()).findByText('page3');
    expect(address()).toContain('page=3');
    await user.selectOptions(screen.getByLabelText('Action'), 'Member viewed');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await (await list()).findByText('page1');
    expect(searches.map(({ page }) => page)).toEqual(['2', '3', '1']);
  });

  it('that did not load says so, and can be requested again', async () => {
    const searches = activity(() => ({ sessions: [session('s-5')], total: 1 }));
    server.use(
      http.get('/api/onecentral/access', () => HttpResponse.json({ message: 'Away' }, { status: 500 }), { once: true }),
    );
    const { user } = openAt(path);
    expect(await screen.findByText('The activity did not load')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await list();
    expect(searches).toHaveLength(1);
  });

  it('cannot be searched with an end before the beginning', async () => {
    activity(() => ({}));
    openAt(`${path}?startDate=2026-03-10&endDate=2026-03-02`);
    expect(await screen.findByText('This is before the first day')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search' })).toBeDisabled();
  });
});

describe('the page of activity', () => {
  it.each([
    ['Staff', helen],
    ['Audit', ruth],
  ])('stands in the menu %s for who may see it', async (menu, user) => {
    activity(() => ({}), user);
    openAt(path);
    await screen.findByText('No activity found');
    const entry = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', {
      name: 'OneCentral activity',
    });
    expect(entry).toHaveAttribute('href', path);
    expect(entry.closest('li')?.parentElement?.closest('li, section, div')).toHaveTextContent(menu);
  });

  it('is not for a company representative', async () => {
    portal({ user: dana });
    openAt(path);
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [43_100, '11 h 58 min'],
  [172_799, '47 h 59 min'],
  [532_800, '6 d 4 h'],
  [1_814_400, '21 d'],
])('a session of %i seconds lasted %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

describe('the file of the activity', () => {
  it('is saved as a CSV file of the whole search', async () => {
    activity(() => ({ sessions: [session('s-1')], total: 1 }));
    const saved = savedFiles();
    const asked: Record<string, string>[] = [];
    server.use(
      http.get('/api/onecentral/accessCsv', ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams));
        return HttpResponse.text('recordedAt', { headers: { 'Content-Disposition': 'attachment; filename="a.csv"' } });
      }),
    );
    const { user } = openAt(`${path}?actionType=member+viewed`);
    await list();
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    await waitFor(() =>
      expect(asked).toEqual([{ startDate: '2026-03-01', endDate: '2026-03-17', actionType: 'member viewed' }]),
    );
    await waitFor(() => expect(saved).toEqual(['a.csv']));
    vi.restoreAllMocks();
  });
});
