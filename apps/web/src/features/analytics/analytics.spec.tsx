import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import type { MetaAnswer } from '@superscope/contracts/analytics/meta';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { dana, kestrel, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { meta } from './analytics.fixtures';

const COUNT = 'MemberSnapshot.countMembers';
const GENDER = 'Member.gender';
const at = (month: string) => ({ 'MemberSnapshot.month.month': `${month}-01T00:00:00.000` });
const genders: [string, number][] = [
  ['Female', 400],
  ['Male', 600],
];
const overTime: AnalyticsRow[] = ['2020-03', '2020-06'].flatMap((month) =>
  genders.map(([gender, count]) => ({ ...at(month), [GENDER]: gender, [COUNT]: count })),
);
/** The groups from the second on are withheld, as many as `few`. */
const byGroup = (group: string, values: string[], few = 1): AnalyticsRow[] =>
  values.flatMap((value, i) =>
    genders.map(([gender, count]) => ({
      [group]: value,
      [GENDER]: gender,
      [COUNT]: i > 0 && i <= few ? null : count / 2,
    })),
  );
const fewOf = (data: AnalyticsRow[]) => ({
  data,
  suppressed: data.flatMap((row, i) =>
    row[COUNT] === null ? [{ row: i, members: [COUNT] as [typeof COUNT], because: '<11' as const }] : [],
  ),
});
const wholes: Record<string, [string, number | null][]> = {
  'Member.salaryGroup': [
    ['$65k', 503],
    ['>$250k', 15],
    ['<$30k', 500],
  ],
  'Member.addressState': [
    ['NSW', 501],
    ['NT', 18],
    ['ACT', null],
  ],
};
const reply = ({ dimensions = [] }: AnalyticsQuery) => {
  const [group = ''] = dimensions;
  if (dimensions.length === 1 && wholes[group])
    return fewOf(wholes[group].map(([value, count]) => ({ [group]: value, [COUNT]: count })));
  if (dimensions[0] === 'Member.salaryGroup') return fewOf(byGroup('Member.salaryGroup', ['$65k', '>$250k', '<$30k']));
  if (dimensions[0] === 'Member.addressState') return fewOf(byGroup('Member.addressState', ['NSW', 'NT', 'ACT'], 2));
  return dimensions[0] === GENDER ? { data: overTime, quarterEnds: true as const } : undefined;
};
const picker = (label: string) => screen.findByRole('button', { name: new RegExp(`^${label}:`) });
type User = ReturnType<typeof openAt>['user'];
async function choose(user: User, label: string, option: string) {
  await user.click(await picker(label));
  await user.click(await screen.findByRole('option', { name: option }));
}
/** The items of a list that can be chosen, by their text. */
async function offeredBy(user: User, label: string) {
  await user.click(await picker(label));
  const options = await screen.findAllByRole('option');
  const names = options.filter((item) => item.getAttribute('aria-disabled') !== 'true').map((item) => item.textContent);
  await user.keyboard('{Escape}');
  return names;
}
const card = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  server.use(http.get('/cubejs-api/v1/meta', () => HttpResponse.json<MetaAnswer>(meta)));
});

