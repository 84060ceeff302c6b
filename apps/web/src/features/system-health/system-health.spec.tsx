import type { DoctorCheck, DoctorState } from '@superscope/contracts/doctor';
import type { RebuildHealth } from '@superscope/contracts/system-health';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { examined, serverWith, well } from './system-health.fixtures';

describe('developer operations', () => {
  it('start at System health, with the menu of their role', async () => {
    serverWith(well);
    openAt('/');
    await waitFor(() => expect(address()).toBe('/operations/system-health'));
    await screen.findByText('Everything runs.');
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Superscope',
      'System health',
      'Speed',
      'Alerts',
      'Background work',
      'Developer Operations',
      'Dead letters',
      'Outbox',
      'Maintenance',
      'About Us',
      'Contact Us',
      'Privacy Policy',
    ]);
    expect(menu.queryByText(/personal advice/)).toBeNull();
  });

  it('are refused a page of figures, with a link to their start page', async () => {
    serverWith(well);
    const { user } = openAt('/dashboard');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(await screen.findByText(/signed in as Developer operations/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to your start page' }));
    await waitFor(() => expect(address()).toBe('/operations/system-health'));
  });

  it('see which engine is unavailable, the progress of the projection and what is waiting', async () => {
    const clickhouse = { name: 'clickhouse' as const, reachable: false, answerMs: null };
    serverWith({
      ...well,
      engines: [...well.engines.slice(0, 2), clickhouse],
      eventsBehind: { count: 1000, orMore: true },
      deadLetters: { waiting: 3, retrying: 0, dropped: 2 },
    });
    openAt('/operations/system-health');
    await screen.findByText('ClickHouse does not answer.');
    within(screen.getByRole('region', { name: 'ClickHouse' })).getByText('Away');
    await screen.findByText('1,000 or more events behind');
    within(screen.getByRole('region', { name: 'Dead letters' })).getByText('3');
    const links = screen.getAllByRole('link', { name: 'Open' }).map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/operations/dead-letters', '/operations/outbox', '/operations/maintenance']);
  });
});

const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('a rebuild', () => {
  const rebuild: RebuildHealth = {
    state: 'running',
    phase: 'replaying',
    only: null,
    events: 120_000,
    rows: 98_000,
    share: 0.4,
    secondsLeft: 95,
    startedAt: '2026-03-01T01:00:00.000Z',
    at: '2026-03-01T01:01:00.000Z',
    differences: 0,
  };

  it('that is running shows its phase, the time left, events and rows', async () => {
    serverWith({ ...well, rebuild });
    openAt('/operations');
    const shown = await card('Rebuild');
    for (const text of [
      'Running',
      'Replaying events',
      'about 1 min left of it',
      '120,000 events replayed, 98,000 rows',
    ])
      expect(await shown.findByText(text)).toBeVisible();
    expect(shown.getByRole('progressbar', { name: 'Replaying events' })).toHaveAttribute('aria-valuenow', '40');
  });

  it.each([
    ['switched', 0, /live since 01\/03\/2026 12:01. They were equal to those before/],
    ['switched', 1, /One table differs, as was accepted/],
    ['differs', 2, /2 tables differ, so nothing was switched/],
    ['failed', 0, /failed while replaying events/],
    ['silent', 0, /Nothing was heard of it since 01\/03\/2026 12:01/],
  ] as const)('that %s with %i differences says what became of it', async (state, differences, text) => {
    serverWith({ ...well, rebuild: { ...rebuild, state, differences, share: null, secondsLeft: null } });
    openAt('/operations');
    const shown = await card('Rebuild');
    expect(await shown.findByText(text)).toBeVisible();
    expect(shown.queryByRole('progressbar')).toBeNull();
  });
});

