import type { Suppressed } from '@superscope/contracts/analytics/answer';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, isAbout, ofEngaged, portal, split, trendRows, type Reply } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const MEMBERS = 'MemberSnapshot.countMembers';
const NOMINATION = 'Member.beneficiaryNominationType';
const CHART = 'Members by beneficiary nomination, over time';
const message = 'Filter selection leaves out or leaves in fewer than 11 members, so these figures are withheld';

const card = (name: string) => screen.findByRole('region', { name });

/**
 * As the query service answers where a filter leaves in, or out, 1 to 10 members of some months: a table of months alone
 * keeps their rows and marks them; one by groups leaves them out and says once that it did.
 */
function withholds(query: AnalyticsQuery, data: Reply, months: string[]): Reply {
  if (data === 'fails') return data;
  const monthOf = (row: (typeof data.data)[number]) => String(row['MemberSnapshot.month.month']).slice(0, 7);
  const members = query.measures ?? [];
  const note = { members, reason: 'filter', message } as Omit<Suppressed, 'row'>;
  if (query.dimensions?.length)
    return { data: data.data.filter((row) => !months.includes(monthOf(row))), suppressed: [{ row: null, ...note }] };
  const marked = data.data.flatMap((row, at) => (months.includes(monthOf(row)) ? [at] : []));
  return {
    data: data.data.map((row, at) =>
      marked.includes(at) ? { ...row, ...Object.fromEntries(members.map((member) => [member, null])) } : row,
    ),
    suppressed: marked.map((row) => ({ row, ...note })),
  };
}

describe('A filter that leaves in 1 to 10 members', () => {
  it('of every month: the page says so, and nowhere that there is nothing', async () => {
    portal({
      user: dana,
      reply: (query) =>
        ofEngaged(query) ? withholds(query, { data: trendRows }, ['2020-04', '2020-05', '2020-06']) : undefined,
    });
    const { user } = openAt('/dashboard');
    await screen.findByText('1,284');
    await user.click(screen.getByRole('switch', { name: 'Engaged' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText('No nominations in this period.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('1,284')).toBeVisible();
  });

  it('of one month: that month is withheld everywhere, and nothing has changed since it', async () => {
    portal({
      user: dana,
      reply: (query) => {
        if (isAbout(query, NOMINATION))
          return withholds(query, { data: split(NOMINATION, { '1|Binding': [88, 125], '4|None': [640, 629] }) }, [
            '2020-04',
          ]);
        if (isAbout(query, 'Member.mobileNumberProvided'))
          return withholds(
            query,
            { data: split('Member.mobileNumberProvided', { '1|Yes': [600, 718], '2|No': [600, 566] }) },
            ['2020-06'],
          );
        return isAbout(query, 'MemberSnapshot.totalAssetsOwned')
          ? withholds(query, { data: trendRows }, ['2020-04'])
          : undefined;
      },
    });
    const { user } = openAt('/dashboard');
    const chart = within(await card(CHART));
    expect(await chart.findByText(/^Months without a column are not shown/)).toBeVisible();
    await user.click(chart.getByRole('button', { name: 'Show as table' }));
    const april = within(chart.getByRole('row', { name: /Apr 2020/ }));
    expect(april.getAllByRole('button', { name: /^np\. Not published/ })).toHaveLength(4);
    const none = within(await card('No nominated beneficiary'));
    expect(await none.findByText('83.4%')).toBeVisible();
    expect(none.queryByText(/pp/)).toBeNull();
    const mobile = within(await screen.findByRole('group', { name: 'Mobile number' }));
    expect(await mobile.findAllByRole('button', { name: /^np\. Not published/ })).toHaveLength(2);
  });
});

describe('A plan of 1 to 10 members', () => {
  it('says why there is no score, and not that it is out of 5', async () => {
    portal({
      user: dana,
      reply: (query) => (isAbout(query, 'SuperScore.averageSuperScore') ? { data: [] } : undefined),
    });
    server.use(
      http.get('/api/planSuperScore', () =>
        HttpResponse.json({
          planId: 'T.K1',
          month: '2020-06',
          score: null,
          members: null,
          areas: {},
          suppressed: true,
        }),
      ),
    );
    openAt('/dashboard');
    const score = within(await card('Plan SuperScore'));
    expect(await score.findByRole('button', { name: /^<11\./ })).toBeVisible();
    expect(score.getByText(/^Fewer than 11 members: not shown, to protect their privacy\./)).toBeVisible();
    expect(score.queryByText('out of 5')).toBeNull();
  });
});

describe('Logged-in members of a preset period', () => {
  it('are drawn for the months that they are counted in, not for the one before', async () => {
    portal({
      user: dana,
      reply: (query) => {
        if (!isAbout(query, 'Member.loggedInMember')) return undefined;
        const range = query.timeDimensions?.[0]?.dateRange;
        return query.timeDimensions?.[0]?.granularity || range?.[0] !== '2020-06-01'
          ? undefined
          : { data: [{ 'Member.loggedInMember': '2|No', [MEMBERS]: 1284 }] };
      },
    });
    const { user } = openAt('/dashboard');
    const logged = await card('Logged-in members');
    await waitFor(() => expect(logged.querySelectorAll('rect')).toHaveLength(6));
    await user.click(screen.getByRole('button', { name: /Since plan start/ }));
    await user.click(await screen.findByRole('option', { name: /Last month/, hidden: false }));
    await waitFor(() => expect(within(logged).getByText('0')).toBeVisible());
    expect(logged.querySelectorAll('rect')).toHaveLength(1);
  });
});
