import type { SignedInUser } from '@superscope/contracts/authentication';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dana, helen, isAbout, kestrel, portal, trendRows } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { withRights } from '../../test/with-rights';

const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const MEMBERS = 'MemberSnapshot.countMembers';
const BANNER = 'Exact figures, staff only';
const person = (role: SignedInUser['role']) => withRights({ ...helen, role });
/** A plan whose newest month is still running. */
const plan = { ...kestrel, closedMonth: '2020-05' };
const remember = (view: object = {}) => {
  sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
  sessionStorage.setItem('view', JSON.stringify(view));
};

/** The dashboard of a plan whose published headcount is 1,250 and whose exact one is 1,284. */
function open(user = person('Staff'), view: object = {}) {
  remember(view);
  const asked: { audience: string; range: unknown }[] = [];
  const scores: string[] = [];
  portal({
    user,
    plan,
    reply: (query, audience) => {
      asked.push({ audience, range: query.timeDimensions?.[0]?.dateRange });
      if (!isAbout(query, ASSETS)) return undefined;
      const members = audience === 'staff' ? 1284 : 1250;
      return { data: trendRows.map((row) => ({ ...row, [MEMBERS]: members })) };
    },
    score: (audience) => {
      scores.push(audience);
      return audience === 'staff' ? { score: 3.14 } : { score: 3.1, month: '2020-05' };
    },
  });
  return { asked, scores, ...openAt('/dashboard') };
}
const choose = (name: string) => screen.findByRole('radio', { name });

describe('Staff', () => {
  it('see the employer’s view first: closed months, as published', async () => {
    const { asked, scores } = open();
    expect(await screen.findByText('1,250')).toBeVisible();
    expect(await screen.findByText('Figures of 31/05/2020')).toBeVisible();
    expect(await choose('Employer’s view')).toBeChecked();
    expect(screen.queryByText(BANNER)).toBeNull();
    expect(new Set([...asked.map(({ audience }) => audience), ...scores])).toEqual(new Set(['employer']));
    expect(asked.some(({ range }) => String(range).includes('2020-06'))).toBe(false);
  });

  it('switch to exact figures, also of the running month, and back, and never see one for the other', async () => {
    const { asked, scores, user } = open();
    await screen.findByText('1,250');
    await user.click(await choose('Exact'));
    expect(screen.queryByText('1,250')).toBeNull();
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(await screen.findByText('1,284')).toBeVisible();
    expect(
      await within(await screen.findByRole('region', { name: 'Plan SuperScore' })).findByText('3.14'),
    ).toBeVisible();
    expect(screen.queryByText(/^Figures of/)).toBeNull();
    expect(screen.queryByText(/^Small random adjustments/)).toBeNull();
    expect(scores).toEqual(['employer', 'staff']);
    const exact = asked.filter(({ audience }) => audience === 'staff');
    expect(exact.some(({ range }) => String(range) === '2020-01-01,2020-06-30')).toBe(true);

    await user.click(await choose('Employer’s view'));
    expect(await screen.findByText('1,250')).toBeVisible();
    expect(screen.queryByText('1,284')).toBeNull();
    expect(await screen.findByText('3.10')).toBeVisible();
  });

  it('cannot save a chart of exact figures, because the file could be passed on', async () => {
    const { user } = open();
    const chart = within(await screen.findByRole('region', { name: /^Members by beneficiary nomination/ }));
    expect(await chart.findByRole('button', { name: 'Save as PNG' })).toBeVisible();
    await user.click(await choose('Exact'));
    const exact = within(await screen.findByRole('region', { name: /^Members by beneficiary nomination/ }));
    expect(await exact.findByText('Expired binding')).toBeVisible();
    expect(exact.queryByRole('button', { name: 'Save as PNG' })).toBeNull();
  });

  it('keep the focus in the switch while the other figures load', async () => {
    const { user } = open();
    await screen.findByText('1,250');
    (await choose('Employer’s view')).focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(async () => expect(await choose('Exact')).toHaveFocus());
    await screen.findByText('1,284');
    expect(await choose('Exact')).toHaveFocus();
  });

  it('read of the running month as at today, and no change that compares a part of a month with a whole one', async () => {
    vi.setSystemTime(new Date('2020-06-16T02:00:00.000Z'));
    const { user } = open();
    const signedIn = async () => within(await screen.findByRole('region', { name: 'Logged-in members' }));
    expect(await (await signedIn()).findByText('Columns and change', { exact: false })).toBeVisible();
    expect((await signedIn()).queryByText(/which is not over/)).toBeNull();
    await user.click(await choose('Exact'));
    const note = 'The change leaves out June 2020, which is not over.';
    expect(await (await signedIn()).findByText(note)).toBeVisible();
    expect((await signedIn()).queryByText(/^since/)).toBeNull();
    // The month beside the change is the one to which it leads, not the running one.
    expect((await signedIn()).queryByText(/^Jun 2020:/)).toBeNull();
    const contact = within(await screen.findByRole('group', { name: 'Contact requested' }));
    expect(await contact.findByText(note)).toBeVisible();
    const email = within(await screen.findByRole('group', { name: 'Email address' }));
    await email.findByText('718');
    expect(email.queryByText(note)).toBeNull();
    expect(await screen.findByText('As at today, 16/06/2020')).toBeVisible();
    vi.useRealTimers();
  });

  it('still see exact figures after a reload', async () => {
    open(person('Staff'), { exact: true });
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(await screen.findByText('1,284')).toBeVisible();
  });
});

