import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dana, filtersOf, helen, isAbout, kestrel, portal, split, trendRows, type Reply } from '../../test/portal';
import { FEW, NP, TOO_FEW, without } from '../../test/withheld-answers';
import { address, openAt } from '../../test/render-app';

const MEMBERS = 'MemberSnapshot.countMembers';
const SHARE = 'MemberSnapshot.shareOfMembers';
const INDICATOR = 'Member.lifeInsuranceIndicatorResult';
const AGE = 'Member.ageGroup';
const INDEX = 'MemberSnapshot.benchmarkIndex';
const STANDARD = 'Member.projectedRetirementStandardName';
const ALONE = 'Member.projectedRetirementStandardSuperOnlyName';

const card = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
const rowOf = async (table: string, name: string) =>
  within(await screen.findByRole('table', { name: table })).getByRole('row', { name: new RegExp(`^${name}`) });

const indicator = split(INDICATOR, {
  None: [120, 114],
  'Under insured': [620, 582],
  'On target': [330, 444],
  'Over insured': [130, 144],
});
const ages: AnalyticsRow[] = [
  ['30 and below', 117, 310, 23_600],
  ['31 - 44', 95, 520, 71_500],
  ['45 - 54', 85, 280, 103_800],
  ['55 - 64', 81, 160, 189_600],
  ['65+', null, 14, null],
].map(([group, index, members, average]) => ({
  'MemberSnapshot.month.month': '2020-06-01T00:00:00.000',
  [AGE]: group!,
  [INDEX]: index!,
  [MEMBERS]: members!,
  'MemberSnapshot.averageTotalAssetsOwned': average!,
}));

const replies: Record<string, Reply> = {
  [INDICATOR]: { data: indicator },
  [AGE]: { ...without(ages, 'np', [4, INDEX, 'MemberSnapshot.averageTotalAssetsOwned']), quarterEnds: true },
  'Member.riskProfileName': {
    data: split('Member.riskProfileName', { Cash: [20, 20], Moderate: [400, 500], Aggressive: [80, 100] }),
  },
  [ALONE]: {
    data: split(ALONE, {
      '1|Inadequate': [900, 963],
      '2|Modest': [200, 200],
      '3|Comfortable': [70, 90],
      '4|Aspirational': [30, 31],
    }),
  },
};
const usual = (query: AnalyticsQuery) => {
  const about = Object.keys(replies).find((name) => isAbout(query, name));
  return about ? replies[about] : undefined;
};

