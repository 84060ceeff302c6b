import type { FeeComparison, FeeComparisonDocument, PastComparisons } from '@superscope/contracts/fee-comparison';
import { shownContent } from '@superscope/contracts/rendering';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';
import { sydneyToday } from '../../ui/format';
import { threeSides } from '../../portal/fees/net-benefit.fixture';
import * as png from '../../ui/save-png';

const page = '/staff/feeComparison';
const terms = { inDollars: false, amount: '0.15', minDollars: null, maxDollars: 750, tierFrom: null, tierTo: null };
const dollarsOnly = { ...terms, inDollars: true, amount: '78', maxDollars: null };
const sideFees = {
  adminFeeTotalDollars: 225.96,
  investmentFeeTotalDollars: 572.11,
  transactionFeeTotalDollars: 49.32,
  feeTotalDollars: 847.39,
  effectivePercent: 0.86,
  withoutLimit: null,
};
const found: FeeComparison = {
  a: {
    name: 'Lifestage 1980s',
    platformName: 'Tallowood',
    planName: 'Kestrel Super Plan',
    holdings: [{ name: 'Lifestage 1980s', balance: 98_640 }],
    feesFrom: '2026-07-01',
    firstFeesFrom: null,
    missing: [],
  },
  b: {
    name: 'Balanced Index',
    platformName: 'Ironbark',
    planName: null,
    holdings: [{ name: 'Balanced Index', balance: 98_640 }],
    feesFrom: '2026-10-01',
    firstFeesFrom: null,
    missing: [],
  },
  memberNumber: 'M-4711',
  balance: 98_640,
  balanceAsAt: '2026-10-31',
  feesAsAt: '2026-11-26',
  adminFees: [
    { name: 'Fixed', inDollars: true, amountA: 78, amountB: 52, termsA: [dollarsOnly], termsB: [dollarsOnly] },
    { name: 'By balance', inDollars: false, amountA: 147.96, amountB: null, termsA: [terms], termsB: [] },
  ],
  investmentFees: [],
  transactionFees: [],
  activityFees: [
    {
      name: 'Buy-sell spread',
      termsA: [{ ...terms, amount: '0.08', maxDollars: null }],
      termsB: [],
      missing: [],
    },
  ],
  assetFeesA: sideFees,
  assetFeesB: { ...sideFees, feeTotalDollars: 506.43, effectivePercent: 0.51, transactionFeeTotalDollars: null },
  difference: { dollars: 340.96, percent: 0.35 },
  atBalances: [{ balance: 10_000, a: 165, b: 103, percentA: 1.65, percentB: 1.03 }],
  atRetirement: {
    age: 67,
    withA: 502_700,
    withB: 537_100,
    moreWithB: 34_400,
    years: 23,
    contribution: 11_000,
    returnPercent: 6.2,
    wageGrowthPercent: 3.7,
  },
};
const okafor = {
  id: 'm-1',
  surname: 'Okafor',
  givenName: 'Dara',
  login: 'd.okafor',
  companyName: 'Kestrel',
  joinDate: null,
  leftOn: null,
};

const before: PastComparisons = [
  {
    at: '2026-03-11T22:30:00.000Z',
    feesAsAt: '2026-03-12',
    a: { assetId: 'T.CASH', name: 'Cash' },
    b: { assetId: 'I.RED', name: 'Redgum Growth', platform: { id: 'I', name: 'Ironbark Super' } },
    difference: 118.2,
  },
  {
    at: '2025-03-19T01:00:00.000Z',
    feesAsAt: '2024-07-01',
    a: { assetId: null, name: 'Lifestage 1980s' },
    b: { assetId: null, name: 'Wattle Balanced', platform: null },
    difference: -40,
  },
];