describe('The analytics page', () => {
  it('shows a metric over time, by salary group and by state, split by the dimension of the address', async () => {
    const asked = portal({ user: dana, reply });
    openAt('/super/analytics/countMembers?dimensions=gender');
    const time = within(await card('Members by gender, over time'));
    expect(await time.findByText('Quarter end, March 2020 to June 2020')).toBeVisible();
    const bars = await screen.findByRole('img', { name: /^Members by salary group and gender/ });
    const names = [...bars.querySelectorAll('text')].map((text) => text.textContent);
    expect(names).toEqual(['Under $30k', '500', '$65k to $100k', '503', 'Over $250k', '15', 'split not published']);
    const map = await screen.findByRole('img', { name: /^Members by address state and gender/ });
    expect(map).toHaveTextContent('NSW 501');
    expect(map).toHaveTextContent('NT 18 split not published');
    expect(map).toHaveTextContent('ACT <11');
    expect(map).not.toHaveTextContent('NT <11');
    expect(asked.map(({ dimensions }) => dimensions)).toEqual(
      expect.arrayContaining([[GENDER], ['Member.salaryGroup', GENDER], ['Member.addressState', GENDER]]),
    );
  });

  it('says since when the newest figure has changed', async () => {
    portal({ user: dana });
    openAt('/super/analytics/averageAge');
    const newest = (await screen.findByText(/^Average age, 30\/06\/2020/)).closest('[role=status]');
    expect(newest).toHaveTextContent('−0.5%since 31/01/2020');
  });

  it('opens on members by gender', async () => {
    portal({ user: dana, reply });
    openAt('/super/analytics');
    expect(await card('Members by gender, over time')).toBeVisible();
  });

  it('names an unknown metric or dimension in the address', async () => {
    portal({ user: dana, reply });
    openAt('/super/analytics/nonsense?dimensions=gender,shoeSize');
    expect(await screen.findByText(/asks for “nonsense” and “shoeSize”, which cannot be shown here/)).toHaveTextContent(
      'Shown instead: Members by gender.',
    );
  });

  it('keeps what is chosen in the address', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/analytics?period=months3');
    await choose(user, 'Split by', 'Age group');
    await choose(user, 'Split by', 'Gender');
    await choose(user, 'Show', 'Average age');
    expect(address()).toBe('/super/analytics/averageAge?plan=T.K1&period=months3&dimensions=gender');
    await choose(user, 'And by', 'Age group');
    await user.click(screen.getByRole('button', { name: 'Swap the two splits' }));
    expect(address()).toBe('/super/analytics/averageAge?plan=T.K1&period=months3&dimensions=ageGroup%2Cgender');
    await choose(user, 'Split by', 'Nothing more');
    expect(address()).toBe('/super/analytics/averageAge?plan=T.K1&period=months3&dimensions=gender');
  });

  it('offers employers a flag only for numbers and shares of members, and one at a time', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/analytics/countMembers?dimensions=scoreBand');
    expect(await offeredBy(user, 'And by')).toEqual([
      'Nothing more',
      'Address state',
      'Age group',
      'Gender',
      'Salary group',
      'Engaged',
    ]);
    await choose(user, 'Show', 'Average age');
    expect(await offeredBy(user, 'Split by')).not.toContain('Score band');
    expect(await offeredBy(user, 'Show')).not.toContain('Female count');
  });

  it('finds metrics and dimensions by area and by everyday words, and keeps what cannot be combined with its reason', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/analytics/countMembers?dimensions=scoreBand');
    await user.click(await picker('Show'));
    expect(await screen.findByRole('group', { name: 'Contact requests' })).toBeVisible();
    expect(await screen.findByText('3 measures')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'headcount');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Members']);
    await user.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
    await user.click(await picker('And by'));
    await user.type(await screen.findByRole('searchbox'), 'uninsured');
    const refused = await screen.findByRole('option', { name: /No life insurance/ });
    expect(refused).toHaveAttribute('aria-disabled', 'true');
    expect(refused).toHaveTextContent('Not together with score band');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'pay');
    await user.click(await screen.findByRole('option', { name: 'Salary group' }));
    expect(address()).toContain('dimensions=scoreBand%2CsalaryGroup');
  });

  const groups = {
    companies: [
      { value: 'T.E1', label: 'Kestrel Freight' },
      { value: 'T.E2', label: 'Kestrel Ports' },
    ],
    categories: [{ value: 'C1', label: 'Staff' }],
  };
  const byCompany = ({ dimensions = [] }: AnalyticsQuery) =>
    dimensions[0] === 'Member.companyId'
      ? {
          data: groups.companies.map(({ value }) => ({ ...at('2020-06'), 'Member.companyId': value, [COUNT]: 500 })),
          quarterEnds: true as const,
        }
      : reply({ dimensions });

  it('breaks down by company under the companies’ names if there are several, without another column', async () => {
    const asked = portal({ user: dana, reply: byCompany, groups });
    const { user } = openAt('/super/analytics/countMembers?dimensions=company');
    const time = within(await card('Members by company, over time'));
    expect(await time.findByText('Kestrel Ports')).toBeVisible();
    expect(await offeredBy(user, 'Split by')).not.toContain('Category');
    expect(await offeredBy(user, 'And by')).toEqual(['Nothing more', 'Score band', 'No life insurance']);
    // The other charts also have one column.
    expect(await card('Members by salary group')).toBeVisible();
    const divided = asked.filter(({ dimensions = [] }) => dimensions.some((name) => name.startsWith('Member.')));
    expect(divided.every(({ dimensions = [] }) => dimensions.length === 1)).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const bar = within(await screen.findByRole('region', { name: 'Filter' }));
    expect(
      await bar.findByRole('button', {
        name: /^Gender: cannot be chosen\. Company goes with no other filter.* This page is by company/,
      }),
    ).toBeVisible();
  });

  it('changes numbers to percent and to a table', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/analytics/countMembers?dimensions=gender');
    const salary = within(await card('Members by salary group and gender'));
    await user.click(await salary.findByRole('radio', { name: '%' }));
    expect(salary.getByRole('button', { name: 'Save as PNG' })).toHaveTextContent('PNG');
    await user.click(salary.getByRole('button', { name: 'Show as table' }));
    expect(within(salary.getByRole('row', { name: /\$65k to \$100k/ })).getByText('39.8%')).toBeVisible();
    expect(salary.getByRole('button', { name: 'Save as CSV' })).toHaveTextContent('CSV');
    expect(salary.getByRole('button', { name: 'Show as chart' })).toHaveTextContent('Chart');
    expect(salary.queryByRole('button', { name: 'Save as PNG' })).toBeNull();
  });

  it('draws what is not published of a month as the rest of its published whole, and says so', async () => {
    const data = ['2020-04', '2020-06'].flatMap((month) =>
      genders.map(([gender, count]) => ({ ...at(month), [GENDER]: gender, [COUNT]: gender === 'Male' ? null : count })),
    );
    portal({
      user: dana,
      reply: (query) => (query.dimensions?.length === 1 && query.dimensions[0] === GENDER ? fewOf(data) : reply(query)),
    });
    const { user } = openAt('/super/analytics/countMembers?dimensions=gender');
    const time = within(await card('Members by gender, over time'));
    const hatched = 'Hatched: the rest of a month, whose split is not published.';
    expect(await time.findByText(hatched)).toBeVisible();
    await user.click(time.getByRole('radio', { name: '%' }));
    expect(await time.findByText(hatched)).toBeVisible();
    await user.click(time.getByRole('button', { name: 'Show as table' }));
    const june = within(time.getByRole('row', { name: /^Jun 2020/ }));
    expect(await june.findByText('1,284')).toBeVisible();
    expect(await june.findByText('31.2%')).toBeVisible();
    expect(await june.findByText('too few members')).toBeVisible();
  });

  it('requests at most two breakdowns besides time, also for the engaged by two dimensions', async () => {
    const asked = portal({ user: dana, reply });
    sessionStorage.setItem('view', JSON.stringify({ exact: false, engaged: true, period: null }));
    openAt('/super/analytics/countMembers?dimensions=gender,ageGroup');
    expect(await card('Members by gender and age group, over time')).toBeVisible();
    const ofMembers = asked.filter(({ measures = [] }) => !measures.some((name) => name.startsWith('Campaign.')));
    expect(ofMembers.length).toBeGreaterThan(2);
    expect(ofMembers.every(({ dimensions = [] }) => dimensions.length <= 2)).toBe(true);
  });

  it('counts its breakdown among the three columns that may be combined with filters', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/analytics/countMembers?dimensions=ageGroup&gender=Female&salaryGroup=%2465k');
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const bar = within(await screen.findByRole('region', { name: 'Filter' }));
    expect(
      await bar.findByRole('button', { name: /^Address state: cannot be chosen\..*this page is by age group/ }),
    ).toBeVisible();
  });

  it('zooms the map to four times, by the keyboard too', async () => {
    portal({ user: dana, reply });
    const { user } = openAt('/super/analytics/countMembers?dimensions=gender');
    const map = await screen.findByRole('img', { name: /^Members by address state and gender/ });
    map.focus();
    await user.keyboard('+++');
    expect(map.getAttribute('viewBox')).toBe('195 168 130 112');
    await user.keyboard('{ArrowLeft}');
    expect(map.getAttribute('viewBox')).toBe('185 168 130 112');
    await user.keyboard('---');
    expect(map.getAttribute('viewBox')).toBe('0 0 520 448');
  });

  it('has no charts if the list of metrics did not load, and offers to try again', async () => {
    portal({ user: dana, reply });
    server.use(http.get('/cubejs-api/v1/meta', () => HttpResponse.json({ error: 'Internal error' }, { status: 500 })));
    openAt('/super/analytics');
    expect(await screen.findByText('The list of metrics did not load')).toBeVisible();
  });
});

