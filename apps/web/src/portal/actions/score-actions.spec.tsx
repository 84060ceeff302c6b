import type { PlanAction, PlanActions } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { FEW, NP, TOO_FEW } from '../../test/withheld-answers';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const of = (value: number, more: Partial<PublishedFigure> = {}): PublishedFigure => ({ value, because: null, ...more });
const withheld = (because: '<11' | 'np'): PublishedFigure => ({ value: null, because });

const nominate: PlanAction = {
  key: 'nominateBeneficiary',
  area: 'nominatedBeneficiary',
  label: 'Nominate a binding beneficiary',
  concerned: 'have nominated nobody',
  assumes: 'A binding nomination that is signed at the end of the month.',
  members: of(629),
  share: of(49),
  change: of(0.49),
  margin: 0.01,
  didBefore: of(20),
  likelyChange: of(0.1),
  campaigns: [
    { campaignId: 'K1', name: 'Nominate a beneficiary', runDate: '2020-01-14', concerned: of(400), share: of(20) },
  ],
};
const cover: PlanAction = {
  ...nominate,
  key: 'liftLifeCover',
  area: 'lifeInsurance',
  label: 'Lift life cover to what is needed',
  concerned: 'have no life cover or too little',
  change: of(0.21),
  didBefore: withheld('np'),
  likelyChange: withheld('np'),
  campaigns: [],
};
const answer = (...actions: PlanAction[]): PlanActions => ({ planId: 'T.K1', month: '2020-06', actions });
const list = async () => within(await screen.findByRole('region', { name: 'Actions by expected change' }));
const lines = async () => (await (await list()).findAllByRole('listitem')).map((item) => within(item));

