import type { Because } from '@superscope/contracts/analytics/answer';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, filtersOf, isAbout, kestrel, ofEngaged, portal, split, trendRows, type Answer } from '../../test/portal';
import { answerTo, both, FEW, NP, TOO_FEW, without } from '../../test/withheld-answers';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const MEMBERS = 'MemberSnapshot.countMembers';
const SHARE = 'MemberSnapshot.shareOfMembers';
const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const SCORE = 'SuperScore.averageSuperScore';
const SUITABLE = 'Member.investmentStrategySuitable';
const INSURANCE = 'Member.potentiallyInadequateLifeInsurance';

const card = (name: string) => screen.findByRole('region', { name });

describe('A figure of few members', () => {
  it('looks withheld, with the reason: never empty, never 0, and without a change', async () => {
    const suitable = split(SUITABLE, { '1|Yes': [600, 620], '2|No': [20, 9] });
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, ASSETS)
          ? without(trendRows, 'np', [2, ASSETS])
          : answerTo(SUITABLE, without(suitable, '<11', [3, MEMBERS, SHARE]))(query),
    });
    openAt('/dashboard');
    const assets = within(await card('Total assets owned'));
    expect(await assets.findByRole('button', { name: NP })).toHaveTextContent('not published');
    expect(assets.queryByText(/%/)).toBeNull();
    const investment = within(await card('Unsuitable investment'));
    expect(await investment.findByRole('button', { name: FEW })).toBeVisible();
    expect(investment.getByRole('button', { name: TOO_FEW })).toBeVisible();
    expect(investment.queryByText(/pp|no clear change/)).toBeNull();
    expect(investment.queryByRole('img', { name: /Needs attention/ })).toBeNull();
  });

  it('is a sentence, not a drawing, if no month is published', async () => {
    const few = split('Member.makingVoluntaryContributions', { '1|Yes': [4, 5], '2|No': [60, 62] });
    portal({
      user: dana,
      reply: answerTo(
        'Member.makingVoluntaryContributions',
        without(few, '<11', [0, MEMBERS, SHARE], [2, MEMBERS, SHARE]),
      ),
    });
    openAt('/dashboard');
    const voluntary = within(await card('Voluntary contributions'));
    expect(await voluntary.findByText('Not published by month.')).toBeInTheDocument();
    expect(voluntary.getAllByRole('button', { name: FEW })).toHaveLength(1);
  });
});

describe('A share that is not exact', () => {
  it('is “about” a number of whole tens, its change in whole points', async () => {
    const data = split(INSURANCE, { '1|Yes': [12, 24], '2|No': [28, 16] });
    const answer = without(data, 'np', [0, MEMBERS], [1, MEMBERS], [2, MEMBERS], [3, MEMBERS]);
    portal({
      user: dana,
      reply: answerTo(INSURANCE, { ...answer, rounded: [0, 1, 2, 3].map((row) => ({ row, members: [SHARE] })) }),
    });
    openAt('/dashboard');
    const insurance = within(await card('Inadequate life insurance'));
    expect(await insurance.findByRole('button', { name: /^about 60 %\. Of fewer than 50 members/ })).toBeVisible();
    expect(insurance.getByTitle('percentage points').parentElement).toHaveTextContent('+30 pp');
    expect(insurance.getByRole('button', { name: NP })).toBeVisible();
    expect(insurance.getByRole('img', { name: /Needs attention/ })).toBeInTheDocument();
  });

  it('is “about … or more” if few members are left out, and has no change', async () => {
    const data = split(INSURANCE, { '1|Yes': [45, 55], '2|No': [15, 5] });
    const answer = both(without(data, 'np', [2, MEMBERS]), without(data, 'least', [2, SHARE]));
    portal({ user: dana, reply: answerTo(INSURANCE, answer) });
    openAt('/dashboard');
    const insurance = within(await card('Inadequate life insurance'));
    expect(await insurance.findByRole('button', { name: /^about 83 % or more\. Fewer than about 11/ })).toBeVisible();
    expect(insurance.queryByText(/pp/)).toBeNull();
    expect(insurance.getByRole('img', { name: /Needs attention/ })).toBeInTheDocument();
  });
});