/** A server with somebody signed in, and the bodies that it was asked to compare. */
function portal(
  role: 'Staff' | 'Admin' | 'CompanyRep' = 'Staff',
  answer: () => Response = () => HttpResponse.json(found),
) {
  const asked: Record<string, unknown>[] = [];
  const searched: string[] = [];
  const offered: string[] = [];
  server.use(
    http.get('/api/authentication', () =>
      HttpResponse.json({ user: withRights({ username: 'mei', name: 'Mei Tran', role, planId: null }) }),
    ),
    http.get('/api/members', ({ request }) => {
      searched.push(new URL(request.url).search);
      return HttpResponse.json([okafor]);
    }),
    http.get('/api/members/m-1/balances', () =>
      HttpResponse.json({
        asAt: '2026-10-31',
        plan: { id: 'T.P1', name: 'Kestrel Super Plan' },
        platform: { id: 'T', name: 'Tallowood Retirement' },
        assetBalances: [
          { assetId: 'T.L80', asset: 'Lifestage 1980s', balance: 98_640 },
          { assetId: 'T.CASH', asset: 'Cash', balance: 4_212.35 },
        ],
        balance: 102_852.35,
      }),
    ),
    http.get('/api/members/m-1/feeComparisons', () => HttpResponse.json(before)),
    http.get('/api/plan', () =>
      HttpResponse.json([
        { id: 'T.P1', name: 'Kestrel Super Plan', platform: { id: 'T', name: 'Tern' }, members: 400 },
      ]),
    ),
    http.get('/api/plan/T.P1', () =>
      HttpResponse.json({
        id: 'T.P1',
        name: 'Kestrel Super Plan',
        platform: { id: 'T', name: 'Tallowood Retirement' },
      }),
    ),
    http.get('/api/platforms', () => HttpResponse.json([{ id: 'I', name: 'Ironbark Super' }])),
    http.get('/api/platforms/:id/assets', ({ params, request }) => {
      const { pathname, search } = new URL(request.url);
      offered.push(`${pathname}${search}`);
      return HttpResponse.json([
        params['id'] === 'I'
          ? { id: 'I.IDX', name: 'Balanced Index', description: null }
          : { id: 'T.L80', name: 'Lifestage 1980s', description: null },
      ]);
    }),
    http.post('/api/feeComparison/data', async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>);
      return answer();
    }),
  );
  return { asked, searched, offered };
}

