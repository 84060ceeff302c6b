import { pageEvent, type PageMessage } from '@superscope/contracts/page-event';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dana, filtersOf, helen, isAbout, kestrel, portal, split, trendRows } from '../../test/portal';
import { without } from '../../test/withheld-answers';
import { openAt } from '../../test/render-app';
import { savedFiles } from '../../test/saved-files';
import { server } from '../../test/server';
import { file, ownWork } from '../../test/own-work';

let announced: unknown[];
const listen = (event: Event) => announced.push((event as CustomEvent<PageMessage>).detail.state);
beforeEach(() => {
  announced = [];
  document.addEventListener(pageEvent, listen);
});
afterEach(() => {
  document.removeEventListener(pageEvent, listen);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const page = async (title: string) => within(await screen.findByRole('region', { name: title }));

describe('The PCM report', () => {
  it('is in the Info menu, and shows the plan’s published figures on three pages', async () => {
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Info' }));
    await user.click(screen.getByRole('link', { name: 'PCM Report' }));
    const first = await page('Page 1 of 3: Fund fitness overview');
    expect(await first.findByText('3.08')).toBeVisible();
    expect(await first.findByText(/for the policy committee meeting/)).toBeVisible();
    expect(await first.findByText(/in percentage points since 31\/01\/2020/)).toBeVisible();
    expect(await first.findByText(/Nominated beneficiary is the lowest area, at 0\.34 of 1\./)).toBeVisible();
    const second = await page('Page 2 of 3: Members and assets');
    expect(await second.findByText('$126.7M')).toBeVisible();
    expect(await second.findByText('Below Modest')).toBeVisible();
    expect(await second.findByText('Modest or better')).toBeVisible();
    const third = await page('Page 3 of 3: Communications');
    expect(await third.findByText('No email campaigns.')).toBeVisible();
    expect(await third.findByText(/Small random adjustments protect members\. Figures may not add up/)).toBeVisible();
  });

  it('shows all members as employers see them, whatever the filters of other pages', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    sessionStorage.setItem('view', JSON.stringify({ exact: true, engaged: false, period: null, filters: {} }));
    const audiences = new Set<string>();
    const queries: AnalyticsQuery[] = [];
    portal({
      user: helen,
      reply: (query, audience) => {
        audiences.add(audience);
        queries.push(query);
        return undefined;
      },
    });
    openAt(`/report?plan=${kestrel.id}&engaged=1&gender=Female`);
    await waitFor(() => expect(announced).toContain('ready'));
    expect([...audiences]).toEqual(['employer']);
    const narrowed = queries.filter((query) => Object.keys(filtersOf(query)).some((name) => !/planId$/.test(name)));
    expect(narrowed).toEqual([]);
    expect(screen.queryByRole('switch', { name: 'Engaged' })).toBeNull();
    expect(screen.queryByText('Exact')).toBeNull();
  });

  it('reports that it is ready only once every figure is drawn', async () => {
    let answer = () => undefined as void;
    const held = new Promise<{ data: typeof trendRows }>((resolve) => {
      answer = () => resolve({ data: trendRows });
    });
    const isHeld = (query: AnalyticsQuery) => isAbout(query, 'MemberSnapshot.averageAge');
    const asked = portal({ user: dana, reply: (query) => (isHeld(query) ? held : undefined) });
    openAt('/report');
    const third = await page('Page 3 of 3: Communications');
    await waitFor(() => expect(asked.some(isHeld)).toBe(true));
    expect(announced).not.toContain('ready');
    answer();
    await third.findByText('No email campaigns.');
    await waitFor(() => expect(announced).toEqual(['ready']));
    expect(document.documentElement.dataset['page']).toBe('ready');
  });

  it('reports when some figures did not load, and when there are none', async () => {
    portal({ user: dana, reply: (query) => (isAbout(query, 'MemberSnapshot.averageAge') ? 'fails' : undefined) });
    const { unmount } = openAt('/report');
    await waitFor(() => expect(announced.at(-1)).toBe('failed'));
    unmount();
    expect(document.documentElement.dataset['page']).toBeUndefined();

    portal({ user: dana, plan: { ...kestrel, firstMonth: null, lastMonth: null, closedMonth: null } });
    openAt('/report');
    await waitFor(() => expect(announced.at(-1)).toBe('empty'));
  });

  it('says what a share is of, where that is not all members', async () => {
    const cover = 'Member.potentiallyInadequateLifeInsurance';
    const rows = split(cover, { '1|Yes': [700, 743], '2|No': [480, 521], Unknown: [20, 20] });
    portal({ user: dana, reply: (query) => (isAbout(query, cover) ? { data: rows } : undefined) });
    openAt('/report');
    const insurance = within(await screen.findByRole('region', { name: 'Inadequate life insurance' }));
    expect(await insurance.findByText(/of 1,264 whose cover is known/)).toHaveTextContent(
      '743 members, of 1,264 whose cover is known',
    );
  });

  it('says what the shares of retirement standards and of campaigns are of', async () => {
    const standard = 'Member.projectedRetirementStandardName';
    const rows = split(standard, { Modest: [900, 944], Comfortable: [300, 310], Unknown: [20, 24] });
    portal({ user: dana, reply: (query) => (isAbout(query, standard) ? { data: rows } : undefined) });
    openAt('/report');
    const adequacy = within(await screen.findByRole('region', { name: 'Retirement adequacy' }));
    expect(await adequacy.findByText(/: shares of 1,260 whose projected income is known$/)).toBeVisible();
    expect(await screen.findByText(/Opened and clicked are shares of recipients\./)).toBeVisible();
  });

  it('says what is withheld, as the other pages do', async () => {
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, 'MemberSnapshot.averageAge')
          ? without(trendRows, 'np', [2, 'MemberSnapshot.totalAssetsOwned'])
          : undefined,
    });
    openAt('/report');
    const card = await screen.findByRole('region', { name: 'Total assets owned' });
    expect(await within(card).findByText('not published')).toBeVisible();
  });

  it('is made in the background of the plan and the period on the screen, and downloaded once it is made', async () => {
    const saved = savedFiles();
    portal({ user: dana });
    const work = ownWork({ state: 'running' });
    const { user } = openAt('/report?plan=T.K1&period=months3');
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText('Drawing and printing. It is also kept in Your files.')).toBeVisible();
    expect(saved).toEqual([]);
    work.becomes({ state: 'done', file });
    await waitFor(() => expect(saved).toEqual(['pcmreport.pdf']));
    expect(work.asked).toEqual([{ kind: 'pcmReport', planId: 'T.K1', period: 'months3' }]);
    expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeEnabled();
  });

  it('says in the server’s words why there is no PDF', async () => {
    portal({ user: dana });
    server.use(
      http.post('/api/reports', () => HttpResponse.json({ message: 'There is no such plan.' }, { status: 404 })),
    );
    const { user } = openAt('/report');
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText(/The report did not download\. There is no such plan\./)).toBeVisible();
    ownWork({ state: 'failed', reason: 'No Chromium was found here.' });
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText(/The report did not download\. No Chromium was found here\./)).toBeVisible();
  });
});