describe('A change within its margin', () => {
  it('is no clear change, without arrow or number; one beyond its margin, or without a margin, is shown', async () => {
    portal({
      user: dana,
      reply: (query) => {
        if (isAbout(query, ASSETS)) return { data: trendRows, margins: { [ASSETS]: [1, 1, 20_000_000] } };
        if (isAbout(query, SCORE))
          return {
            data: [2.97, 3.01, 3.08].map((score, i) => ({ ...trendRows[i]!, [SCORE]: score })),
            margins: { [SCORE]: [0, 0, 0.2] },
          };
        const margins = { [SHARE]: [9, 9, 3.6, 3.6] };
        return isAbout(query, INSURANCE)
          ? { data: split(INSURANCE, { '1|Yes': [737, 743], '2|No': [463, 541] }), margins }
          : undefined;
      },
    });
    openAt('/dashboard');
    const assets = within(await card('Total assets owned'));
    expect(await assets.findByRole('button', { name: /^no clear change\. The difference is within/ })).toBeVisible();
    expect(assets.queryByText(/%/)).toBeNull();
    expect(within(await card('Members')).getByText('+7.0%')).toBeVisible();
    expect(await within(await card('Inadequate life insurance')).findByText('no clear change')).toBeVisible();
    const score = within(await card('Plan SuperScore'));
    expect((await score.findByText('no clear change')).closest('p,div')).toHaveTextContent(
      /no clear change since 31\/01\/2020/,
    );
  });
});

describe('The average age of a plan of several payrolls', () => {
  const AGE = 'MemberSnapshot.averageAge';

  it('has a margin, within which there is no clear change', async () => {
    portal({
      user: dana,
      plan: { ...kestrel, onePayroll: false },
      reply: (query) => (isAbout(query, AGE) ? { data: trendRows, margins: { [AGE]: [0.3, 0.3, 0.3] } } : undefined),
    });
    openAt('/dashboard');
    const age = within(await card('Average age'));
    expect(await age.findByText('41.3 years')).toBeVisible();
    expect(age.getByRole('button', { name: /^no clear change/ })).toBeVisible();
    expect(age.queryByText(/%/)).toBeNull();
  });
});

describe('The SuperScore', () => {
  it('says why there is none, without “out of 5”', async () => {
    portal({
      user: dana,
      reply: answerTo(SCORE, { data: [] }),
      score: () => ({ score: null, members: null, withheld: { score: '<11', members: '<11' } }),
    });
    openAt('/dashboard');
    const score = within(await card('Plan SuperScore'));
    expect(await score.findByRole('button', { name: TOO_FEW })).toBeVisible();
    expect(await score.findByText(/^Fewer than about 11 members, even none: not shown/)).toBeVisible();
    expect(score.queryByText('out of 5')).toBeNull();
  });

  it.each<[Because, RegExp]>([
    ['<11', /Fewer than about 11 members, even none, score under 3\./],
    ['np', /How many members score under 3 is not published\./],
    ['least', /About 83 % or more of members score under 3\./],
  ])('says of those under the aim only what is published: %s', async (because, sentence) => {
    const data = trendRows.map((row) => ({ ...row, [SCORE]: 3.08 }));
    const share = without(data, because, [2, 'SuperScore.shareUnderAim']);
    const count = without(data, because === '<11' ? '<11' : 'np', [2, 'SuperScore.membersUnderAim']);
    portal({ user: dana, reply: answerTo(SCORE, both(share, count)) });
    openAt('/dashboard');
    expect(await within(await card('Plan SuperScore')).findByText(sentence)).toBeVisible();
  });
});

describe('A plan or a filter without published figures', () => {
  const none: Answer = without(trendRows, '<11', [0, MEMBERS], [1, MEMBERS], [2, MEMBERS]);

  it('says so for a small plan, and still lists its campaigns', async () => {
    portal({ user: dana, reply: answerTo(ASSETS, none) });
    openAt('/dashboard');
    expect(await screen.findByText('Figures are published of plans with about 11 members or more.')).toBeVisible();
    expect(await card('Latest email campaigns')).toBeVisible();
  });

  it('says so for engaged members, and not that there are none', async () => {
    portal({ user: dana, reply: (query) => (ofEngaged(query) ? { ...none, quarterEnds: true } : undefined) });
    const { user } = openAt('/dashboard');
    await screen.findByText('1,284');
    await user.click(screen.getByRole('switch', { name: 'Engaged' }));
    expect(await screen.findByText(/^Figures of engaged members are published where/)).toBeVisible();
    expect(screen.queryByText('Filter selection returned no members')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('1,284')).toBeVisible();
  });
});