describe('Who may switch', () => {
  it.each(['Admin', 'Auditor'] as const)('%s may', async (role) => {
    open(person(role));
    expect(await choose('Exact')).not.toBeChecked();
  });

  it.each([person('AuthorizedRep'), person('ProviderRep'), dana])(
    '$role never may, even if this tab remembers another user’s choice',
    async (user) => {
      const { asked } = open(user, { exact: true });
      expect(await screen.findByText('1,250')).toBeVisible();
      expect(screen.queryByRole('radio', { name: 'Exact' })).toBeNull();
      expect(screen.queryByText(BANNER)).toBeNull();
      expect(asked.every(({ audience }) => audience === 'employer')).toBe(true);
    },
  );
});

describe('The reader of published figures', () => {
  it('sees in short how they are protected, and in full on demand', async () => {
    const { user } = open(dana);
    await screen.findByText('1,250');
    expect(await screen.findByText('Small random adjustments protect members.')).toBeVisible();
    const more = screen.getByRole('button', { name: 'More about how members are protected' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    more.focus();
    await user.keyboard('{Enter}');
    expect(
      screen.getByText(
        'Small random adjustments protect members. Figures may not add up and can differ slightly from your records; changes within the margin are shown as no clear change. Fewer than about 11, even none, shows as <11. Filtered figures are as at the end of a quarter.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Less about how members are protected' })).toHaveFocus();
  });
});

describe('A plan without a closed month', () => {
  const young = { ...kestrel, firstMonth: '2020-06', closedMonth: null };

  it('says when its first figures will come, and how many members it has', async () => {
    const queries = portal({ user: dana, plan: young });
    openAt('/dashboard');
    expect(
      await screen.findByText('The first, of 30/06/2020, are published once those of June 2020 are complete.'),
    ).toBeVisible();
    expect(await screen.findByText('1,200')).toBeVisible();
    expect(queries.map(({ measures }) => measures)).toEqual([[MEMBERS]]);
  });

  it('has exact figures for staff', async () => {
    remember();
    portal({ user: person('Staff'), plan: young });
    const { user } = openAt('/dashboard');
    await user.click(await choose('Exact'));
    expect(await screen.findByText('1,284')).toBeVisible();
  });
});
