import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dana, filtersOf, helen, isAbout, kestrel, portal, type Answer } from '../../test/portal';
import { FEW } from '../../test/withheld-answers';
import { openAt } from '../../test/render-app';

const TITLE = 'How members moved between scores';
const MOVED = 'Movement.members';
const card = () => screen.findByRole('region', { name: TITLE });
const bands = ['0-1', '1-2', '2-3', '3-4', '4-5', 'Unknown'];

/** 100 members in 2-3 stars, 60 in 3-4: 40 moved up, 15 down, 8 joined and 3 left; the rest are few. */
const told: Record<string, number> = { '2-3 2-3': 57, '2-3 3-4': 40, '3-4 3-4': 45, '3-4 2-3': 15 };
const movement = (flows = told): Answer => {
  const pairs = bands.flatMap((from) => bands.map((to) => [from, to] as const));
  const data: AnalyticsRow[] = pairs.map(([from, to]) => ({
    'Movement.from': from,
    'Movement.to': to,
    [MOVED]: flows[`${from} ${to}`] ?? null,
  }));
  const suppressed = data.flatMap((row, at) =>
    row[MOVED] === null ? [{ row: at, members: [MOVED] as [typeof MOVED], because: '<11' as const }] : [],
  );
  return {
    data: [
      ...data,
      { 'Movement.from': 'Joined', 'Movement.to': null, [MOVED]: 8 },
      { 'Movement.from': null, 'Movement.to': 'Left', [MOVED]: 3 },
    ],
    suppressed,
  };
};
const bandRows: AnalyticsRow[] = ['2020-03', '2020-06'].flatMap((month, i) =>
  bands.map((band) => ({
    'MemberSnapshot.month.month': `${month}-01T00:00:00.000`,
    'SuperScore.scoreBand': band,
    'MemberSnapshot.countMembers': { '2-3': [100, 80], '3-4': [60, 85] }[band]?.[i] ?? 0,
    'MemberSnapshot.shareOfMembers': { '2-3': [62.5, 48.5], '3-4': [37.5, 51.5] }[band]?.[i] ?? 0,
  })),
);
const reply = (query: AnalyticsQuery) =>
  isAbout(query, MOVED) ? movement() : isAbout(query, 'SuperScore.scoreBand') ? { data: bandRows } : undefined;

describe('The SuperScore page', () => {
  it('shows the average, its parts, and how members moved between two quarter ends', async () => {
    const asked = portal({ user: dana, reply });
    openAt('/super/superScore');
    expect(await screen.findByText('3.08')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Where the stars come from' })).toHaveTextContent(
      'Nominated beneficiary0.34',
    );
    const drawing = within(await card());
    expect(
      await drawing.findByRole('img', { name: 'March 2020 to June 2020: 40 members from 2 - 3 stars to 3 - 4 stars' }),
    ).toBeInTheDocument();
    expect(drawing.getByText('40').closest('li')).toHaveTextContent(
      '40times a member moved up a band or more, in the flows shown',
    );
    expect(await drawing.findByText(/members left/)).toHaveTextContent(
      '3members left between March 2020 and June 2020',
    );
    expect(drawing.getByText('85').closest('li')).toHaveTextContent('60 in March 2020');
    expect(await drawing.findByText('8 members')).toBeInTheDocument();
    const query = asked.find((each) => isAbout(each, MOVED));
    expect(query?.timeDimensions).toEqual([{ dimension: 'Movement.month', dateRange: ['2020-03-01', '2020-06-01'] }]);
  });

  it('draws no withheld flow, and says so in the table', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/superScore');
    const drawing = within(await card());
    expect(await drawing.findAllByRole('img')).toHaveLength(4);
    await user.click(drawing.getByRole('button', { name: 'Show as table' }));
    const row = within(drawing.getByRole('row', { name: /^2 - 3 stars/ }));
    expect(await row.findByText('57')).toBeVisible();
    expect(row.getAllByRole('button', { name: FEW }).length).toBeGreaterThan(0);
  });

  it('moves from flow to flow by the arrow keys', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/superScore');
    const drawing = within(await card());
    const [first, second] = await drawing.findAllByRole('img');
    first!.focus();
    await user.keyboard('{ArrowRight}');
    expect(second).toHaveFocus();
    expect(await drawing.findByText(second!.getAttribute('aria-label')!)).toBeVisible();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(drawing.getAllByRole('img').at(-1)).toHaveFocus();
  });

  it('follows three quarter ends from a period of a year', async () => {
    const asked = portal({ user: dana, plan: { ...kestrel, startDate: '2017-01-01', firstMonth: '2017-01' }, reply });
    openAt('/super/superScore');
    await card();
    await screen.findByText('3.08');
    const ranges = asked.filter((each) => isAbout(each, MOVED)).map((each) => each.timeDimensions?.[0]?.dateRange);
    expect(ranges).toEqual([
      ['2017-06-01', '2019-06-01'],
      ['2019-06-01', '2020-06-01'],
    ]);
  });

  it('says why there is no movement for the engaged, and requests none', async () => {
    const asked = portal({ user: dana, reply });
    const { user } = openAt('/super/superScore');
    await user.click(await screen.findByRole('switch', { name: 'Engaged' }));
    expect(await screen.findByText(/not of the engaged alone/)).toBeVisible();
    expect(asked.filter((each) => isAbout(each, MOVED) && each.filters?.length !== 1)).toEqual([]);
  });

  it('says once that a filter leaves nobody, with a link to remove it', async () => {
    const nobody = (query: AnalyticsQuery): Answer | undefined =>
      filtersOf(query)['Member.gender'] ? { data: [], quarterEnds: true } : reply(query);
    portal({ user: dana, reply: nobody });
    const { user } = openAt('/super/superScore?plan=T.K1&gender=Female');
    expect(await screen.findByText('Filter selection returned no members')).toBeVisible();
    expect(screen.queryByText('Where the stars come from')).toBeNull();
    await user.click(within(screen.getByRole('main')).getAllByRole('button', { name: 'Clear all' }).at(-1)!);
    expect(await screen.findByText('3.08')).toBeVisible();
  });

  it('shows a sentence if no flow is published', async () => {
    portal({ user: dana, reply: (query) => (isAbout(query, MOVED) ? movement({}) : reply(query)) });
    openAt('/super/superScore');
    expect(await screen.findByText(/Nothing is published of how members moved/)).toBeVisible();
  });

  it('offers to try again if it did not load, and offers no file of exact figures', async () => {
    portal({ user: dana, reply: (query) => (isAbout(query, MOVED) ? 'fails' : reply(query)) });
    const { unmount } = openAt('/super/superScore');
    expect(await screen.findByText('This chart did not load')).toBeVisible();
    unmount();
    // A tab of another user: what one user chose in a tab is not kept for the next.
    sessionStorage.clear();
    portal({ user: helen, plans: [kestrel], reply });
    sessionStorage.setItem('view', JSON.stringify({ exact: true, engaged: false, period: null }));
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    openAt('/super/superScore');
    const drawing = within(await card());
    expect(await drawing.findAllByRole('img')).toHaveLength(4);
    expect(drawing.queryByRole('button', { name: 'Save as PNG' })).toBeNull();
    expect(drawing.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
  });
});