describe('the rest of what operations look after', () => {
  it('is each partition of the feed with its lag, and the relay', async () => {
    const at = '2026-03-01T01:00:00.000Z';
    const partition = (name: string, eventsBehind: number | null, secondsBehind: number | null) => ({
      partition: name,
      position: '7/7',
      at,
      eventsBehind,
      secondsBehind,
    });
    serverWith({
      ...well,
      feed: 'kafka',
      relay: partition('events', null, null),
      checkpoints: [partition('events-0', 0, 0), partition('events-1', 12, 3_900)],
    });
    openAt('/operations');
    const rows = (await card('Checkpoints')).getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual([
      'events-070 events01/03/2026 12:00',
      'events-1712 events, 1 h 5 min01/03/2026 12:00',
      'Relay into events7Not known01/03/2026 12:00',
    ]);
  });

  it('is the queue and the disk usage of views of the past, by ids only', async () => {
    const pending = [
      { state: 'running', phase: 'deriving', done: 300, total: 1_200 },
      { state: 'waiting', phase: null, done: 0, total: 0 },
    ] as const;
    const ids = ['0f1e2d3c4b5a', 'a1b2c3d4e5f6'];
    serverWith({
      ...well,
      history: {
        ...well.history,
        waiting: 1,
        running: 1,
        ready: 3,
        bytes: 1_073_741_824,
        proofs: { running: 1, waiting: 2, differing: 3 },
        digests: { day: '2026-03-01', at: '2026-02-28T14:00:00.000Z', plans: 40, kept: 12, missed: 1 },
        pending: pending.map((view, i) => ({ ...view, id: ids[i]!, requestedAt: '2026-03-01T01:00:00.000Z' })),
      },
    });
    openAt('/operations');
    const shown = await card('Views of the past');
    for (const text of [
      ...['3 ready, 1 being made, 1 waiting, 0 failed', '1,024 MB', 'of the 4,096 MB of disk that they may take'],
      ...['0f1e2d3c', 'deriving figures 300 of 1,200', 'waits', '1 running, 2 waiting'],
    ])
      expect(await shown.findByText(text)).toBeVisible();
    expect(shown.getByText('Views and replays that differ').nextSibling).toHaveTextContent(/^3$/);
    const night = shown.getByText('Digests by night').nextSibling;
    expect(night).toHaveTextContent('12 kept of 40 plans, 1 missed01/03/2026 01:00');
    expect(shown.getByRole('progressbar', { name: 'Disk of the views' })).toHaveAttribute('aria-valuenow', '25');
  });

  it('is the last results of nightly jobs, the mails, and the maintenance message', async () => {
    const from = '2026-03-01T01:00:00.000Z';
    serverWith({
      ...well,
      maintenance: { message: 'Back on Monday', from, to: '2026-03-02T01:00:00.000Z', shown: true },
    });
    openAt('/operations');
    const jobs = await card('Nightly jobs');
    for (const text of ['Mar 2026', '01/03/2026 00:00', 'Not yet', 'those before 01/03/2026', 'when is not known'])
      expect(await jobs.findByText(text)).toBeVisible();
    expect((await card('Outbox')).getByText('31')).toBeVisible();
    const message = await card('Maintenance');
    expect(await message.findByText('Back on Monday')).toBeVisible();
    expect(await message.findByText('Shown now on every page')).toBeVisible();
  });
});

describe('a token of an application', () => {
  const token = { application: 'warehouse', label: 'nightly load', expiresAt: '2026-03-13T01:00:00.000Z' };

  it('is announced before it expires, with the days left', async () => {
    serverWith({
      ...well,
      expiringTokens: [
        { ...token, daysLeft: 1 },
        { ...token, label: 'reports', daysLeft: 12 },
      ],
    });
    openAt('/operations/system-health');
    const list = within(await screen.findByRole('region', { name: 'Tokens that expire soon' }));
    await list.findByText('2 tokens');
    expect(list.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'ApplicationTokenExpires',
      expect.stringMatching(/^warehousenightly loadwithin a day · /),
      expect.stringMatching(/^warehousereportsin 12 days · /),
    ]);
  });

  it('is not mentioned while none is about to expire', async () => {
    serverWith(well);
    openAt('/operations/system-health');
    await screen.findByText('Everything runs.');
    expect(screen.queryByText('Tokens that expire soon')).toBeNull();
  });
});

