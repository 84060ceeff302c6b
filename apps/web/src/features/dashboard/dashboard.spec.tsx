import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dana,
  FAILED_REFERENCE,
  filtersOf,
  helen,
  isAbout,
  kestrel,
  portal,
  trendRows,
  type Answer,
} from '../../test/portal';
import { FakeEventSource } from '../../test/fake-event-source';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const MEMBERS = 'MemberSnapshot.countMembers';
const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const card = (name: string) => screen.findByRole('region', { name });
const campaigns = (...dates: string[]): Answer => ({
  data: dates.map((date, i) => ({
    'Campaign.name': `Campaign ${i + 1}`,
    'Campaign.campaignType': i === 0 ? 'SuperScore report' : 'SuperScore email',
    'Campaign.eventDate.day': `${date}T00:00:00.000`,
    'Campaign.recipients': 1131,
    'Campaign.opened': 438,
    'Campaign.clicked': 71,
    'Campaign.openedPercent': 38.7,
    'Campaign.clickedPercent': 6.3,
  })),
});

afterEach(() => vi.unstubAllGlobals());

describe('A company representative', () => {
  it('sees their plan at once, with its score, trends and fund fitness', async () => {
    portal({ user: dana });
    openAt('/');
    const score = within(await card('Plan SuperScore'));
    expect(await score.findByText('3.08')).toBeVisible();
    expect(score.getByRole('img', { name: '3.08 out of 5 stars' })).toBeInTheDocument();
    expect(await score.findByText(/\+0\.11/)).toHaveTextContent('+0.11 since 31/01/2020');
    expect(score.getByText(/Just above the 3-star aim/).parentElement).toHaveTextContent(
      '591 members (46.0%) score under 3. Nominated beneficiary is your lowest area, at 0.34 of 1.',
    );

    const figures: [string, string, string][] = [
      ['Members', '1,284', '+7.0%'],
      ['Total assets owned', '$126.7M', '+15.1%'],
      ['Average total assets owned', '$98,640', '+7.6%'],
      ['Average age', '41.3 years', '−0.5%'],
    ];
    for (const [name, value, change] of figures) {
      const trend = within(await card(name));
      expect(await trend.findByText(value)).toBeVisible();
      expect(await trend.findByText(change)).toBeVisible();
    }

    const insurance = within(await card('Inadequate life insurance'));
    expect(await insurance.findByText('57.9%')).toBeVisible();
    expect(insurance.getByTitle('percentage points').parentElement).toHaveTextContent('−3.5 pp');
    expect(insurance.getByText('743').parentElement!.parentElement).toHaveTextContent('743 of 1,284 members');
    expect(insurance.getByRole('img', { name: /Needs attention: more than 45% of members/ })).toBeInTheDocument();
    expect(insurance.queryByRole('img', { name: 'Low' })).toBeNull();

    const beneficiary = within(await card('No nominated beneficiary'));
    expect(await beneficiary.findByText('Score 0.34 of 1')).toBeVisible();
    expect(beneficiary.getByRole('img', { name: 'Low' })).toBeInTheDocument();
    const modest = within(await card('Below Modest in retirement'));
    expect(await modest.findByText('14.6%')).toBeVisible();
    expect(modest.queryByRole('img', { name: /Needs attention/ })).toBeNull();
  });

  it('cannot switch to another plan', async () => {
    portal({ user: dana });
    openAt('/dashboard');
    expect(await screen.findByText(kestrel.name)).toBeVisible();
    expect(screen.queryByRole('button', { name: /choose another plan/ })).toBeNull();
  });
});

describe('One name has one meaning', () => {
  it('names the members that a share is of, where these are not all', async () => {
    const cover = 'Member.potentiallyInadequateLifeInsurance';
    const rows: [string | null, number][] = [
      ['1|Yes', 772],
      ['2|No', 489],
      [null, 23],
    ];
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, cover)
          ? {
              data: rows.map(([value, count]) => ({
                'MemberSnapshot.month.month': '2020-06-01T00:00:00.000',
                [cover]: value,
                'MemberSnapshot.countMembers': count,
                'MemberSnapshot.shareOfMembers': 61.2,
              })),
            }
          : undefined,
    });
    openAt('/dashboard');
    const insurance = within(await card('Inadequate life insurance'));
    expect((await insurance.findByText('772')).parentElement!.parentElement).toHaveTextContent(
      '772 of 1,261 whose cover is known',
    );
    const beneficiary = within(await card('No nominated beneficiary'));
    expect((await beneficiary.findByText('629')).parentElement!.parentElement).toHaveTextContent(
      '629 of 1,284 members',
    );
  });

  it('says that the areas add up to something else than the score, only while they do', async () => {
    portal({ user: dana, score: () => ({ score: 3.06 }) });
    const { unmount } = openAt('/dashboard');
    expect(
      await screen.findByText(/the five area scores add up to 3\.08 and the plan’s score is 3\.06\./),
    ).toBeVisible();
    unmount();
    portal({ user: dana });
    openAt('/dashboard');
    expect(await within(await card('No nominated beneficiary')).findByText('Score 0.34 of 1')).toBeVisible();
    expect(screen.queryByText(/area scores add up/)).toBeNull();
  });

  it('counts retirement adequacy strictly, with the tolerance as a sentence of its own', async () => {
    portal({ user: dana });
    openAt('/dashboard');
    const adequacy = within(await card('Retirement adequacy'));
    expect((await adequacy.findByText('Modest or better')).parentElement).toHaveTextContent('85.5%Modest or better');
    const standards = within(adequacy.getByLabelText('Projected retirement standard'));
    expect(await standards.findByText('Below Modest')).toBeVisible();
    expect(screen.queryByText('Inadequate')).toBeNull();
    expect(await adequacy.findByText(/Counting those within 5% of it too/)).toHaveTextContent('55.9% are on track.');
    const below = within(await card('Below Modest in retirement'));
    expect(await below.findByText('14.6%')).toBeVisible();
  });
});