describe('The page of an area', () => {
  it.each([
    ['nominatedBeneficiary', 'Nominated beneficiary', 'No nominated beneficiary', 'Validated'],
    ['accountBalance', 'Account balance', 'Low account balance', 'Within average'],
    ['lifeInsurance', 'Life insurance', 'Inadequate life insurance', 'Within benchmark'],
    ['investmentApproach', 'Investment approach', 'Unsuitable investment', 'Growth on target'],
    ['retirementAdequacy', 'Retirement adequacy', 'Below Modest in retirement', 'On track'],
  ])('/super/%s has its share, score, ring, requests, campaigns and trend', async (slug, title, concern, ring) => {
    portal({ user: dana, reply: usual });
    openAt(`/super/${slug}`);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await (await card(concern)).findByText(/^\d+\.\d%$/)).toBeVisible();
    expect(await (await card('Average score')).findByText('of 1')).toBeVisible();
    expect(await (await card(ring)).findByText(/^\d+\.\d%$/)).toBeVisible();
    expect(await (await card(/^Contact requests about/)).findByText(/asked within 12 months/)).toBeVisible();
    expect(await (await card('Campaigns run')).findByText('None in this period')).toBeVisible();
    expect(await (await card(`${concern}, over time`)).findByRole('img', { name: /over time/ })).toBeVisible();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent(title);
  });

  it('shows the rules of its calculation, the number of members and the date', async () => {
    portal({ user: dana, reply: usual });
    const { user } = openAt('/super/lifeInsurance');
    const rules = await card('How this is calculated');
    expect(await rules.findByText('Members: 1,284, as at 30/06/2020')).toBeVisible();
    expect(await rules.findByText(/^Every member has an estimated need/)).toBeVisible();
    await user.click((await screen.findAllByRole('button', { name: 'How this is calculated' }))[0]!);
    expect(screen.getByRole('region', { name: 'How this is calculated' })).toHaveFocus();
  });

  it('tells who named somebody whom the fund need not follow from who named nobody', async () => {
    portal({ user: dana, reply: usual });
    openAt('/super/nominatedBeneficiary');
    const concern = await card('No nominated beneficiary');
    expect(await concern.findByText(/named somebody whom the fund need not follow/)).toHaveTextContent(
      /^Another \d+ named somebody whom the fund need not follow: the nomination is not binding\. The binding nomination of 31 has expired\.$/,
    );
  });

  it('opens from the area’s card on the dashboard, with the same view', async () => {
    portal({ user: dana, reply: usual });
    const { user } = openAt('/dashboard?plan=T.K1&gender=Female&period=months3');
    await user.click(await screen.findByRole('link', { name: 'Low account balance' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Account balance' })).toBeVisible();
    expect(address()).toBe('/super/accountBalance?plan=T.K1&period=months3&gender=Female');
    await user.click(screen.getByRole('link', { name: /^Dashboard$/ }));
    expect(await screen.findByRole('link', { name: 'View details' })).toHaveAttribute(
      'href',
      '/super/superScore?plan=T.K1&period=months3&gender=Female',
    );
    expect(screen.getByRole('link', { name: 'Average age' })).toHaveAttribute(
      'href',
      '/super/analytics/averageAge?plan=T.K1&period=months3&gender=Female',
    );
  });

  it('compares filtered members with the plan as a whole', async () => {
    portal({
      user: dana,
      reply: (query) =>
        filtersOf(query)['Member.gender'] && isAbout(query, 'Member.potentiallyInadequateLifeInsurance')
          ? { data: split('Member.potentiallyInadequateLifeInsurance', { '1|Yes': [90, 60], '2|No': [110, 140] }) }
          : usual(query),
    });
    openAt('/super/lifeInsurance?gender=Female');
    const concern = await card('Inadequate life insurance');
    expect(await concern.findByText('30.0%')).toBeVisible();
    expect(await concern.findByText(/The plan as a whole: 57\.9%\./)).toBeVisible();
  });

  it('says if a filter leaves nobody, with a link to remove it', async () => {
    portal({
      user: dana,
      reply: (query) => (filtersOf(query)['Member.gender'] ? { data: [], quarterEnds: true } : usual(query)),
    });
    const { user } = openAt('/super/lifeInsurance?plan=T.K1&gender=Female');
    const empty = await screen.findByText('Filter selection returned no members');
    await user.click(within(empty.closest('section')!).getByRole('button', { name: 'Clear all' }));
    expect(await (await card('Inadequate life insurance')).findByText('57.9%')).toBeVisible();
  });

  it('says that nothing is published for a group that is too small', async () => {
    portal({
      user: dana,
      reply: (query) =>
        filtersOf(query)['Member.gender']
          ? without(
              trendRows.map((row) => ({ ...row, [MEMBERS]: 4 })),
              '<11',
              [0, MEMBERS],
              [1, MEMBERS],
              [2, MEMBERS],
            )
          : usual(query),
    });
    openAt('/super/lifeInsurance?plan=T.K1&gender=Female');
    expect(await screen.findByText('Not published, to protect members’ privacy')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Average score' })).toBeNull();
  });

  it('shows the failure of one card while the others stay', async () => {
    let fails = true;
    portal({ user: dana, reply: (query) => (fails && isAbout(query, INDICATOR) ? 'fails' : usual(query)) });
    const { user } = openAt('/super/lifeInsurance');
    const chart = await card('Is cover on target?');
    expect(await chart.findByText('This chart did not load')).toBeVisible();
    expect(await (await card('Within benchmark')).findByText(/%$/)).toBeVisible();
    fails = false;
    await user.click(chart.getByRole('button', { name: 'Try again' }));
    expect(await (await card('Is cover on target?')).findByText('On target', { selector: 'span.block' })).toBeVisible();
  });
});

describe('Life insurance', () => {
  it('has the share on target inside its doughnut, and all results beside it', async () => {
    portal({ user: dana, reply: usual });
    openAt('/super/lifeInsurance');
    expect(await rowOf('Insurance indicator', 'Under insured')).toHaveTextContent('58245.3%');
    const chart = await card('Is cover on target?');
    expect(chart.getAllByText('34.6%')).toHaveLength(2);
    expect(
      await chart.findByText(/against estimated need; shares of [\d,]+ (members|whose cover is known)$/),
    ).toBeVisible();
  });

  it('shows a withheld result as withheld', async () => {
    portal({
      user: dana,
      reply: (query) => (isAbout(query, INDICATOR) ? without(indicator, '<11', [7, MEMBERS, SHARE]) : usual(query)),
    });
    openAt('/super/lifeInsurance');
    const over = within(await rowOf('Insurance indicator', 'Over insured'));
    expect(over.getByRole('button', { name: FEW })).toBeVisible();
    expect(over.getByRole('button', { name: TOO_FEW })).toBeVisible();
  });
});

describe('Account balance', () => {
  it('has the benchmark index of each age group at the quarter’s end, in chart and table', async () => {
    const asked = portal({ user: dana, reply: usual });
    const { user } = openAt('/super/accountBalance');
    const chart = await card('Balances against their peers, by age group');
    expect(await chart.findByText('117')).toBeVisible();
    expect(chart.getAllByText(/not published/)[0]).toBeVisible();
    expect(await chart.findByText(/quarter end, June 2020/)).toBeVisible();
    await user.click(chart.getByRole('button', { name: 'Show as table' }));
    const oldest = within(await rowOf('Balances against their peers, by age group', '65\\+'));
    expect(oldest.getAllByRole('button', { name: NP })).toHaveLength(2);
    expect(await oldest.findByText('14')).toBeVisible();
    const byAge = asked.find((query) => isAbout(query, AGE))!;
    expect(byAge.timeDimensions?.[0]?.dateRange).toEqual(['2020-06-01', '2020-06-30']);
  });

  it('says what to remove if the chart would need a fourth column, and sends no request', async () => {
    const asked = portal({ user: dana, reply: usual });
    openAt('/super/accountBalance?plan=T.K1&engaged=1&gender=Female&salaryGroup=$65k');
    expect(
      await screen.findByText(/By age group as well, .* Remove gender, salary group or engaged to see it\./),
    ).toBeVisible();
    await (await card('Low account balance')).findByText(/^\d+\.\d%$/);
    expect(asked.some((query) => isAbout(query, AGE))).toBe(false);
  });
});

describe('Investment approach', () => {
  it('says once what the shares of risk profiles are of', async () => {
    const profile = 'Member.riskProfileName';
    const rows = split(profile, { Moderate: [700, 800], Aggressive: [480, 460], Unknown: [20, 24] });
    portal({ user: dana, reply: (query) => (isAbout(query, profile) ? { data: rows } : undefined) });
    openAt('/super/investmentApproach');
    const chart = within(await screen.findByRole('region', { name: 'Members by risk profile' }));
    expect(await chart.findByText(/whose risk profile is known/)).toHaveTextContent(
      /^At the newest month end; share of 1,260 whose risk profile is known$/,
    );
  });
});

describe('Retirement adequacy', () => {
  it('shows the standard with the Age Pension first, and on super alone when asked', async () => {
    portal({ user: dana, reply: usual });
    const { user } = openAt('/super/retirementAdequacy');
    const shown = async () => within(await screen.findByRole('region', { name: 'Projected standard in retirement' }));
    expect(await (await shown()).findByText('14.6%')).toBeVisible();
    await user.click((await shown()).getByRole('radio', { name: 'Super alone' }));
    expect(await (await shown()).findByText('75.0%')).toBeVisible();
    expect((await shown()).queryByText('14.6%')).toBeNull();
    expect((await shown()).getByText(/without a break until 67/)).toBeVisible();
  });
});

describe('Exact figures', () => {
  it('are never saved as a picture', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    sessionStorage.setItem('view', JSON.stringify({ exact: true }));
    portal({ user: helen, reply: usual });
    openAt('/super/investmentApproach');
    const chart = await card('Members by risk profile');
    expect(await chart.findByText('Moderate')).toBeVisible();
    await waitFor(() => expect(chart.getByRole('button', { name: 'Show as table' })).toBeVisible());
    expect(chart.queryByRole('button', { name: 'Save as PNG' })).toBeNull();
  });
});

it('The standard of a plan takes one query for each income', async () => {
  const asked = portal({ user: dana, reply: usual });
  openAt('/super/retirementAdequacy');
  await (await card('Projected standard in retirement')).findByText('14.6%');
  expect(asked.filter((query) => isAbout(query, STANDARD) && query.timeDimensions?.[0]?.granularity)).toHaveLength(1);
});
