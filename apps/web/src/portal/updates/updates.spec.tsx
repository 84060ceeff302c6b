import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../test/fake-event-source';
import { dana, helen, isAbout, kestrel, portal, trendRows } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { announceUpdate, APART_MS, forgetAnnouncements, GATHER_MS } from './announcements';
import { withRights } from '../../test/with-rights';

/** A user with several plans who may not see their imports. */
const person = withRights({ ...helen, role: 'ProviderRep' });
const MEMBERS = 'MemberSnapshot.countMembers';
const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const withMembers = (members: number) => ({ data: trendRows.map((row) => ({ ...row, [MEMBERS]: members })) });
const marked = (name: string) => screen.getByRole('region', { name }).querySelector('[data-updated]');
const announced = () => document.querySelector('[aria-live="polite"].sr-only')?.textContent;
const change = { sequence: 1, planId: kestrel.id };

async function openDashboard(user = dana, more = '') {
  const opened = openAt(`/dashboard?plan=${kestrel.id}${more}`);
  await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
  return { ...opened, stream: FakeEventSource.open[0]!, user, page: opened.user };
}

beforeEach(() => {
  forgetAnnouncements();
  FakeEventSource.install();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('A figure that changed by itself', () => {
  it('says so on its card and to screen readers; the cards beside it do not', async () => {
    let members = 1284;
    portal({ user: dana, reply: (query) => (isAbout(query, ASSETS) ? withMembers(members) : undefined) });
    const { stream } = await openDashboard();
    await screen.findByText('1,284');
    members = 1301;
    stream.tells({ ...change, readModels: ['editions'] });
    expect(await screen.findByText('1,301')).toBeVisible();
    expect(marked('Members')).not.toBeNull();
    expect(marked('Total assets owned')).toBeNull();
    expect(marked('Plan SuperScore')).toBeNull();
    await waitFor(() => expect(announced()).toBe('Updated: Members.'), { timeout: GATHER_MS + 3000 });
  });

  it('may also be one of a newly closed month', async () => {
    const figures = {
      user: dana,
      reply: (query: AnalyticsQuery) => (isAbout(query, ASSETS) ? { data: trendRows } : undefined),
    };
    portal({ ...figures, plan: { ...kestrel, closedMonth: '2020-05' } });
    const { stream } = await openDashboard();
    await screen.findByText('1,250');
    portal({ ...figures, plan: { ...kestrel, closedMonth: '2020-06' } });
    stream.tells({ ...change, readModels: ['editions'] });
    expect(await screen.findByText('1,284')).toBeVisible();
    await waitFor(() => expect(marked('Members')).not.toBeNull());
  });

  it('is not one that the user requested, such as by filtering engaged members or comparing periods', async () => {
    const isEarlier = (query: AnalyticsQuery) => String(query.timeDimensions?.[0]?.dateRange).startsWith('2019-12');
    portal({
      user: helen,
      reply: (query) => {
        if (!isAbout(query, ASSETS)) return undefined;
        if (isEarlier(query)) return withMembers(900);
        return query.filters!.length > 1 ? withMembers(700) : undefined;
      },
      plan: { ...kestrel, firstMonth: '2019-01' },
    });
    const { page } = await openDashboard(helen, '&period=months3');
    await screen.findByText('1,284');
    await page.click(screen.getByRole('button', { name: /^Compare/ }));
    const choices = within(await screen.findByRole('listbox'));
    await page.click(choices.getByRole('option', { name: /Previous period/ }));
    await screen.findAllByText(/^Previous period: /);
    await page.click(screen.getByRole('switch', { name: 'Engaged' }));
    expect(await screen.findByText('700')).toBeVisible();
    expect(document.querySelector('[data-updated]')).toBeNull();
  });

  it('says nothing if it is the same as before', async () => {
    const asked = portal({ user: dana });
    const { stream } = await openDashboard();
    const members = within(await screen.findByRole('region', { name: 'Members' }));
    await members.findByText('1,284');
    const before = asked.length;
    stream.tells({ ...change, readModels: ['editions'] });
    await waitFor(() => expect(asked.length).toBeGreaterThan(before + 5));
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    expect(document.querySelector('[data-updated]')).toBeNull();
  });
});

describe('The list of plans', () => {
  it('says when a figure in it has changed', async () => {
    let members = 1284;
    const summary = {
      id: 'T.K1',
      name: 'Kestrel',
      platform: 'Tallowood',
      closedOn: null,
      month: '2020-06',
      score: 3.08,
      change: null,
      attention: [],
      withheld: {},
    };
    portal({ user: person });
    server.use(http.get('/api/plans', () => HttpResponse.json({ plans: [{ ...summary, members }] })));
    openAt('/plans');
    await screen.findByText('1,284');
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    members = 1301;
    FakeEventSource.open[0]!.tells({ ...change, readModels: ['editions'] });
    await screen.findByText('1,301');
    expect(document.querySelectorAll('[data-updated]')).toHaveLength(1);
  });
});

describe('The announcement', () => {
  it('names three cards at most, and covers all changes of the same moment', async () => {
    portal({ user: dana });
    await openDashboard();
    await screen.findByText('1,284');
    vi.useFakeTimers();
    for (const name of ['Members', 'Average age', 'Members', 'Plan SuperScore', 'Validated', 'On track'])
      announceUpdate(name);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    expect(announced()).toBe('Updated: Members, Average age, Plan SuperScore, 2 more.');
  });

  it('waits a while after the previous one, and then covers all changes since', async () => {
    portal({ user: dana });
    await openDashboard();
    await screen.findByText('1,284');
    vi.useFakeTimers();
    announceUpdate('Members');
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    announceUpdate('Average age');
    await vi.advanceTimersByTimeAsync(APART_MS - 1);
    expect(announced()).toBe('Updated: Members.');
    announceUpdate('On track');
    await vi.advanceTimersByTimeAsync(1);
    expect(announced()).toBe('Updated: Average age, On track.');
  });
});