describe('The page header', () => {
  it('narrows every figure to engaged members and back', async () => {
    const asked = portal({ user: dana });
    const { user } = openAt('/dashboard');
    await screen.findByText('1,284');
    expect(asked.every((query) => filtersOf(query)['Member.engaged'] === undefined)).toBe(true);
    const before = asked.length;
    await user.click(screen.getByRole('switch', { name: 'Engaged' }));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before + 5));
    const engaged = asked.slice(before);
    expect(engaged.every((query) => filtersOf(query)['Member.engaged']?.[0] === '1')).toBe(true);
    expect(engaged.every((query) => filtersOf(query)['Member.planId']?.[0] === kestrel.id)).toBe(true);
    expect(screen.getByRole('switch', { name: 'Engaged' })).toBeChecked();
  });

  it('starts with the first campaign by default, or with another chosen period', async () => {
    const plan = { ...kestrel, campaignDates: ['2020-03-11', '2020-05-20'] };
    const asked = portal({ user: dana, plan });
    const { user } = openAt('/dashboard');
    const selector = await screen.findByRole('button', { name: /Since first campaign/ });
    const ranges = () => asked.filter((q) => isAbout(q, ASSETS)).map((q) => q.timeDimensions?.[0]?.dateRange);
    await waitFor(() => expect(ranges()).toEqual([['2020-03-01', '2020-06-30']]));
    await user.click(selector);
    await user.click(await screen.findByRole('option', { name: /3 months/, hidden: false }));
    await waitFor(() => expect(ranges().at(-1)).toEqual(['2020-03-01', '2020-06-30']));
    await user.click(screen.getByRole('button', { name: /3 months/ }));
    await user.click(await screen.findByRole('option', { name: /Last month/, hidden: false }));
    await waitFor(() => expect(ranges().at(-1)).toEqual(['2020-05-01', '2020-06-30']));
  });

  it('keeps the last figures, marked as busy, while the next ones load', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    const members = await card('Members');
    await within(members).findByText('1,284');
    server.use(
      http.post('/cubejs-api/v1/load', async () => {
        await held;
        return HttpResponse.json({ data: [] });
      }),
    );
    await user.click(screen.getByRole('switch', { name: 'Engaged' }));
    await waitFor(() => expect(members).toHaveAttribute('aria-busy', 'true'));
    expect(within(members).getByText('1,284')).toBeInTheDocument();
    release();
    expect(await screen.findByText('Filter selection returned no members')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(screen.getByRole('switch', { name: 'Engaged' })).not.toBeChecked();
  });
});

