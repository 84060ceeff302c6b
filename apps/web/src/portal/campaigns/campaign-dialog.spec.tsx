import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { clearEffect } from '../../test/campaign-effect';
import { dana, portal } from '../../test/portal';
import { answerTo, FEW, TOO_FEW } from '../../test/withheld-answers';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const of = (value: number, more: Partial<PublishedFigure> = {}): PublishedFigure => ({ value, because: null, ...more });
const withheld = (because: '<11' | 'np'): PublishedFigure => ({ value: null, because });
const hidden = { concerned: withheld('np'), acted: withheld('np'), share: withheld('np') };

const run = {
  'Campaign.campaignId': 'T.C1',
  'Campaign.name': 'Nominate a beneficiary',
  'Campaign.campaignType': 'SuperScore email',
  'Campaign.eventDate.day': '2020-01-14T00:00:00.000',
  'Campaign.recipients': 400,
};

/** Opens the dialog of the only campaign. */
async function opened(answer: Partial<CampaignEffect> | 'fails') {
  portal({ user: dana, reply: answerTo('Campaign.recipients', { data: [run] }) });
  const asked: string[] = [];
  server.use(
    http.get('/api/plans/:id/campaigns/:campaignId/effect', ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return answer === 'fails'
        ? HttpResponse.json({ message: 'No' }, { status: 500 })
        : HttpResponse.json({ ...clearEffect, ...answer });
    }),
  );
  const { user } = openAt('/dashboard');
  const table = within(await screen.findByRole('region', { name: 'Latest email campaigns' }));
  await user.click(await table.findByRole('button', { name: 'Nominate a beneficiary' }));
  return { user, asked, dialog: within(await screen.findByRole('dialog', { name: 'Nominate a beneficiary' })) };
}

describe('A campaign of the dashboard', () => {
  it('opens with who acted after it, against members who were not contacted, with an interval', async () => {
    const { dialog, asked } = await opened({});
    expect(await dialog.findByText('+10.0 percentage points.')).toBeVisible();
    expect(await dialog.findByText(/^More of the recipients nominated somebody/)).toBeVisible();
    expect(dialog.getByRole('img', { name: 'Between +2.1 and +17.9 percentage points' })).toBeVisible();
    expect(within(dialog.getByRole('row', { name: /^Recipients/ })).getByText('20.0%')).toBeVisible();
    expect(within(dialog.getByRole('row', { name: /^Not contacted/ })).getByText('10.0%')).toBeVisible();
    expect(asked).toEqual(['/api/plans/T.K1/campaigns/T.C1/effect']);
  });

  it('whose interval holds zero has no clear effect', async () => {
    const { dialog } = await opened({ low: -3.2, high: 23.2, clear: false });
    expect(await dialog.findByText('No clear effect.')).toBeVisible();
    expect(dialog.queryByText('+10.0 percentage points.')).toBeNull();
  });

  it('keeps the direction of an effect that is not clear', async () => {
    const { dialog } = await opened({ points: of(-9, { rounded: true }), low: -20.2, high: 2.2, clear: false });
    expect(await dialog.findByText(/^The recipients’ share is about 9 percentage points lower, within/)).toBeVisible();
  });

  it('says of no difference that the shares are the same', async () => {
    const { dialog } = await opened({ points: of(0), low: -11.1, high: 11.1, clear: false });
    expect(
      await dialog.findByText(/The recipients’ share is the same as that of members who were not contacted\.$/),
    ).toBeVisible();
    expect(dialog.queryByText(/0\.0 percentage points (higher|lower)/)).toBeNull();
  });

  it('that went to everybody says that nobody is left to compare with', async () => {
    const nobody = { concerned: of(0), acted: of(0), share: withheld('np') };
    const unknown = { points: withheld('np'), low: null, high: null, clear: false };
    const { dialog } = await opened({ state: 'tooFew', others: nobody, ...unknown });
    expect(
      await dialog.findByText(/^The campaign went to everybody whom it concerned, so there is nobody/),
    ).toBeVisible();
  });

  it('with numbers that are too small says so in a sentence, with the published part', async () => {
    const few = { concerned: of(40), acted: withheld('<11'), share: withheld('<11') };
    const unknown = { points: withheld('np'), low: null, high: null, clear: false };
    const { dialog } = await opened({ state: 'tooFew', recipients: few, others: hidden, ...unknown });
    expect(
      await dialog.findByText(
        'Too few members were contacted, or too few were not, to say whether the campaign changed anything.',
      ),
    ).toBeVisible();
    const row = within(dialog.getByRole('row', { name: /^Recipients/ }));
    expect(await row.findByText('40')).toBeVisible();
    expect(row.getByRole('button', { name: FEW })).toBeVisible();
    expect(row.getByRole('button', { name: TOO_FEW })).toBeVisible();
  });

  it('that is recent says when its effect will be known, and one of the first month that it cannot be', async () => {
    const unknown = { recipients: hidden, others: hidden, points: withheld('np'), low: null, high: null };
    const { dialog, user } = await opened({ state: 'early', ...unknown });
    expect(await dialog.findByText(/once the figures of April 2020 are complete/)).toBeVisible();
    expect(dialog.queryByRole('table')).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Nominate a beneficiary' })).toHaveFocus();
  });

  it('whose effect did not load offers to try again', async () => {
    const { dialog } = await opened('fails');
    expect(await dialog.findByText('The effect of the campaign did not load')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
