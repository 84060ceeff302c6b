import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dana, isAbout, kestrel, portal, split, trendRows } from '../../test/portal';
import { address, openAt } from '../../test/render-app';

const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const COUNT = 'MemberSnapshot.countMembers';
const INSURED = 'Member.potentiallyInadequateLifeInsurance';
const plan = { ...kestrel, firstMonth: '2019-01' };
const rangeOf = (query: AnalyticsQuery) => String(query.timeDimensions?.[0]?.dateRange);
const at = (month: string) => ({ 'MemberSnapshot.month.month': `${month}-01T00:00:00.000` });
/** April to June 2019: 1,100 members, then 1,070. */
const yearBefore = ['2019-03', '2019-06'].map((month, i) => ({
  ...at(month),
  [COUNT]: [1100, 1070][i]!,
  [ASSETS]: 100_000_000,
}));
const card = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));

describe('Comparing', () => {
  it('is chosen in the page header, kept in the address and requested once for all trends', async () => {
    const asked = portal({
      user: dana,
      plan,
      reply: (query) => (isAbout(query, ASSETS) && rangeOf(query).includes('2019-') ? { data: yearBefore } : undefined),
    });
    const { user } = openAt('/dashboard?plan=T.K1&period=months3');
    const members = await card('Members');
    await members.findByText('1,284');
    expect(members.queryByText(/a year before/)).toBeNull();

    await user.click(screen.getByRole('button', { name: /^Compare/ }));
    const choice = within(await screen.findByRole('listbox')).getByRole('option', { name: /A year before/ });
    expect(choice).toHaveTextContent('Mar 2019 – Jun 2019');
    await user.click(choice);
    expect(await members.findByText('20.0% more than a year before.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1&period=months3&compare=year'));
    const earlier = asked.filter((query) => isAbout(query, ASSETS) && rangeOf(query).includes('2019-'));
    expect(earlier.map(rangeOf)).toEqual(['2019-03-01,2019-06-30']);
  });

  it('draws the earlier months beside those of an area’s trend, and has them in its table', async () => {
    const rows = (month: string, yes: number) => [
      { ...at(month), [INSURED]: '1|Yes', [COUNT]: yes, 'MemberSnapshot.shareOfMembers': yes / 12 },
    ];
    portal({
      user: dana,
      plan,
      reply: (query) =>
        isAbout(query, INSURED)
          ? rangeOf(query).includes('2019-')
            ? { data: [...rows('2019-03', 600), ...rows('2019-06', 540)] }
            : { data: split(INSURED, { '1|Yes': [737, 743], '2|No': [463, 541] }) }
          : undefined,
    });
    const { user } = openAt('/super/lifeInsurance?plan=T.K1&period=months3&compare=year');
    const trend = await card('Inadequate life insurance, over time');
    // 57.9 % in June 2020 and 45.0 % in June 2019.
    expect(await trend.findByText('12.9 pp more than a year before (30/06/2019).')).toBeVisible();
    expect(await trend.findByText('This period')).toBeVisible();
    await user.click(trend.getByRole('button', { name: 'Show as table' }));
    const june = within(trend.getByRole('table')).getByRole('row', { name: /^Jun 2020/ });
    expect(june).toHaveTextContent('57.9%45.0%');
  });

  it('adds the earlier nominations to the dashboard’s columns, and to their table', async () => {
    const NOMINATION = 'Member.beneficiaryNominationType';
    const earlier = ['2019-03', '2019-06'].flatMap((month) => [
      { ...at(month), [NOMINATION]: '1|Binding', [COUNT]: 70, 'MemberSnapshot.shareOfMembers': 7 },
      { ...at(month), [NOMINATION]: '4|None', [COUNT]: 930, 'MemberSnapshot.shareOfMembers': 93 },
    ]);
    portal({
      user: dana,
      plan,
      reply: (query) =>
        isAbout(query, NOMINATION) && rangeOf(query).includes('2019-') ? { data: earlier } : undefined,
    });
    const { user } = openAt('/dashboard?plan=T.K1&period=months3&compare=year');
    const chart = await card('Members by beneficiary nomination, over time');
    expect(await chart.findByText('A year before')).toBeVisible();
    await user.click(chart.getByRole('button', { name: 'Show as table' }));
    const table = within(chart.getByRole('table'));
    expect(table.getByRole('columnheader', { name: 'None, a year before' })).toBeVisible();
    expect(table.getByRole('row', { name: /^Jun 2020/ })).toHaveTextContent(/125.*629.*70.*930/);
  });

  it('is not possible with months for which the plan has no figures', async () => {
    portal({ user: dana, plan: kestrel });
    const { user } = openAt('/dashboard?plan=T.K1&period=months3');
    await user.click(await screen.findByRole('button', { name: /^Compare/ }));
    const choice = within(await screen.findByRole('listbox')).getByRole('option', { name: /A year before/ });
    expect(choice).toHaveAttribute('aria-disabled', 'true');
    expect(choice).toHaveTextContent('no figures of that time');
  });

  it('says that the earlier figures did not load, and can request them again; the newest stay', async () => {
    let broken = true;
    portal({
      user: dana,
      plan,
      reply: (query) => {
        if (!isAbout(query, ASSETS)) return undefined;
        if (!rangeOf(query).includes('2019-')) return { data: trendRows };
        return broken ? 'fails' : { data: yearBefore };
      },
    });
    const { user } = openAt('/dashboard?plan=T.K1&period=months3&compare=year');
    const members = await card('Members');
    expect(await members.findByText(/A year before: did not load/)).toBeVisible();
    expect(await members.findByText('1,284')).toBeVisible();
    broken = false;
    await user.click(members.getByRole('button', { name: 'Try again' }));
    expect(await members.findByText('20.0% more than a year before.')).toBeVisible();
  });
});