describe('Choosing a plan', () => {
  const plans = [
    { id: kestrel.id, name: kestrel.name },
    { id: 'T.K2', name: 'Kestrel Foundation Staff Plan' },
  ];

  it('works by typing, arrows and Enter, and stays open until a plan is set', async () => {
    portal({ user: helen, plans });
    const { user, store } = openAt('/dashboard');
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    const picker = await screen.findByRole('combobox', { name: 'Plan' });
    expect(picker).toHaveAttribute('placeholder', 'Enter plan - start typing');
    await user.type(picker, 'nothing like it');
    expect((await screen.findAllByText('No results'))[0]).toBeVisible();
    await user.keyboard('{Escape}{Escape}{Escape}');
    expect(picker).toBeVisible();

    await user.clear(picker);
    await user.type(picker, 'kest');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await user.keyboard('{ArrowDown}');
    expect(picker).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[1]!.id);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(store.getState().currentPlan).toEqual(plans[0]));
    expect(await screen.findByText('1,284')).toBeVisible();
    expect(JSON.parse(sessionStorage.getItem('currentPlan')!)).toEqual(plans[0]);
    await waitFor(() => expect(screen.getByRole('button', { name: /choose another plan/ })).toHaveFocus());
  });

  it('is cancelled with Escape once there is a plan', async () => {
    portal({ user: helen, plans });
    sessionStorage.setItem('currentPlan', JSON.stringify(plans[0]));
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /choose another plan/ }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Plan' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: /choose another plan/ })).toHaveFocus());
  });

  it('lists the plans in reach under “Please select a plan”', async () => {
    portal({ user: helen, plans });
    const { user } = openAt('/dashboard');
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    const list = within(await screen.findByRole('list', { name: 'Plans in your reach' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(plans.map(({ name }) => name));
    await user.click(list.getByRole('button', { name: kestrel.name }));
    expect(await screen.findByRole('button', { name: `${kestrel.name}: choose another plan` })).toBeVisible();
  });

  it('starts again if the user may no longer see the plan of this tab', async () => {
    portal({ user: helen, plans });
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: 'T.GONE', name: 'Gone' }));
    openAt('/dashboard');
    expect(await screen.findByText('Please select a plan')).toBeVisible();
  });

  it('leads users who may import to that page while no plan is imported', async () => {
    portal({ user: helen, plans: [] });
    openAt('/dashboard');
    expect(await screen.findByText('There is no plan yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Import the fund’s files' })).toHaveAttribute(
      'href',
      '/staff/importExport',
    );
    expect(screen.queryByRole('combobox', { name: 'Plan' })).toBeNull();
  });
});

describe('When something is missing', () => {
  it('a plan without figures says so', async () => {
    portal({
      user: dana,
      plan: { ...kestrel, firstMonth: null, lastMonth: null, closedMonth: null, balancesAsAt: null },
    });
    openAt('/dashboard');
    expect(await screen.findByText('No figures yet')).toBeVisible();
  });

  it('one failed card can be retried while the others stay', async () => {
    let fails = true;
    portal({ user: dana, reply: (query) => (fails && isAbout(query, ASSETS) ? 'fails' : undefined) });
    const { user } = openAt('/dashboard');
    const trends = within(await card('Trends'));
    expect(await trends.findByText('The trends did not load')).toBeVisible();
    expect(await trends.findByText(FAILED_REFERENCE)).toBeVisible();
    expect(await within(await card('Inadequate life insurance')).findByText('57.9%')).toBeVisible();
    fails = false;
    await user.click(trends.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,284')).toBeVisible();
  });

  it('lists of campaigns say so, and show three a page if there are more', async () => {
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, 'Campaign.recipients')
          ? { data: campaigns('2020-01-02', '2020-02-03', '2020-03-04', '2020-04-05', '2020-05-06').data.slice(1) }
          : undefined,
    });
    const { user } = openAt('/dashboard');
    expect(await screen.findByText('No report campaigns.')).toBeInTheDocument();
    const emails = within(await card('Latest email campaigns'));
    expect(emails.getAllByRole('row')).toHaveLength(4);
    expect(await emails.findByText('06/05/2020')).toBeInTheDocument();
    await user.click(emails.getByRole('button', { name: 'Next page' }));
    expect(emails.getAllByRole('row')).toHaveLength(2);
    expect(await emails.findByText('03/02/2020')).toBeInTheDocument();
    expect(emails.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });
});

describe('A dashboard that stays open', () => {
  let members: number;
  function openWith(user: typeof dana) {
    FakeEventSource.install();
    members = 1284;
    const asked = portal({
      user,
      reply: (query) =>
        isAbout(query, ASSETS) ? { data: trendRows.map((row) => ({ ...row, [MEMBERS]: members })) } : undefined,
    });
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    return { asked, ...openAt('/dashboard') };
  }
  const tells = (sequence: number, ...readModels: string[]) =>
    FakeEventSource.open[0]!.tells({ sequence, planId: kestrel.id, readModels });

  it('shows new figures once another edition is published, and requests nothing when a member changes', async () => {
    const { asked } = openWith(dana);
    await screen.findByText('1,284');
    expect(FakeEventSource.open[0]?.url).toBe('/api/changes');
    members = 1301;
    const lists = () => asked.filter((query) => isAbout(query, 'Campaign.recipients')).length;
    const figures = () => asked.length - lists();
    const before = figures();
    tells(7, 'memberSnapshots', 'memberEvents', 'contactRequests', 'campaignEngagement');
    // Both changes are handled together, so the first one has had its effect once the list is requested again.
    tells(8, 'campaigns');
    await waitFor(() => expect(lists()).toBe(2));
    expect(figures()).toBe(before);
    tells(9, 'editions');
    expect(await screen.findByText('1,301')).toBeVisible();
  });

  it('follows every change of a member if it shows exact figures', async () => {
    sessionStorage.setItem('view', JSON.stringify({ exact: true }));
    openWith(helen);
    await screen.findByText('1,284');
    members = 1301;
    tells(7, 'memberSnapshots');
    expect(await screen.findByText('1,301')).toBeVisible();
  });
});
