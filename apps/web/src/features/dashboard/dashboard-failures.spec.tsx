import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, FAILED_REFERENCE, isAbout, kestrel, ofEngaged, portal, trendRows, type Reply } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const MEMBERS = 'MemberSnapshot.countMembers';
const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const SCORE = 'SuperScore.averageSuperScore';

const card = (name: string) => screen.findByRole('region', { name });
const since = (query: AnalyticsQuery) => query.timeDimensions?.[0]?.dateRange?.[0];
/** An answer that a test sends later. */
function later() {
  let resolve!: (reply: Reply) => void;
  const promise = new Promise<Reply>((settle) => (resolve = settle));
  return { promise, resolve };
}

type User = ReturnType<typeof openAt>['user'];
const switchEngaged = (user: User) => user.click(screen.getByRole('switch', { name: 'Engaged' }));
async function choosePeriod(user: User, name: RegExp) {
  await user.click(screen.getByRole('button', { name: /Since plan start/ }));
  await user.click(await screen.findByRole('option', { name, hidden: false }));
}

describe('The SuperScore', () => {
  it('keeps its change with its start date while another period loads, and when that fails', async () => {
    const scores = later();
    let lastMonth = (): Reply | Promise<Reply> | undefined => scores.promise;
    portal({
      user: dana,
      reply: (query) => (isAbout(query, SCORE) && since(query) === '2020-05-01' ? lastMonth() : undefined),
    });
    const { user } = openAt('/dashboard');
    const score = await card('Plan SuperScore');
    expect(await within(score).findByText(/\+0\.11/)).toHaveTextContent('+0.11 since 31/01/2020');
    await choosePeriod(user, /Last month/);
    await waitFor(() => expect(score).toHaveAttribute('aria-busy', 'true'));
    expect(within(score).getByText(/\+0\.11/)).toHaveTextContent('+0.11 since 31/01/2020');

    scores.resolve('fails');
    expect(await within(score).findByText(/Some of this card did not load/)).toHaveTextContent(FAILED_REFERENCE);
    expect(score).toHaveAttribute('aria-busy', 'false');
    expect(within(score).getByText('3.08')).toBeVisible();
    expect(within(score).queryByText(/since|lowest area/)).toBeNull();

    lastMonth = () => undefined;
    await user.click(within(score).getByRole('button', { name: 'Try again' }));
    expect(await within(score).findByText(/\+0\.07/)).toHaveTextContent('+0.07 since 31/05/2020');
    expect(within(score).queryByText(/did not load/)).toBeNull();
  });

  it('of engaged members fails without keeping the scores of all members in the area cards', async () => {
    portal({ user: dana, reply: (query) => (ofEngaged(query) && isAbout(query, SCORE) ? 'fails' : undefined) });
    const { user } = openAt('/dashboard');
    const none = within(await card('No nominated beneficiary'));
    expect(await none.findByText('Score 0.34 of 1')).toBeVisible();
    await switchEngaged(user);
    expect(await screen.findByText('The SuperScore did not load')).toBeVisible();
    expect(none.queryByText('Score 0.34 of 1')).toBeNull();
    expect(await none.findByText('Score did not load')).toBeVisible();
    expect(await none.findByText('49.0%')).toBeVisible();
  });
});

describe('A plan that did not load', () => {
  it('says so instead of the whole page', async () => {
    portal({ user: dana });
    server.use(http.get('/api/plan', () => HttpResponse.json({ message: 'No' }, { status: 500 }), { once: true }));
    const { user } = openAt('/dashboard');
    expect(await screen.findByText('The plan did not load')).toBeVisible();
    expect(screen.queryByText('The rest of the page is up to date.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,284')).toBeVisible();
  });
});

describe('A view without any figures', () => {
  const withheld: Reply = {
    data: trendRows.map((row) => ({ ...row, [MEMBERS]: null })),
    suppressed: trendRows.map((_, row) => ({ row, members: [MEMBERS], because: '<11' })),
    quarterEnds: true,
  };

  it.each<[string, Reply, string]>([
    ['is withheld', withheld, 'Not published, to protect members’ privacy'],
    ['has no members', { data: [] }, 'Filter selection returned no members'],
  ])('because it %s says so of itself only: not of the next, nor when that fails', async (_, nothing, sentence) => {
    const trends = later();
    let all = (): Reply | Promise<Reply> | undefined => trends.promise;
    portal({
      user: dana,
      reply: (query) => {
        if (ofEngaged(query)) return nothing;
        return isAbout(query, ASSETS) && since(query) === '2020-05-01' ? all() : undefined;
      },
    });
    const { user } = openAt('/dashboard');
    await screen.findByText('1,284');
    await switchEngaged(user);
    expect(await screen.findByText(sentence)).toBeVisible();
    await choosePeriod(user, /Last month/);
    await screen.findByRole('button', { name: /Last month/ });
    await user.click(await screen.findByRole('button', { name: 'Clear all' }));

    expect(await screen.findByRole('status', { name: 'Loading the page' })).toBeInTheDocument();
    expect(screen.queryByText(sentence)).toBeNull();
    trends.resolve('fails');
    const failed = within(await card('Trends'));
    expect(await failed.findByText('The trends did not load')).toBeVisible();
    expect(screen.queryByText(sentence)).toBeNull();

    all = () => undefined;
    await user.click(failed.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,284')).toBeVisible();
  });
});

describe('A card made of two answers', () => {
  it.each([
    ['Retirement adequacy', 'Member.onTrackOrOnTrackUsingTolerance', /are on track/],
    ['Beneficiary nomination', 'Member.beneficiaryNominationValidated', /Validated/],
    ['Logged-in members', 'Member.loggedInMember', /of members/],
  ])('%s fails with the second, and asks for it again', async (name, member, shown) => {
    let fails = true;
    portal({
      user: dana,
      reply: (query) =>
        fails && isAbout(query, member) && query.timeDimensions?.[0]?.granularity ? 'fails' : undefined,
    });
    const { user } = openAt('/dashboard');
    const failed = within(await card(name));
    expect(await failed.findByText(`${name} did not load`)).toBeVisible();
    fails = false;
    await user.click(failed.getByRole('button', { name: 'Try again' }));
    expect(await within(await card(name)).findByText(shown)).toBeVisible();
  });
});

describe('A list of campaigns that did not load', () => {
  it('is not shown as a plan without campaigns, and the period still starts with the first one', async () => {
    let fails = true;
    const campaign = {
      'Campaign.name': 'Autumn report',
      'Campaign.campaignType': 'SuperScore report',
      'Campaign.eventDate.day': '2020-03-11T00:00:00.000',
      'Campaign.recipients': 1131,
    };
    portal({
      user: dana,
      plan: { ...kestrel, campaignDates: ['2020-03-11'] },
      reply: (query) => (isAbout(query, 'Campaign.recipients') ? (fails ? 'fails' : { data: [campaign] }) : undefined),
    });
    const { user } = openAt('/dashboard');
    const list = within(await card('Communications'));
    expect(await list.findByText('The list of campaigns did not load')).toBeVisible();
    expect(await list.findByText(FAILED_REFERENCE)).toBeVisible();
    expect(screen.queryByText(/No .*campaigns\./)).toBeNull();
    expect(screen.getByRole('button', { name: /Since first campaign/ })).toBeVisible();
    expect(await screen.findByText('1,284')).toBeVisible();

    fails = false;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByText('Autumn report')).toBeInTheDocument();
    expect(screen.queryByText(/did not load/)).toBeNull();
  });
});
