import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dana, filtersOf, helen, isAbout, kestrel, portal, trendRows } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

const MEMBERS = 'MemberSnapshot.countMembers';
const bar = async () => within(await screen.findByRole('region', { name: 'Filter' }));
const opens = async (user: ReturnType<typeof openAt>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Filter' }));

/** A server whose filtered answers have 214 of 1,284 members. */
function filtering(user = dana, members: number | null = 214) {
  const data = trendRows.map((row) => ({ ...row, [MEMBERS]: members }));
  return portal({
    user,
    groups: {
      companies: [
        { value: 'T.E1', label: 'Kestrel Freight' },
        { value: 'T.E2', label: 'Kestrel Air' },
      ],
      categories: [{ value: 'C1', label: 'Staff' }],
    },
    reply: (query) =>
      filtersOf(query)['Member.gender'] && isAbout(query, MEMBERS) && !query.dimensions?.length
        ? { data: members === null ? [] : data, quarterEnds: true }
        : undefined,
  });
}

async function choose(user: ReturnType<typeof openAt>['user'], column: string, ...values: string[]) {
  await opens(user);
  const control = await bar();
  await user.click(await control.findByRole('button', { name: column }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const value of values) await user.click(dialog.getByRole('checkbox', { name: value }));
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
}

describe('The filter', () => {
  it('narrows every figure, shows the number of members, and is in the address', async () => {
    const asked = filtering();
    const { user } = openAt('/dashboard');
    await screen.findByText('1,284');
    expect(screen.queryByRole('region', { name: 'Filter' })).toBeNull();
    const before = asked.length;
    await choose(user, 'Gender', 'Female');
    const control = await bar();
    await waitFor(() => expect(control.getByRole('status')).toHaveTextContent('Filtered: 214/1,284'));
    expect(address()).toBe('/dashboard?plan=T.K1&gender=Female');
    expect(await screen.findByText('Quarter ends')).toBeVisible();
    expect(control.getByText(/^Shown for the whole plan only, and not by filters: nominations, /)).toBeVisible();
    const ofMembers = asked.slice(before).filter((query) => !isAbout(query, 'Campaign.recipients'));
    const unfiltered = ofMembers.filter((query) => !filtersOf(query)['Member.gender']);
    expect(unfiltered.map(({ measures }) => measures)).toEqual(unfiltered.map(() => [MEMBERS]));

    await user.click(control.getByRole('button', { name: 'Remove Gender' }));
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1'));
    expect(control.queryByRole('status')).toBeNull();
    await opens(user);
    expect(screen.queryByRole('region', { name: 'Filter' })).toBeNull();
    expect(screen.queryByText('Quarter ends')).toBeNull();
  });

  it('disables columns that are not published together, says why, and sends no such query', async () => {
    const asked = filtering();
    const { user } = openAt('/dashboard?plan=T.K1&gender=Female&ageGroup=65%2B&salaryGroup=$65k');
    const active = within(await screen.findByRole('region', { name: 'Filter' }));
    expect(active.getByRole('button', { name: /^Gender Female/ })).toBeVisible();
    expect(active.queryByRole('button', { name: /^Company/ })).toBeNull();
    await opens(user);
    const control = await bar();
    const state = await control.findByRole('button', { name: /^Address state: cannot be chosen\. At most three/ });
    expect(control.getByRole('button', { name: /^Company: cannot be chosen\. Company goes with no other filter/ }));
    await user.click(state);
    expect(screen.queryByRole('dialog')).toBeNull();
    const engaged = screen.getByRole('switch', { name: 'Engaged' });
    expect(engaged).toHaveAttribute('aria-disabled', 'true');
    await user.click(engaged);
    expect(engaged).not.toBeChecked();
    expect(asked.some((query) => filtersOf(query)['Member.engaged'])).toBe(false);
  });

  it('offers companies and categories only if there are several', async () => {
    filtering();
    const { user } = openAt('/dashboard');
    await opens(user);
    const control = await bar();
    expect(await control.findByRole('button', { name: 'Company' })).toBeVisible();
    expect(control.queryByRole('button', { name: 'Category' })).toBeNull();
  });

  it('that leaves nobody says so, with a link to remove it', async () => {
    filtering(dana, null);
    const { user } = openAt('/dashboard?plan=T.K1&gender=Male');
    const empty = await screen.findByText('Filter selection returned no members');
    const card = within(empty.closest('section')!);
    await user.click(card.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('1,284')).toBeVisible();
    expect(address()).toBe('/dashboard?plan=T.K1');
  });

  it('is not offered for a plan under 30 members, whose figures are published only as a whole', async () => {
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, MEMBERS) && !query.dimensions?.length
          ? { data: trendRows.map((row) => ({ ...row, [MEMBERS]: 25 })) }
          : undefined,
    });
    const { user } = openAt('/dashboard');
    await opens(user);
    const control = await bar();
    expect(await control.findByRole('button', { name: /^Gender: cannot be chosen\. Plans of fewer than 30/ }));
  });

  describe('of a plan of several payrolls', () => {
    const several = { ...kestrel, onePayroll: false };
    const SENTENCE = 'Salaries of several employers: shown for the whole plan';

    it('says in the place of the salary group why it cannot be chosen, to keyboards and screen readers too', async () => {
      portal({ user: dana, plan: several });
      const { user } = openAt('/dashboard?plan=T.K1');
      await opens(user);
      const control = await bar();
      const salary = await control.findByRole('button', { name: `Salary group: cannot be chosen. ${SENTENCE}` });
      expect(salary).toHaveTextContent(SENTENCE);
      expect(control.queryByRole('button', { name: 'Salary group' })).toBeNull();
      expect(control.getByRole('button', { name: 'Gender' })).toBeVisible();
      salary.focus();
      await user.keyboard('{Enter}');
      expect(await screen.findByRole('tooltip')).toHaveTextContent(/cannot be chosen: each employer knows/);
    });

    it('drops a salary group of the address, says so once, and asks nothing by it', async () => {
      const asked = portal({ user: dana, plan: several });
      const { user } = openAt('/dashboard?plan=T.K1&gender=Female&salaryGroup=$65k');
      expect(await screen.findByText(`The filter by salary group is removed. ${SENTENCE}.`)).toBeVisible();
      await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1&gender=Female'));
      expect(await screen.findByText('Quarter ends')).toBeVisible();
      expect(asked.some((query) => filtersOf(query)['Member.salaryGroup'])).toBe(false);
      await user.click(screen.getByRole('button', { name: 'Close message' }));
      expect(screen.queryByText(/^The filter by salary group is removed/)).toBeNull();
    });

    it('keeps the salary group of exact figures, until the employer’s view is chosen', async () => {
      sessionStorage.setItem('currentPlan', JSON.stringify({ id: several.id, name: several.name }));
      sessionStorage.setItem('view', JSON.stringify({ exact: true, filters: { salaryGroup: ['$65k'] } }));
      portal({ user: helen, plan: several });
      const { user } = openAt('/dashboard');
      expect(await screen.findByText('Exact figures, staff only')).toBeVisible();
      await waitFor(() => expect(address()).toContain('salaryGroup='));
      await user.click(screen.getByRole('radio', { name: 'Employer’s view' }));
      expect(await screen.findByText(/^The filter by salary group is removed/)).toBeVisible();
      await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1'));
    });
  });

  it('says which of its columns did not load, and can request them again', async () => {
    filtering();
    const groups = vi.fn(() => new HttpResponse(null, { status: 500 }));
    server.use(http.get('/api/plan/:id/groups', groups, { once: true }));
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { user } = openAt('/dashboard');
    await opens(user);
    const control = await bar();
    await user.click(await control.findByRole('button', { name: 'Company did not load. Try again' }));
    expect(await control.findByRole('button', { name: 'Company' })).toBeVisible();
    expect(log).toHaveBeenCalledWith('Request failed', expect.stringContaining('/groups'), 500, '');
  });

  it('has no limits for exact figures', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    sessionStorage.setItem(
      'view',
      JSON.stringify({
        exact: true,
        engaged: true,
        filters: { gender: ['Male'], ageGroup: ['65+'], company: ['T.E1'] },
      }),
    );
    filtering(helen);
    const { user } = openAt('/dashboard');
    expect(await screen.findByText('Exact figures, staff only')).toBeVisible();
    await opens(user);
    expect(await (await bar()).findByRole('button', { name: 'Salary group' })).toBeVisible();
    expect((await bar()).getByRole('button', { name: /Company Kestrel Freight/ })).toBeVisible();
    expect((await bar()).queryByText(/^Shown for the whole plan only/)).toBeNull();
  });
});
