import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dana, isAbout, kestrel, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';

const BALANCE = 'Member.balanceWithinAverage';
const plan = { ...kestrel, firstMonth: '2019-06', closedMonth: '2020-06', lastMonth: '2020-06' };
const months = Array.from({ length: 13 }, (_, i) =>
  i < 7 ? `2019-${String(i + 6).padStart(2, '0')}` : `2020-${String(i - 6).padStart(2, '0')}`,
);

/** Shares of 1,000 members month by month, with a margin of half a point. */
function monthly(dimension: string, value: string, rest: string, shares: readonly number[]) {
  const data = months.flatMap((month, i) =>
    [
      [value, shares[i]!],
      [rest, 100 - shares[i]!],
    ].map(([of, share]) => ({
      [dimension]: of!,
      'MemberSnapshot.month': `${month}-01T00:00:00.000`,
      'MemberSnapshot.month.month': `${month}-01T00:00:00.000`,
      'MemberSnapshot.countMembers': Number(share) * 10,
      'MemberSnapshot.shareOfMembers': share!,
    })),
  );
  return { data, margins: { 'MemberSnapshot.shareOfMembers': data.map(() => 0.5) } };
}
const unchangedScore = {
  data: months.map((month) => ({
    'MemberSnapshot.month': `${month}-01T00:00:00.000`,
    'MemberSnapshot.month.month': `${month}-01T00:00:00.000`,
    'SuperScore.averageSuperScore': 3.1,
  })),
};
const even = months.map(() => 30);
const fellThenRose = [56, 55, 54, 53, 52, 51, 50, 50.4, 50.8, 51.2, 51.6, 52, 52.4];

function replyWith(balance: readonly number[]) {
  return (query: AnalyticsQuery) => {
    if ((query.dimensions ?? []).length !== 1) return undefined;
    if (isAbout(query, BALANCE)) return monthly(BALANCE, '2|No', '1|Yes', balance);
    if (isAbout(query, 'Member.beneficiaryNominationType'))
      return monthly('Member.beneficiaryNominationType', '4|None', '1|Binding', even);
    if (isAbout(query, 'Member.projectedRetirementStandardName'))
      return monthly('Member.projectedRetirementStandardName', '1|Inadequate', '2|Modest', even);
    for (const [dimension, value, rest] of [
      ['Member.potentiallyInadequateLifeInsurance', '1|Yes', '2|No'],
      ['Member.investmentStrategySuitable', '2|No', '1|Yes'],
    ] as const)
      if (isAbout(query, dimension)) return monthly(dimension, value, rest, even);
    return undefined;
  };
}
const card = async () => within(await screen.findByRole('region', { name: 'What changed' }));

