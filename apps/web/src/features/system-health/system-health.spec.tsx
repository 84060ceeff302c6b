import type { SignedInUser } from '@superscope/contracts/authentication';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { lagOf, proofOf, verdictOf } from './verdict';

const devops: SignedInUser = { username: 'devops', name: 'Priya Nair', role: 'DevOps', planId: null };

const well: SystemHealth = {
  engines: [
    { name: 'eventStore', reachable: true, answerMs: 2 },
    { name: 'mongo', reachable: true, answerMs: 1 },
    { name: 'clickhouse', reachable: true, answerMs: 4 },
  ],
  projectors: 1,
  feed: 'direct',
  checkpoints: [{ partition: 'all', position: '812/812', at: '2026-03-01T01:00:00.000Z' }],
  eventsBehind: { count: 0, orMore: false },
  stalePlans: 0,
  deadLetters: { waiting: 0, retrying: 0, dropped: 2 },
  proof: { signs: true, last: { at: '2026-03-01T01:00:00.000Z', daysAgo: 0, events: 812, heads: 3, difference: null } },
  expiringTokens: [],
};

function serverWith(health: SystemHealth) {
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user: devops })),
    http.get('/api/system-health', () => HttpResponse.json(health)),
  );
}

describe('developer operations', () => {
  it('start at the system’s health, with a menu of what their role has', async () => {
    serverWith(well);
    openAt('/');
    await waitFor(() => expect(address()).toBe('/operations/system-health'));
    await screen.findByText('Everything runs.');
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Superscope',
      'System health',
      'Dead letters',
      'Outbox',
      'Maintenance',
      'About Us',
      'Contact Us',
      'Privacy Policy',
    ]);
    expect(menu.queryByText(/personal advice/)).toBeNull();
  });

  it('are told that a page of figures is not theirs, with the way to their own start', async () => {
    serverWith(well);
    const { user } = openAt('/dashboard');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(screen.getByText(/signed in as Developer operations/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to your start page' }));
    await waitFor(() => expect(address()).toBe('/operations/system-health'));
  });

  it('see which engine is away, how far the projection is and what waits', async () => {
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
    screen.getByText('1,000 or more events behind');
    within(screen.getByRole('region', { name: 'Dead letters' })).getByText('3');
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/operations/dead-letters');
  });
});

describe('a token of an application', () => {
  const token = { application: 'warehouse', label: 'nightly load', expiresAt: '2026-03-13T01:00:00.000Z' };

  it('is reminded of before it expires, with the days that are left', async () => {
    serverWith({
      ...well,
      expiringTokens: [
        { ...token, daysLeft: 1 },
        { ...token, label: 'reports', daysLeft: 12 },
      ],
    });
    openAt('/operations/system-health');
    const list = within(await screen.findByRole('region', { name: 'Tokens that expire soon' }));
    list.getByText('2 tokens');
    expect(list.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'ApplicationTokenExpires',
      expect.stringMatching(/^warehousenightly loadwithin a day · /),
      expect.stringMatching(/^warehousereportsin 12 days · /),
    ]);
  });

  it('is not spoken of while none expires', async () => {
    serverWith(well);
    openAt('/operations/system-health');
    await screen.findByText('Everything runs.');
    expect(screen.queryByText('Tokens that expire soon')).toBeNull();
  });
});

describe('the signed history', () => {
  const last = { at: '2026-03-01T01:00:00.000Z', daysAgo: 0, events: 812, heads: 3, difference: null };

  it('is told as equal, by how many heads', async () => {
    serverWith(well);
    openAt('/operations/system-health');
    const card = within(await screen.findByRole('region', { name: 'Signed history' }));
    card.getByText('Equal');
    card.getByText('812 events under 3 heads.');
  });

  it('that differs from a head is the verdict of the page, with where it differs', async () => {
    const difference = 'Block 2: event 301 is not what was recorded: MemberErased, revision 42 of stream member-6.';
    serverWith({ ...well, proof: { signs: true, last: { ...last, difference } } });
    openAt('/operations/system-health');
    await screen.findByText('The history differs from what was signed before. See Signed history.');
    const card = within(screen.getByRole('region', { name: 'Signed history' }));
    card.getByText('Differs');
    card.getByText(difference);
  });

  it('asks for attention where nobody signs it, where the first head is to come, and where the last look was days ago', () => {
    const of = (proof: SystemHealth['proof']) => proofOf({ ...well, proof });
    expect(of({ signs: false, last: null })).toMatchObject({ tone: 'attention', value: 'Not signed' });
    expect(of({ signs: true, last: null })).toMatchObject({ tone: 'attention', value: 'None yet' });
    const days = (daysAgo: number) => ({ ...last, heads: 1, daysAgo });
    expect(of({ signs: true, last: days(3) })).toMatchObject({ tone: 'attention', value: 'Not lately' });
    expect(of({ signs: true, last: days(1) })).toMatchObject({
      tone: 'good',
      sentence: '812 events under one head',
    });
  });
});

describe('a portal that stops answering', () => {
  afterEach(() => vi.useRealTimers());

  it('is not told as one where everything runs', async () => {
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

  it('asks for nothing until it is seen again', async () => {
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

describe('the verdict', () => {
  it('is the worst that is true', () => {
    const none = { ...well, projectors: 0, deadLetters: { waiting: 1, retrying: 0, dropped: 0 } };
    expect(verdictOf(none)).toMatchObject({ tone: 'danger', sentence: expect.stringContaining('No projector runs') });
    expect(verdictOf({ ...none, projectors: 1 }).sentence).toBe('Everything runs. One dead letter waits for somebody.');
    const away = none.engines.map((engine) => ({ ...engine, reachable: false, answerMs: null }));
    expect(verdictOf({ ...none, engines: away }).sentence).toBe('Event store, MongoDB and ClickHouse do not answer.');
  });

  it('says how far behind the screens are', () => {
    expect(lagOf(well)).toEqual({ value: 'Up to date', note: 'No figures wait to be derived' });
    const behind = lagOf({ ...well, eventsBehind: { count: 1, orMore: false }, stalePlans: 2 });
    expect(behind).toEqual({ value: '1 event behind', note: 'Figures of 2 plans are being derived' });
  });
});