async function opened() {
  const { user } = openAt(page);
  await screen.findByRole('heading', { name: 'Fee comparison' });
  const pick = async (group: string | null, label: RegExp, text: string, option: RegExp) => {
    const scope = group === null ? screen : within(screen.getByRole('group', { name: group }));
    await user.type(scope.getByRole('combobox', { name: label }), text);
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return {
    user,
    member: () => pick(null, /^Member/, 'okaf', /Kestrel/),
    plan: () => pick(null, /^Plan/, 'kes', /Super Plan/),
    assetA: () => pick('Investment A', /^Investment/, 'lif', /1980s/),
    platformB: () => pick('Investment B', /^Platform/, 'iro', /Super/),
    assetB: () => pick('Investment B', /^Investment/, 'bal', /Index/),
  };
}
const run = () => screen.getByRole('button', { name: /^Run/ });
const needed = () => screen.queryByText(/^Still needed/)?.textContent ?? null;

describe('The fee comparison', () => {
  it('is not for employers', async () => {
    portal('CompanyRep');
    openAt(page);
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });

  it.each([
    ['Admin', 1],
    ['Staff', 0],
  ] as const)('has the spreadsheet of all runs for an Admin only: %s', async (role, buttons) => {
    portal(role);
    await opened();
    expect(screen.queryAllByRole('button', { name: 'Analytics' })).toHaveLength(buttons);
  });

  it('of an existing member runs once member and investment B are chosen', async () => {
    const { asked } = portal();
    const { user, member, platformB, assetB } = await opened();
    expect(needed()).toBe('Still needed: a member, investment B.');
    expect(run()).toBeDisabled();
    await member();
    expect(await screen.findByText('$98,640.00')).toBeVisible();
    expect(screen.getByLabelText('Platform')).toHaveValue('Tallowood Retirement');
    expect(screen.getByLabelText('Platform')).toHaveAttribute('readonly');
    await user.click(screen.getByRole('radio', { name: /Lifestage 1980s/ }));
    await platformB();
    expect(run()).toBeDisabled();
    await assetB();
    expect(needed()).toBeNull();
    await user.click(run());
    // The card of that name stands there before the answer comes.
    const shown = () => within(screen.getByRole('region', { name: 'Result' }));
    await waitFor(() => expect(shown().getByText('$847.39')).toBeVisible());
    const result = shown();
    expect(result.getByText('B costs less by').closest('div')).toHaveTextContent('$340.96a year, 0.35 %');
    expect(result.getByText('By age 67, more with B').closest('div')).toHaveTextContent('$34,400');
    expect(asked).toEqual([{ memberId: 'm-1', assetId: 'T.L80', comparisonAssetId: 'I.IDX', feesAsAt: sydneyToday() }]);
    const table = within(screen.getByRole('region', { name: 'Fees a year' }));
    expect(table.getByRole('row', { name: /^By balance/ })).toHaveTextContent('0.15 %, at most $750none147.96');
    expect(table.getByRole('row', { name: /^Buy-sell spread/ })).toHaveTextContent('0.08 % of the amountnone');
    expect(await table.findByText('No transaction costs of B are known')).toBeVisible();
    expect(
      await screen.findByText('$11,000 a year of contributions after tax, today’s fees and premiums'),
    ).toBeVisible();
    expect(await screen.findByText(/not personal advice\. Recorded among the events of Dara Okafor\.$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download report' })).toBeEnabled();
  });

  it('sets up to four investments side by side, of which none is called better', async () => {
    portal();
    const benefits: Record<string, unknown>[] = [];
    server.use(
      http.post('/api/feeComparison/netBenefit', async ({ request }) => {
        benefits.push((await request.json()) as Record<string, unknown>);
        const sides = threeSides.sides.slice(0, 1 + benefits.length);
        return HttpResponse.json({ ...threeSides, sides });
      }),
    );
    const { user, member, platformB, assetB } = await opened();
    await member();
    await user.click(await screen.findByRole('radio', { name: /Lifestage 1980s/ }));
    await platformB();
    await assetB();
    await user.click(run());
    await user.click(await screen.findByRole('radio', { name: 'Net benefit' }));
    const table = () => within(screen.getByRole('table', { name: 'Side by side' }));
    await waitFor(() => expect(table().getByRole('row', { name: /^10 years/ })).toHaveTextContent('6.9 %not known'));
    const asked = { memberId: 'm-1', assetId: 'T.L80', comparisonAssetId: 'I.IDX', feesAsAt: sydneyToday() };
    expect(benefits).toEqual([{ ...asked, otherAssetIds: [] }]);
    const balances = () => screen.getByRole('region', { name: 'Projected balance at 67' });
    expect(balances()).toHaveTextContent('$478,200$394k to $571k');
    expect(balances()).toHaveTextContent('A 6.3 %, B 6.3 % before fees');
    expect(balances()).toHaveTextContent('The bars overlap, so the order is not known.');
    await user.click(screen.getByRole('button', { name: 'Add an investment' }));
    const third = within(screen.getByRole('group', { name: 'Investment C' }));
    await user.type(third.getByRole('combobox', { name: /^Platform/ }), 'iro');
    await user.click(await screen.findByRole('option', { name: /Super/ }));
    await user.type(third.getByRole('combobox', { name: /^Investment/ }), 'bal');
    await user.click(await screen.findByRole('option', { name: /Index/ }));
    // What stands side by side already is not asked for twice.
    expect(await third.findByRole('alert')).toHaveTextContent('already stands side by side');
    expect(benefits).toHaveLength(1);
    server.use(
      http.get('/api/platforms/:id/assets', () =>
        HttpResponse.json([{ id: 'I.HIGH', name: 'High Growth', description: null }]),
      ),
    );
    await user.click(third.getByRole('button', { name: 'Remove investment C' }));
    await user.click(screen.getByRole('button', { name: 'Add an investment' }));
    const again = within(screen.getByRole('group', { name: 'Investment C' }));
    await user.type(again.getByRole('combobox', { name: /^Platform/ }), 'iro');
    await user.click(await screen.findByRole('option', { name: /Super/ }));
    await user.type(again.getByRole('combobox', { name: /^Investment/ }), 'hig');
    await user.click(await screen.findByRole('option', { name: /Growth/ }));
    await waitFor(() => expect(benefits.at(-1)).toEqual({ ...asked, otherAssetIds: ['I.HIGH'] }));
    expect(await screen.findByText(/Missing is not free/)).toBeVisible();
    expect(table().getByRole('row', { name: /^For \$98,640/ })).toHaveTextContent('at least $402.17a fee is missing');
    expect(balances()).toHaveTextContent('at most $690,000a fee is missing');
    const differs = screen.getByRole('region', { name: 'What differs' });
    expect(differs).toHaveTextContent('C holds 14 points more in growth assets than A');
    expect(differs).not.toHaveTextContent(/better|best|wins/i);
  });

  it('says why there is no net benefit, and tries again', async () => {
    portal();
    let isUp = false;
    server.use(
      http.post('/api/feeComparison/netBenefit', () =>
        isUp
          ? HttpResponse.json({ ...threeSides, sides: threeSides.sides.slice(0, 2), projection: null })
          : HttpResponse.json({ message: 'This member left the plan on 01/10/2026.' }, { status: 400 }),
      ),
    );
    const { user, member, platformB, assetB } = await opened();
    await member();
    await platformB();
    await assetB();
    await user.click(run());
    await user.click(await screen.findByRole('radio', { name: 'Net benefit' }));
    expect(await screen.findByText('This member left the plan on 01/10/2026.')).toBeVisible();
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Age and salary of a member before retirement are needed/)).toBeVisible();
  });

  it('lists what was compared before for the member, and takes one into the form without running it', async () => {
    const { asked } = portal();
    const { user, member } = await opened();
    expect(screen.queryByRole('region', { name: 'Compared before' })).toBeNull();
    await member();
    const listed = within(await screen.findByRole('region', { name: 'Compared before' }));
    expect(listed.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Redgum Growth12/03/2026, fees of that day$118.20 less',
      'Wattle Balanced19/03/2025, fees of 01/07/2024$40.00 more',
    ]);
    await user.click(listed.getByRole('button', { name: 'Compare with Redgum Growth again, fees of 12/03/2026' }));
    expect(screen.getByRole('radio', { name: /^Cash/ })).toBeChecked();
    expect(needed()).toBeNull();
    expect(asked).toEqual([]);
    await user.click(run());
    await screen.findByRole('region', { name: 'Fees a year' });
    expect(asked).toEqual([{ memberId: 'm-1', assetId: 'T.CASH', comparisonAssetId: 'I.RED', feesAsAt: '2026-03-12' }]);
  });

  it('lets the one investment be chosen where what was compared before is no longer held', async () => {
    const { asked } = portal();
    server.use(
      http.get('/api/members/m-1/balances', () =>
        HttpResponse.json({
          asAt: '2026-10-31',
          plan: { id: 'T.P1', name: 'Kestrel Super Plan' },
          platform: { id: 'T', name: 'Tallowood Retirement' },
          assetBalances: [{ assetId: 'T.L80', asset: 'Lifestage 1980s', balance: 98_640 }],
          balance: 98_640,
        }),
      ),
    );
    const { user, member } = await opened();
    await member();
    await screen.findByText('$98,640.00');
    expect(screen.queryByRole('radio', { name: /^Lifestage/ })).toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Compare with Redgum Growth again/ }));
    expect(screen.getByRole('radio', { name: /^Lifestage/ })).not.toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^Lifestage/ }));
    await user.click(run());
    await screen.findByRole('region', { name: 'Fees a year' });
    expect(asked).toMatchObject([{ memberId: 'm-1', assetId: 'T.L80', comparisonAssetId: 'I.RED' }]);
  });

  it('draws both sides at six balances, and saves the drawing as a picture', async () => {
    portal();
    const { user, member, platformB, assetB } = await opened();
    await member();
    await platformB();
    await assetB();
    await user.click(run());
    const card = within(await screen.findByRole('region', { name: 'At other balances' }));
    const drawing = card.getByRole('img', { name: 'Total fees a year in percent of six balances, A beside B' });
    for (const { percentA, percentB } of found.atBalances)
      for (const percent of [percentA, percentB])
        expect(within(drawing).getAllByText(percent.toFixed(2)).length).toBeGreaterThan(0);
    expect(within(drawing).queryByText('$10,000')).toBeNull();
    let saved = '';
    const savePng = vi.spyOn(png, 'savePng').mockImplementation(({ drawing: of }) => {
      saved = (of as SVGSVGElement).textContent;
      return Promise.resolve();
    });
    await user.click(card.getByRole('button', { name: 'Save as PNG' }));
    expect(saved).toContain('$10,000');
    expect(within(drawing).queryByText('$10,000')).toBeNull();
    expect(savePng).toHaveBeenCalledWith(
      expect.objectContaining({
        drawing,
        name: `FeesAtOtherBalances ${found.feesAsAt}`,
        items: [
          expect.objectContaining({ name: `A: ${found.a.name}` }),
          expect.objectContaining({ name: `B: ${found.b.name}` }),
        ],
      }),
    );
  });

  it('clears the member with a new plan, and searches within it', async () => {
    const { searched } = portal();
    const { member, plan } = await opened();
    await member();
    expect(searched.at(-1)).toBe('?name=okaf');
    await plan();
    expect(needed()).toContain('a member');
    await member();
    expect(searched.at(-1)).toBe('?name=okaf&planId=T.P1');
  });

  it('of a new member needs name, plan, investment and a balance above $0', async () => {
    const { asked, offered } = portal();
    const { user, plan, assetA, platformB, assetB } = await opened();
    await user.click(screen.getByRole('radio', { name: 'New member' }));
    expect(needed()).toBe('Still needed: a plan, a name, investment A, a balance above $0, investment B.');
    await plan();
    await assetA();
    await user.type(screen.getByLabelText(/^Name/), 'Amara Nwosu');
    await platformB();
    await assetB();
    await user.type(screen.getByLabelText(/^Balance/), '$0.00');
    expect(await screen.findByText('Must be above $0')).toBeVisible();
    expect(run()).toBeDisabled();
    await user.clear(screen.getByLabelText(/^Balance/));
    await user.type(screen.getByLabelText(/^Balance/), '$12,500.50{Enter}');
    await screen.findByRole('region', { name: 'Fees a year' });
    expect(await screen.findByText('General information about fees, not personal advice.')).toBeVisible();
    // Somebody new is in no option that only members who choose it have, and may choose any.
    expect(offered.at(0)).toMatch(/^\/api\/platforms\/T\/assets\?name=\w+&excludeChoice=true$/);
    expect(offered.at(-1)).toMatch(/^\/api\/platforms\/I\/assets\?name=\w+$/);
    expect(asked).toMatchObject([
      { memberName: 'Amara Nwosu', planId: 'T.P1', assetId: 'T.L80', balance: 12_500.5, comparisonAssetId: 'I.IDX' },
    ]);
    await user.type(screen.getByLabelText(/^Name/), 'x');
    expect(run()).toHaveAccessibleName('Run again');
    await user.click(screen.getByRole('radio', { name: 'Existing member' }));
    expect(needed()).toBe('Still needed: a member.');
  });

  it('says whose fees are not known, and from when they are', async () => {
    const unknown: FeeComparison = {
      ...found,
      b: { ...found.b, feesFrom: null, firstFeesFrom: '2027-02-01' },
      assetFeesB: null,
      difference: null,
      atBalances: [],
      atRetirement: null,
    };
    portal('Staff', () => HttpResponse.json(unknown));
    const { user, member, platformB, assetB } = await opened();
    await member();
    await platformB();
    await assetB();
    await user.click(run());
    expect(await screen.findByText('No fee of Balanced Index is known on 26/11/2026.')).toBeVisible();
    expect(await screen.findByText(/Its first fees hold from 01\/02\/2027\./)).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Result' })).getByText('not known')).toBeVisible();
    expect(screen.queryByText('B costs less by')).toBeNull();
    expect(screen.queryByRole('region', { name: 'At other balances' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Download report' })).toBeDisabled();
  });

  it('says which fees are missing, makes totals lower bounds of them and ranks nothing', async () => {
    const noInvestment = 'No investment fee of Balanced Index is published for 26/11/2026.';
    const noTransaction = 'No transaction costs of Cash are published for 26/11/2026.';
    const incomplete: FeeComparison = {
      ...found,
      a: { ...found.a, missing: [{ group: 'TRANSACTION', options: ['Cash'], sentence: noTransaction }] },
      b: { ...found.b, missing: [{ group: 'INVESTMENT', options: ['Balanced Index'], sentence: noInvestment }] },
      transactionFees: [
        { name: 'Transaction costs', inDollars: false, amountA: 49.32, amountB: 10, termsA: [terms], termsB: [terms] },
      ],
      activityFees: [{ ...found.activityFees[0]!, missing: ['B'] }],
      difference: null,
      atBalances: [],
      atRetirement: null,
    };
    portal('Staff', () => HttpResponse.json(incomplete));
    const { user, member, platformB, assetB } = await opened();
    await member();
    await platformB();
    await assetB();
    await user.click(run());
    for (const sentence of [noInvestment, noTransaction]) expect(await screen.findByText(sentence)).toBeVisible();
    const result = within(screen.getByRole('region', { name: 'Result' }));
    expect(result.getByText('at least $847.39')).toBeVisible();
    expect(result.getByText('at least $506.43').closest('div')).toHaveTextContent('a year, at least 0.51 %');
    const table = within(screen.getByRole('region', { name: 'Fees a year' }));
    const row = (name: RegExp) => table.getByRole('row', { name }).textContent;
    expect(row(/^Investment fee none/)).toBe('Investment feenonenot published');
    expect(row(/^Transaction costs at least/)).toContain('at least $49.32');
    expect(row(/^Transaction costs at least/)).toMatch(/not published for Cash\$10\.00.*%, at most \$750$/);
    expect(row(/^Buy-sell spread/)).toContain('not published');
    expect(row(/^Total a year/)).toMatch(/at least \$847\.39.*at least \$506\.43at least 0\.51 %$/);
    // Administration fees are whole on both sides, so they still have a difference.
    expect(row(/^Fixed/)).toBe('Fixed$78.00$52.0026.00');
    for (const ranked of [/costs (less|more)/, /^Both cost/])
      expect(screen.queryByText(ranked, { ignore: 'span' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'At other balances' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Download report' })).toBeEnabled();
  });

  it('shows the server’s message where it fails, and tries again', async () => {
    const answers = [
      () => HttpResponse.json({ message: 'This member was erased.' }, { status: 409 }),
      () => HttpResponse.json(found),
    ];
    portal('Staff', () => answers.shift()!());
    const { user, member, platformB, assetB } = await opened();
    await member();
    await platformB();
    await assetB();
    await user.click(run());
    expect(await screen.findByRole('alert')).toHaveTextContent('This member was erased.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Fees a year' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that no answer came, and tries again only while nothing is missing', async () => {
    const answers = [() => HttpResponse.error(), () => HttpResponse.json(found)];
    portal('Staff', () => answers.shift()!());
    const { user, member, platformB, assetB } = await opened();
    await member();
    await platformB();
    await assetB();
    await user.click(run());
    const message = await screen.findByRole('alert');
    expect(message).toHaveTextContent('No answer came. Running it again records it once.');
    await user.type(screen.getByRole('combobox', { name: /^Member/ }), '{Backspace}');
    expect(needed()).toBe('Still needed: a member.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.clear(screen.getByRole('combobox', { name: /^Member/ }));
    await member();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Fees a year' })).toBeVisible();
  });
});

describe('The document of a comparison', () => {
  afterEach(() => {
    delete (window as unknown as Record<string, unknown>)[shownContent];
  });

  it('shows what the renderer hands it', async () => {
    portal('CompanyRep');
    const document: FeeComparisonDocument = {
      memberName: 'Dara Okafor',
      madeAt: '2026-11-25T23:04:00.000Z',
      comparison: {
        ...found,
        a: {
          ...found.a,
          name: 'Everything together',
          holdings: [
            { name: 'Lifestage 1980s', balance: 90_000 },
            { name: 'Cash', balance: 8_640 },
          ],
        },
      },
    };
    Object.assign(window, { [shownContent]: document });
    openAt('/documents/feeComparison');
    const sheet = within(await screen.findByRole('article', { name: 'Fee comparison' }));
    expect(await sheet.findByText('Dara Okafor')).toBeVisible();
    expect(sheet.getByRole('region', { name: 'Fees a year' })).toBeVisible();
    const compared = within(sheet.getByRole('region', { name: 'What is compared' }));
    expect(compared.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'AB',
      'PlatformTallowoodIronbark',
      'PlanKestrel Super Planin no plan',
      'OptionEverything togetherLifestage 1980s: $90,000.00Cash: $8,640.00Balanced Index',
      'Table of feesfrom 01/07/2026from 01/10/2026',
      'Member numberM-4711',
      'Balance$98,640.00 of 31/10/2026, on both sides',
    ]);
    expect(await sheet.findByText('General information about fees, not personal advice.')).toBeVisible();
    await waitFor(() => expect(window.document.documentElement.dataset['page']).toBe('ready'));
  });
});

describe('A fee comparison that was left or loaded again', () => {
  const inPlan = { ...okafor, erased: false };
  const member = (answer: () => Response = () => HttpResponse.json(inPlan)) =>
    server.use(http.get('/api/members/m-1', answer));
  const shown = () =>
    screen.findByText(/^Found at \d\d\/\d\d\/\d{4} \d\d:\d\d\. What has been recorded and published since/);

  /** Compares for the member, leaves the page, and returns its address. */
  async function compared() {
    const { asked } = portal();
    member();
    const { user, member: choose, platformB, assetB } = await opened();
    await choose();
    await platformB();
    await assetB();
    await user.click(run());
    await screen.findByRole('radio', { name: 'Net benefit' });
    await waitFor(() => expect(sessionStorage.getItem('kept.feeComparison')).toContain('Lifestage 1980s'));
    const left = address();
    cleanup();
    return { asked, left };
  }

  it('is shown as it was, with its time, and nothing is compared or recorded again', async () => {
    const { asked, left } = await compared();
    expect(left).toBe(`${page}?member=m-1&platform=I&other=I.IDX`);
    const { user } = openAt(left);
    await shown();
    expect(screen.getByRole('combobox', { name: /^Member/ })).toHaveValue('Okafor, Dara');
    expect(asked).toHaveLength(1);
    await user.click(run());
    await waitFor(() => expect(asked).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(/^Found at/)).toBeNull());
  });

  it('has nothing that was typed in its address, and gives it back until the user signs out', async () => {
    portal();
    server.use(http.post('/api/authentication/logout', () => new HttpResponse(null, { status: 204 })));
    const { user, plan, assetA } = await opened();
    await user.click(screen.getByRole('radio', { name: 'New member' }));
    await plan();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ida Quill');
    await assetA();
    await user.type(screen.getByRole('textbox', { name: /^Balance/ }), '12,345.67');
    const left = address();
    expect(left).toBe(`${page}?who=new&investment=T.L80&ofPlan=T.P1`);
    const beside = [left, JSON.stringify(window.history.state), JSON.stringify({ ...localStorage })].join(' ');
    expect(beside).not.toMatch(/Quill|12,?345/);
    cleanup();
    openAt(left);
    expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('Ida Quill');
    expect(screen.getByRole('textbox', { name: /^Balance/ })).toHaveValue('12,345.67');
    await user.click(screen.getByRole('button', { name: /user menu/ }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/Quill|12,?345/);
  });

  it('begins with the member alone again from the menu', async () => {
    await compared();
    openAt(page);
    expect(await screen.findByText('Nothing is compared yet')).toBeVisible();
    expect(screen.getByRole('combobox', { name: /^Member/ })).toHaveValue('Okafor, Dara');
    const side = within(screen.getByRole('group', { name: 'Investment B' }));
    expect(side.getByText('Choose a platform first')).toBeVisible();
  });

  it('is not shown to another user in the same tab, who has what the address names', async () => {
    const { left } = await compared();
    portal('Admin');
    server.use(
      http.get('/api/authentication', () =>
        HttpResponse.json({ user: withRights({ username: 'omar', name: 'Omar', role: 'Admin', planId: null }) }),
      ),
    );
    openAt(left);
    expect(await screen.findByText('Nothing is compared yet')).toBeVisible();
    expect(screen.getByRole('combobox', { name: /^Member/ })).toHaveValue('Okafor, Dara');
    const side = within(screen.getByRole('group', { name: 'Investment B' }));
    expect(side.getByRole('combobox', { name: /^Investment/ })).toHaveValue('Balanced Index');
  });

  it('is not shown of a member who is out of reach by now', async () => {
    const { left } = await compared();
    member(() => HttpResponse.json({ message: 'There is no such member.' }, { status: 404 }));
    openAt(left);
    expect(await screen.findByText(/^There is no such member\. Choose a member again\./)).toBeVisible();
    expect(screen.getByText('Nothing is compared yet')).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Okafor|98,640/);
    await waitFor(() => expect(sessionStorage.getItem('kept.feeComparison')).not.toMatch(/Okafor|98640/));
    await waitFor(() => expect(address()).toBe(`${page}?platform=I&other=I.IDX`));
  });

  it('marks a member who has left meanwhile, for whom nothing is compared again', async () => {
    const { left } = await compared();
    member(() => HttpResponse.json({ ...inPlan, leftOn: '2026-11-20' }));
    openAt(left);
    await shown();
    expect(needed()).toBe('Still needed: a member who is in the plan.');
  });
});