describe('What changed', () => {
  it('comes first, says what got worse however the period hides it, and opens the figure by its groups', async () => {
    portal({ user: dana, plan, reply: replyWith(fellThenRose) });
    openAt('/dashboard');
    const link = await (
      await card()
    ).findByRole('link', {
      name: 'A larger share of members has a low account balance, six months running',
    });
    const line = within(link.closest('li')!);
    expect(line.getByText('Worse')).toBeVisible();
    expect(line.getByText(/52\.4% in June 2020, from 50\.0% in December 2019\./)).toBeVisible();
    expect(line.getByText('Over 3 months: +1.2 pp. Over 12 months: −3.6 pp.')).toBeVisible();
    expect(line.getByText('+2.4 pp')).toBeVisible();
    expect(link).toHaveAttribute(
      'href',
      expect.stringMatching(
        /^\/super\/analytics\/shareOfMembers\?plan=T\.K1.*&dimensions=balanceWithinAverage,ageGroup$/,
      ),
    );
    const score = screen.getByRole('region', { name: 'Plan SuperScore' });
    expect(link.compareDocumentPosition(score) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('marks the run on the area’s card, against the change over the period', async () => {
    portal({ user: dana, plan, reply: replyWith(fellThenRose) });
    openAt('/dashboard?period=months12');
    const area = within(await screen.findByRole('region', { name: 'Low account balance' }));
    expect(await area.findByText('Down over the period, up six months running')).toHaveClass('text-attention');
    const still = within(screen.getByRole('region', { name: 'Unsuitable investment' }));
    expect(await still.findByText('No run of months')).toBeVisible();
  });

  it('asks for its figures with those of the page, of all members whatever is filtered', async () => {
    const asked = portal({ user: dana, plan, reply: replyWith(fellThenRose) });
    openAt('/dashboard?gender=Female');
    expect(await (await card()).findByText(/, of all members\. The period/)).toBeVisible();
    await (await card()).findByRole('link', { name: /low account balance/ });
    expect(asked.some((query) => isAbout(query, BALANCE) && JSON.stringify(query.filters).includes('gender'))).toBe(
      true,
    );
    expect(screen.queryByText('No run of months')).toBeNull();
  });

  it('opens the whole plan, without the filters of the page', async () => {
    portal({ user: dana, plan, reply: replyWith(fellThenRose) });
    openAt('/dashboard?plan=T.K1&gender=Female&engaged=1');
    const link = await (await card()).findByRole('link', { name: /low account balance/ });
    expect(link).toHaveAttribute(
      'href',
      '/super/analytics/shareOfMembers?plan=T.K1&dimensions=balanceWithinAverage,ageGroup',
    );
  });

  it('opens the figure over time where the plan is too small for age groups', async () => {
    portal({
      user: dana,
      plan,
      reply: (query) =>
        (query.dimensions ?? []).length === 0 && isAbout(query, 'MemberSnapshot.countMembers')
          ? { data: [{ 'MemberSnapshot.month.month': '2020-06-01T00:00:00.000', 'MemberSnapshot.countMembers': 29 }] }
          : replyWith(fellThenRose)(query),
    });
    openAt('/dashboard?plan=T.K1');
    const link = await (await card()).findByRole('link', { name: /low account balance/ });
    expect(link).toHaveAttribute('href', '/super/analytics/shareOfMembers?plan=T.K1&dimensions=balanceWithinAverage');
    expect((await card()).getAllByText('Over time').length).toBeGreaterThan(0);
  });

  it('keeps the room of three sentences only while they load', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const answer = replyWith(fellThenRose);
    portal({
      user: dana,
      plan,
      reply: (query) => {
        const of = answer(query);
        return of && isAbout(query, BALANCE) ? released.then(() => of) : of;
      },
    });
    openAt('/dashboard');
    const region = await screen.findByRole('region', { name: 'What changed' });
    expect(region).toHaveClass('min-h-[34rem]');
    release();
    await within(region).findByRole('link', { name: /low account balance/ });
    expect(region).not.toHaveClass('min-h-[34rem]');
  });

  it('says that nothing is published rather than that nothing changed', async () => {
    portal({
      user: dana,
      plan,
      reply: (query) =>
        isAbout(query, 'SuperScore.averageSuperScore') || (query.dimensions ?? []).length === 1
          ? { data: [] }
          : undefined,
    });
    openAt('/dashboard');
    expect(await (await card()).findByText(/^Whether anything changed cannot be told/)).toBeVisible();
    expect((await card()).queryByText(/Nothing changed/)).toBeNull();
  });

  it('claims no absence of runs where months are rounded', async () => {
    portal({
      user: dana,
      plan,
      reply: (query) => {
        const answer = replyWith(even)(query);
        return (
          answer && {
            ...answer,
            rounded: answer.data.map((_, row) => ({ row, members: ['MemberSnapshot.shareOfMembers'] })),
          }
        );
      },
    });
    openAt('/dashboard');
    const area = within(await screen.findByRole('region', { name: 'Low account balance' }));
    expect((await area.findAllByText('about 30 %'))[0]).toBeVisible();
    await (await card()).findByText(/changed/, { selector: 'p.border-t' });
    expect(screen.queryByText('No run of months')).toBeNull();
  });

  it('says that nothing changed, and neither asks nor shows with fewer than four months', async () => {
    portal({
      user: dana,
      plan,
      reply: (query) => (isAbout(query, 'SuperScore.averageSuperScore') ? unchangedScore : replyWith(even)(query)),
    });
    const { unmount } = openAt('/dashboard');
    expect(
      await (await card()).findByText('Nothing changed by more than its margin, over 3 or 12 months.'),
    ).toBeVisible();
    unmount();
    const asked = portal({ user: dana, plan: { ...kestrel, firstMonth: '2020-04' } });
    openAt('/dashboard');
    await screen.findByRole('region', { name: 'Low account balance' });
    expect(screen.queryByText(/Nothing changed by more/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull();
    const tracked = asked.filter((query) => query.timeDimensions?.[0]?.dateRange?.[0] === '2018-07-01');
    expect(tracked).toEqual([]);
  });
});