describe('What would move the score', () => {
  it('ranks actions with the members concerned, and the change if all act or as many as before', async () => {
    portal({ user: dana, actions: () => answer(nominate, cover) });
    openAt('/dashboard');
    const [first, second] = await lines();
    expect(first!.getByRole('button', { name: 'Nominate a binding beneficiary' })).toBeVisible();
    expect(first!.getByText(/members who have nominated nobody/)).toBeVisible();
    expect(first!.getByText('+0.49')).toBeVisible();
    expect(first!.getByText('+0.10')).toBeVisible();
    expect(second!.getByText('+0.21')).toBeVisible();
    expect(second!.getByText('not known yet')).toBeVisible();
    expect(
      screen.getByText('Expected change of the Plan SuperScore, as at 30/06/2020, the largest possible gain first'),
    ).toBeVisible();
    expect(screen.getByText(/^Largest possible gain/, { selector: 'div[aria-hidden] span' })).toHaveTextContent(
      'Largest possible gain if all do it',
    );
    expect(screen.getByText(/^Likely gain/, { selector: 'div[aria-hidden] span' })).toHaveTextContent(
      'Likely gain as after past campaigns',
    );
  });

  it('opens the campaigns that support an expectation, and restores the focus', async () => {
    portal({ user: dana, actions: () => answer(nominate) });
    const { user } = openAt('/dashboard');
    const [line] = await lines();
    await user.click(line!.getByRole('button', { name: 'Nominate a binding beneficiary' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nominate a binding beneficiary' }));
    const row = within(dialog.getByRole('row', { name: /Nominate a beneficiary/ }));
    expect(await row.findByText('14/01/2020')).toBeVisible();
    expect(await row.findByText('400')).toBeVisible();
    expect(await row.findByText('20.0%')).toBeVisible();
    expect(await row.findByText('10.0 pp more nominated somebody')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(line!.getByRole('button', { name: 'Nominate a binding beneficiary' })).toHaveFocus();
  });

  it('shows a campaign’s verdict only beside the action that it measured', async () => {
    const binding: PlanAction = {
      ...nominate,
      key: 'makeNominationBinding',
      label: 'Make the nomination binding',
      concerned: 'have named somebody in a nomination that the fund need not follow (not binding)',
    };
    portal({ user: dana, actions: () => answer(nominate, binding) });
    const { user } = openAt('/dashboard');
    const [first, second] = await lines();
    expect(await first!.findByText(/^Campaign of 14\/01\/2020:/)).toHaveTextContent('10.0 pp more nominated somebody');
    expect(second!.queryByText(/^Campaign of/)).toBeNull();
    await user.click(second!.getByRole('button', { name: binding.label }));
    const dialog = within(await screen.findByRole('dialog', { name: binding.label }));
    expect(await dialog.findByText('not measured of these members')).toBeVisible();
    expect(dialog.queryByText(/pp more/)).toBeNull();
  });

  it('says which other areas an action moves', async () => {
    const bring: PlanAction = { ...nominate, key: 'bringSuperTogether', label: 'Bring other super together' };
    portal({ user: dana, actions: () => answer(bring) });
    openAt('/dashboard');
    const [line] = await lines();
    expect(line!.getByText('also moves life insurance and retirement adequacy')).toBeVisible();
  });

  it('says what is withheld, and shows no number within its margin', async () => {
    const few = { ...nominate, members: withheld('<11'), share: withheld('<11'), change: withheld('<11') };
    portal({ user: dana, actions: () => answer({ ...cover, change: of(0.01), margin: 0.05 }, few) });
    openAt('/dashboard');
    const [small, hidden] = await lines();
    expect(small!.getByRole('button', { name: /^no clear change/ })).toBeVisible();
    expect(small!.queryByText('+0.01')).toBeNull();
    expect(hidden!.getByRole('button', { name: FEW })).toBeVisible();
    expect(hidden!.getByRole('button', { name: TOO_FEW })).toBeVisible();
  });

  it('of a small plan shows a share in whole tens, and rounded changes', async () => {
    const about = { ...nominate, members: withheld('np'), share: of(40, { rounded: true }), margin: 0.3 };
    portal({ user: dana, actions: () => answer({ ...about, change: of(0.4, { rounded: true }) }) });
    openAt('/dashboard');
    const [line] = await lines();
    expect(line!.getByText('about 40 %')).toBeVisible();
    expect(line!.getByText('about +0.40')).toBeVisible();
    expect(line!.queryByRole('button', { name: NP })).toBeNull();
  });

  it('leads from an expectation to a campaign that supports it', async () => {
    portal({ user: dana, actions: () => answer(nominate) });
    server.use(http.get('/api/plans/:id/campaigns/:campaignId/effect', () => HttpResponse.json({}, { status: 500 })));
    const { user } = openAt('/dashboard');
    const [line] = await lines();
    await user.click(line!.getByRole('button', { name: 'Nominate a binding beneficiary' }));
    await user.click(await screen.findByRole('button', { name: 'Nominate a beneficiary' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nominate a beneficiary' }));
    expect(await dialog.findByText('Campaign of 14/01/2020')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Nominate a binding beneficiary' })).toBeVisible();
  });

  it('says if the shares of campaigns are withheld', async () => {
    const unknown = { didBefore: withheld('np'), likelyChange: withheld('np') };
    portal({ user: dana, actions: () => answer({ ...nominate, ...unknown }) });
    openAt('/dashboard');
    const [line] = await lines();
    expect(line!.getByRole('button', { name: NP })).toBeVisible();
    expect(line!.queryByText('not known yet')).toBeNull();
  });

  it('is on the page of an area with the actions of that area only', async () => {
    portal({ user: dana, actions: () => answer(nominate, cover) });
    openAt('/super/lifeInsurance');
    const all = await lines();
    expect(all).toHaveLength(1);
    expect(all[0]!.getByRole('button', { name: 'Lift life cover to what is needed' })).toBeVisible();
  });

  it('is requested with exact figures if the page shows exact figures', async () => {
    const exact = { ...nominate, members: of(631), change: of(0.4914), margin: null };
    portal({ user: helen, actions: (audience) => answer(audience === 'staff' ? exact : nominate) });
    const { user } = openAt('/dashboard?plan=T.K1');
    expect(await (await list()).findByText('629')).toBeVisible();
    await user.click(screen.getByText('Exact'));
    expect(await (await list()).findByText('631')).toBeVisible();
  });

  it('says in its place if it did not load, while the rest of the page stays', async () => {
    portal({ user: dana, actions: () => 'fails' });
    openAt('/dashboard');
    expect(await (await list()).findByText('What would move the score did not load')).toBeVisible();
    expect(await (await list()).findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('says that the list is not filtered if the page is', async () => {
    portal({ user: dana, actions: () => answer(nominate) });
    openAt('/dashboard?engaged=1');
    expect(await screen.findByText(/Of all members, not only those selected/)).toBeVisible();
  });
});