describe('Engaged members', () => {
  it('have the server’s sentence if a plan’s figures are published only as a whole', async () => {
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    await screen.findByText('1,284');
    const error = 'Figures of a plan under 30 members are published for all of them together.';
    server.use(http.post('/cubejs-api/v1/load', () => HttpResponse.json({ error }, { status: 403 })));
    await user.click(screen.getByRole('switch', { name: 'Engaged' }));
    expect(await screen.findByText(error)).toBeVisible();
    expect(screen.queryByText(/did not load/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeVisible();
  });

  it('are requested by whole quarters, and never with their average age, which would reveal who they are', async () => {
    const asked = portal({
      user: dana,
      reply: (query) =>
        ofEngaged(query) && isAbout(query, ASSETS) ? { data: trendRows, quarterEnds: true } : undefined,
    });
    const { user } = openAt('/dashboard');
    await screen.findByText('1,284');
    await user.click(screen.getByRole('switch', { name: 'Engaged' }));
    expect(await screen.findByText('Quarter ends')).toBeVisible();
    const age = within(await card('Average age'));
    expect(await age.findByRole('button', { name: NP })).toBeVisible();
    const engaged = asked.filter((query) => filtersOf(query)['Member.engaged']);
    expect(engaged.some((query) => isAbout(query, 'MemberSnapshot.averageAge'))).toBe(false);
    expect(engaged[0]?.timeDimensions?.[0]?.dateRange).toEqual(['2020-01-01', '2020-06-30']);
  });

  it('cannot be shown before a quarter has ended', async () => {
    sessionStorage.setItem('view', JSON.stringify({ engaged: true }));
    portal({ user: dana, plan: { ...kestrel, firstMonth: '2020-04', closedMonth: '2020-05' } });
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    const { user } = openAt('/dashboard');
    expect(await screen.findByText(/as at the end of a quarter, and none has ended yet/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('Figures of 31/05/2020')).toBeVisible();
  });
});

describe('Logged-in members of a preset period', () => {
  it('are drawn for the months in which they are counted, without the month before', async () => {
    portal({
      user: dana,
      reply: (query) => {
        if (!isAbout(query, 'Member.loggedInMember')) return undefined;
        const range = query.timeDimensions?.[0]?.dateRange;
        return query.timeDimensions?.[0]?.granularity || range?.[0] !== '2020-06-01'
          ? undefined
          : { data: [{ 'Member.loggedInMember': '1|Yes', [MEMBERS]: 31, [SHARE]: 2.4 }] };
      },
    });
    const { user } = openAt('/dashboard');
    const logged = await card('Logged-in members');
    await waitFor(() => expect(logged.querySelectorAll('rect')).toHaveLength(6));
    await user.click(screen.getByRole('button', { name: /Since plan start/ }));
    await user.click(await screen.findByRole('option', { name: /Last month/, hidden: false }));
    await waitFor(() => expect(within(logged).getByText('31')).toBeVisible());
    expect(logged.querySelectorAll('rect')).toHaveLength(1);
  });

  it('say within which months they signed in, and are asked for over these months', async () => {
    const asked = portal({ user: dana });
    const { user } = openAt('/dashboard');
    const logged = within(await card('Logged-in members'));
    const contact = within(await screen.findByRole('group', { name: 'Contact requested' }));
    const periods = () =>
      asked.flatMap((query) => {
        const { granularity, dateRange } = query.timeDimensions?.[0] ?? {};
        return isAbout(query, 'Member.loggedInMember') && !granularity ? [dateRange] : [];
      });
    expect(await logged.findByText('Signed in within 12 months. Columns and change: within 1 month')).toBeVisible();
    expect(await contact.findByText('Contact requested within 12 months')).toBeVisible();
    // The plan has figures of six months, and the look-back is longer.
    expect(periods()).toEqual([['2019-07-01', '2020-06-30']]);
    await user.click(screen.getByRole('button', { name: /Since plan start/ }));
    await user.click(await screen.findByRole('option', { name: /3 months/, hidden: false }));
    expect(await logged.findByText(/^Signed in within 3 months/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /, Period$/ }));
    await user.click(await screen.findByRole('option', { name: /Last month/ }));
    expect(await logged.findByText(/^Signed in within 1 month\./)).toBeVisible();
    expect(await contact.findByText('Contact requested within 1 month')).toBeVisible();
    expect(periods().slice(1)).toEqual([
      ['2020-04-01', '2020-06-30'],
      ['2020-06-01', '2020-06-30'],
    ]);
  });

  it('show the share of the month whose change stands beside it', async () => {
    portal({ user: dana });
    openAt('/dashboard');
    const logged = await card('Logged-in members');
    await waitFor(() => expect(logged).toHaveTextContent(/Jun 2020: \d+\.\d%, \d+/));
  });

  it('say what the answer says if it was counted over other months', async () => {
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, 'Member.loggedInMember')
          ? { data: [{ 'Member.loggedInMember': '1|Yes', [MEMBERS]: 31, [SHARE]: 2.4 }], lookBackMonths: 3 }
          : undefined,
    });
    openAt('/dashboard');
    const logged = within(await card('Logged-in members'));
    expect(await logged.findByText('Signed in within 3 months. Columns and change: within 3 months')).toBeVisible();
  });
});