describe('a sender that forwards for others and is not named as a proxy', () => {
  const proxy = {
    address: '10.0.0.5',
    header: 'X-Forwarded-For' as const,
    requests: 1_234,
    firstAt: '2026-03-01T00:00:00.000Z',
    at: '2026-03-01T01:00:00.000Z',
  };

  it('is listed with what to set', async () => {
    serverWith({ ...well, unknownProxies: [proxy] });
    openAt('/operations/system-health');
    const list = within(await screen.findByRole('region', { name: 'Senders that forward for others' }));
    expect(list.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'AddressRequestsLast',
      '10.0.0.5X-Forwarded-For1,23401/03/2026 12:00',
    ]);
    expect(list.getByText(/^If an address is your proxy/)).toHaveTextContent(
      'If an address is your proxy, set SUPERSCOPE_TRUSTED_PROXIES to it and restart.',
    );
  });

  it('is told to send the header that is read, if it sends another', async () => {
    serverWith({ ...well, unknownProxies: [{ ...proxy, header: 'Forwarded' }] });
    openAt('/operations/system-health');
    expect(await screen.findByText(/^If an address is your proxy/)).toHaveTextContent(
      'set SUPERSCOPE_TRUSTED_PROXIES to it, let it send X-Forwarded-For, and restart.',
    );
  });

  it('is not mentioned while there is none', async () => {
    serverWith(well);
    openAt('/operations/system-health');
    await screen.findByText('Everything runs.');
    expect(screen.queryByText('Senders that forward for others')).toBeNull();
  });
});

describe('the doctor', () => {
  const finding = (of: string, state: DoctorState): DoctorCheck => ({
    area: 'backup',
    of,
    state,
    said: `Said of ${of}.`,
    advice: state === 'well' ? null : `Advice for ${of}.`,
  });

  it('says first what is broken, then what needs attention, with what to do, and folds the rest', async () => {
    const checks = [finding('one', 'well'), finding('two', 'attention'), finding('three', 'broken')];
    serverWith(well, { ...examined, state: 'broken', checks: [...examined.checks, ...checks] });
    openAt('/operations/system-health');
    const shown = await card('Findings');
    await shown.findByText('Something is broken');
    const toDo = within(shown.getByRole('list', { name: 'To do' })).getAllByRole('listitem');
    expect(toDo.map(({ textContent }) => textContent)).toEqual([
      'Backup · threeSaid of three.Advice for three.Broken',
      'Backup · twoSaid of two.Advice for two.Attention',
    ]);
    expect(shown.getByText('3 other checks').closest('details')).not.toHaveAttribute('open');
    expect(await shown.findByText('Not known')).toBeInTheDocument();
  });

  it('shows every check where all is well, and looks again when asked', async () => {
    serverWith(well);
    const { user } = openAt('/operations/system-health');
    const shown = await card('Findings');
    await shown.findByText('All is well');
    expect(shown.getByText('2 other checks').closest('details')).toHaveAttribute('open');
    serverWith(well, { ...examined, state: 'attention', checks: [finding('two', 'attention')] });
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await screen.findByText('Needs attention');
    await screen.findByText('Advice for two.');
  });

  it('leaves the rest of the page as it is while it cannot look', async () => {
    serverWith(well);
    server.use(http.get('/api/doctor', () => HttpResponse.error()));
    openAt('/operations/system-health');
    await screen.findByText('Everything runs.');
    await screen.findByText(/What the doctor found/);
    await card('Projection');
  });
});

describe('a portal that stops answering', () => {
  afterEach(() => vi.useRealTimers());

  it('is not shown as healthy', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serverWith(well);
    openAt('/operations/system-health');
    await screen.findByText('Everything runs.');
    server.use(http.get('/api/system-health', () => HttpResponse.error()));
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByText('The portal does not answer. What follows is its last answer.');
    expect(screen.queryByText('Everything runs.')).toBeNull();
    serverWith(well);
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByText('Everything runs.');
  });
});

describe('a page out of sight', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('requests nothing until it is visible again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serverWith(well);
    let asked = 0;
    server.use(
      http.get('/api/system-health', () => {
        asked += 1;
        return HttpResponse.json(well);
      }),
    );
    openAt('/operations/system-health');
    await screen.findByText('Everything runs.');
    const seen = (state: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      window.dispatchEvent(new Event('visibilitychange'));
    };
    seen('hidden');
    const before = asked;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toBe(before);
    seen('visible');
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(asked).toBeGreaterThan(before));
  });
});