describe('Contact requests', () => {
  const ASKED = 'ContactRequested.members';
  const replyWith = ({ measures = [], dimensions = [], timeDimensions }: AnalyticsQuery) => {
    if (measures[0] !== ASKED) return undefined;
    const monthly = timeDimensions?.[0]?.granularity === 'month';
    if (!monthly && dimensions.length === 0) return { data: [{ [ASKED]: 63 }] };
    const reasons = ['insurance', 'investment'].map((reason, i) => ({
      'ContactRequested.reason': reason,
      [ASKED]: [25, 14][i]!,
    }));
    return {
      data: monthly
        ? reasons.map((row) => ({ ...row, 'ContactRequested.at.month': '2020-06-01T00:00:00.000' }))
        : reasons,
    };
  };

  it('are a metric by reason, of the whole period and month by month, without columns of members', async () => {
    const asked = portal({ user: dana, reply: replyWith });
    const { user } = openAt('/super/analytics/contactRequests?dimensions=reason');
    const time = within(await card('Members who asked to be contacted by reason, over time'));
    expect(await screen.findByText('63')).toBeVisible();
    expect(await time.findByText('Insurance')).toBeVisible();
    const bars = within(await card('Members who asked to be contacted by reason'));
    expect(await bars.findByRole('img')).toBeVisible();
    expect(await bars.findByText('Counted within 12 months to 30/06/2020')).toBeVisible();
    expect(await time.findByText(/^By month, .*; each within 1 month$/)).toBeVisible();
    expect(await screen.findByText('Members who asked to be contacted, within 12 months to 30/06/2020')).toBeVisible();
    expect(screen.queryByRole('region', { name: /address state/ })).toBeNull();
    expect(await offeredBy(user, 'Split by')).toEqual(['Nothing', 'Reason']);
    const own = asked.filter(({ measures }) => measures?.[0] === ASKED);
    expect(own.length).toBeGreaterThan(0);
    for (const { filters } of own)
      expect(filters).toEqual([{ member: 'ContactRequested.planId', operator: 'equals', values: ['T.K1'] }]);
  });

  it('are not requested for a view of some members, and say why they are not shown', async () => {
    const asked = portal({ user: dana, reply: replyWith });
    openAt('/super/analytics/contactRequests?dimensions=reason&gender=Female&plan=T.K1');
    const time = within(await card('Members who asked to be contacted by reason, over time'));
    expect(await time.findByText(/^Contact requests and campaigns are of the whole plan/)).toBeVisible();
    expect(asked.some(({ measures }) => measures?.[0] === ASKED)).toBe(false);
  });
});

