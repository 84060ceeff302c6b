import type { PlansCompleteness, PlanSummary } from '@superscope/contracts/plans-overview';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const plan = (name: string, more: Partial<PlanSummary> = {}): PlanSummary => ({
  id: `T.${name}`,
  name,
  platform: 'Tallowood Retirement',
  closedOn: null,
  payroll: null,
  month: '2020-06',
  members: 100,
  score: 3,
  change: null,
  attention: [],
  withheld: {},
  ...more,
});

const plans: PlanSummary[] = [
  plan('Bluegum', {
    members: 400,
    score: 2.99,
    change: { by: 0.01, clear: false, since: '2019-06' },
    attention: ['nominatedBeneficiary', 'lifeInsurance'],
  }),
  plan('Bilby', { members: null, score: null, attention: null, withheld: { members: '<11', score: '<11' } }),
  plan('Harbour', { members: 230, score: 3.4, change: { by: 0.14, clear: true, since: '2019-06' } }),
  plan('Young', { month: null, members: null, score: null, attention: null }),
  plan(kestrel.name, {
    id: kestrel.id,
    members: 1284,
    score: 3.08,
    change: { by: -0.2, clear: true, since: '2019-06' },
  }),
];

const completeness: PlansCompleteness = {
  months: ['2020-04', '2020-05', '2020-06'],
  plans: [
    {
      id: 'T.Bluegum',
      name: 'Bluegum',
      months: [
        { month: '2020-04', snapshots: 400, assets: 800, edition: 2, openBecause: null },
        { month: '2020-05', snapshots: null, assets: null, edition: null, openBecause: 'snapshots' },
        { month: '2020-06', snapshots: 401, assets: null, edition: null, openBecause: 'publishing' },
      ],
    },
  ],
};

function open(user = helen, path = '/plans') {
  portal({ user });
  server.use(
    http.get('/api/plans', () => HttpResponse.json({ plans })),
    http.get('/api/plans/completeness', () => HttpResponse.json(completeness)),
  );
  return openAt(path);
}

const table = () => screen.findByRole('region', { name: 'Plans: table' });
const names = async () =>
  within(await table())
    .getAllByRole('link')
    .map((link) => link.textContent);
const row = async (name: string) => within((await within(await table()).findByRole('link', { name })).closest('tr')!);

describe('The plans page', () => {
  it('lists the plans in reach with their published figures', async () => {
    open();
    const bluegum = await row('Bluegum');
    expect(await bluegum.findByText('400')).toBeVisible();
    expect(await bluegum.findByText('2.99')).toBeVisible();
    expect(await bluegum.findByText('no clear change')).toBeVisible();
    expect(await bluegum.findByText(/Nominated beneficiary, Life insurance/)).toBeVisible();
    expect((await row('Harbour')).getByText('+0.14')).toBeVisible();
    expect((await row('Harbour')).getByText('None')).toBeVisible();
    expect((await row('Bilby')).getByText('<11')).toBeVisible();
    expect((await row('Bilby')).getByText('too few members')).toBeVisible();
    expect((await row('Young')).getByText('No month is published yet.')).toBeVisible();
  });

  it('sorts by each column and back, and keeps the order in the address', async () => {
    const { user } = open();
    expect(await names()).toEqual(['Bilby', 'Bluegum', 'Harbour', kestrel.name, 'Young']);
    await user.click(screen.getByRole('button', { name: /^Members/ }));
    // A plan under 11 members is ordered as a small one; a plan without a published month comes last.
    expect(await names()).toEqual([kestrel.name, 'Bluegum', 'Harbour', 'Bilby', 'Young']);
    expect(screen.getByRole('columnheader', { name: /Members/ })).toHaveAttribute('aria-sort', 'descending');
    expect(address()).toBe('/plans?sort=members&order=descending');
    await user.click(screen.getByRole('button', { name: /^Members/ }));
    expect(await names()).toEqual(['Bilby', 'Harbour', 'Bluegum', kestrel.name, 'Young']);
    await user.click(screen.getByRole('button', { name: /^Change/ }));
    expect((await names()).slice(0, 3)).toEqual(['Harbour', 'Bluegum', kestrel.name]);
    await user.click(screen.getByRole('button', { name: /^Areas/ }));
    expect((await names())[0]).toBe('Bluegum');
  });

  it('opens in the order of its address', async () => {
    open(helen, '/plans?sort=score&order=ascending');
    expect((await names()).slice(0, 3)).toEqual(['Bluegum', kestrel.name, 'Harbour']);
  });

  it('opens the dashboard of the plan whose row is pressed', async () => {
    const { user } = open();
    await user.click((await row(kestrel.name)).getByText('3.08'));
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1'));
    expect(await screen.findByRole('button', { name: `${kestrel.name}: choose another plan` })).toBeVisible();
  });

  it('is the first page of the menu Staff for staff, and in the menu Dashboard for others with several plans', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Staff', expanded: true })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Plans' })).toHaveAttribute('aria-current', 'page');
  });

  it('has its entry in the menu Dashboard for a provider', async () => {
    open(withRights({ ...helen, role: 'ProviderRep' }));
    await table();
    expect(screen.queryByRole('button', { name: 'Staff' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Plans' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Completeness' })).toBeNull();
  });

  it('is not available to a company representative, who has one plan', async () => {
    open(dana, '/dashboard');
    await screen.findByText(kestrel.name);
    expect(screen.queryByRole('link', { name: 'Plans' })).toBeNull();
  });

  it('shows staff what is imported for each month, and what keeps one open', async () => {
    open();
    const complete = within(await screen.findByRole('region', { name: 'Completeness: table' }));
    expect(await complete.findByText('Closed, edition 2: 400 snapshots, 800 assets owned')).toBeInTheDocument();
    expect(await complete.findByText('No snapshots: no snapshots, no assets owned')).toBeInTheDocument();
    expect(
      await complete.findByText('May 2020: no member snapshots imported; Jun 2020: being published'),
    ).toBeVisible();
  });

  it('offers to try again if the list did not load', async () => {
    portal({ user: helen });
    let asked = 0;
    server.use(
      http.get('/api/plans', () =>
        asked++ === 0 ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json({ plans }),
      ),
      http.get('/api/plans/completeness', () => HttpResponse.json(completeness)),
    );
    const { user } = openAt('/plans');
    expect(await screen.findByText('The list of plans did not load')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await names()).toHaveLength(5);
  });

  it('says that there is no plan', async () => {
    portal({ user: helen });
    server.use(
      http.get('/api/plans', () => HttpResponse.json({ plans: [] })),
      http.get('/api/plans/completeness', () => HttpResponse.json({ months: [], plans: [] })),
    );
    openAt('/plans');
    expect(await screen.findByText('No plans yet')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Completeness' })).toBeNull());
  });
});

describe('What is known of the payroll of each plan', () => {
  const admin = withRights({ username: 'admin', name: 'Ada Admin', role: 'Admin', planId: null });

  it('is in the list of an Admin', async () => {
    open(admin);
    server.use(
      http.get('/api/plans', () =>
        HttpResponse.json({
          plans: [
            plan('Bluegum', { payroll: 'several companies' }),
            plan('Harbour', { payroll: 'one' }),
            plan('Saltbush', { payroll: 'several' }),
            plan('Young', { payroll: 'one company' }),
          ],
        }),
      ),
    );
    const rows = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
      'Not said: several employers',
      'One payroll',
      'Several payrolls',
      'Not said: one employer',
    ]);
  });

  it('is not in the list of others', async () => {
    open();
    expect(within(await table()).queryByRole('columnheader', { name: /Payroll/ })).toBeNull();
  });
});