describe('The figures of a plan whose employers do not share one payroll', () => {
  const several = { ...kestrel, onePayroll: false };
  const SENTENCE = 'Salaries of several employers: shown for the whole plan';
  const SALARY = 'Member.salaryGroup';
  const bySalary = ({ dimensions = [], filters = [] }: AnalyticsQuery) =>
    dimensions.includes(SALARY) ? { dimensions, filters: filters.length } : [];

  it('show salary groups of the whole plan, beside other splits and without them', async () => {
    const asked = portal({ user: dana, plan: several, reply });
    openAt('/super/analytics/countMembers?dimensions=gender');
    const chart = within(await card('Members by salary group'));
    expect(await chart.findByText(new RegExp(`${SENTENCE}$`))).toBeVisible();
    expect(await card('Members by address state and gender')).toBeVisible();
    expect(asked.flatMap(bySalary)).toEqual([{ dimensions: [SALARY], filters: 1 }]);
  });

  it('are split by salary group as members and shares, month by month, and beside nothing else', async () => {
    const asked = portal({ user: dana, plan: several, reply });
    openAt('/super/analytics/countMembers?dimensions=salaryGroup');
    expect(await card('Members by salary group, over time')).toBeVisible();
    expect(within(await card('Members by address state')).getByText(new RegExp(`${SENTENCE}$`))).toBeVisible();
    await waitFor(() => expect(asked.flatMap(bySalary)).not.toEqual([]));
    for (const each of asked.flatMap(bySalary)) expect(each).toEqual({ dimensions: [SALARY], filters: 1 });
    expect(await picker('Split by')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^And by:/ })).toBeNull();
  });

  it('are not split by salary group where they are averages or filtered: the sentence is in their place', async () => {
    const asked = portal({ user: dana, plan: several, reply });
    const { user, unmount } = openAt('/super/analytics/averageAge?dimensions=gender');
    expect(within(await card('Average age by salary group')).getByText(`${SENTENCE}.`)).toBeVisible();
    await user.click(await picker('Split by'));
    const option = await screen.findByRole('option', { name: /^Salary group/ });
    expect(option).toHaveAttribute('aria-disabled', 'true');
    expect(option).toHaveTextContent(SENTENCE);
    unmount();
    const { unmount: leave } = openAt('/super/analytics/averageAge?plan=T.K1&dimensions=salaryGroup');
    expect(
      await screen.findByText(new RegExp(`“salaryGroup”, which cannot be shown here\\. .* ${SENTENCE}\\.$`)),
    ).toBeVisible();
    leave();
    openAt('/super/analytics/countMembers?plan=T.K1&dimensions=salaryGroup&gender=Female');
    expect(within(await card('Members by salary group, over time')).getByText(`${SENTENCE}.`)).toBeVisible();
    expect(within(await card('Members by salary group')).getByText(`${SENTENCE}.`)).toBeVisible();
    expect(asked.flatMap(bySalary)).toEqual([]);
  });
});
