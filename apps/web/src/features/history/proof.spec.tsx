import type { AsOfProof, AsOfView } from '@superscope/contracts/as-of-views';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { kestrel } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { atView, digest, kept, ready, proving, proved, history } from './as-it-stood.fixtures';

afterEach(() => {
  sessionStorage.clear();
});

describe('The proof of a view', () => {
  it('shows position, number of events and digest of a view, and copies the whole digest', async () => {
    const { user } = await atView(ready);
    const card = within(screen.getByRole('region', { name: 'View' }));
    for (const fact of ['184,206', '4,192,830,417', 'sha256 9f3c·a1e7·04bd … 77e2', '3.4 s'])
      expect(await card.findByText(fact)).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Copy the digest' }));
    expect(await card.findByRole('button', { name: 'Digest copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(digest);
  });

  it('starts, shows its progress, and explains how the view was proved', async () => {
    const { user, card } = await atView(ready, { ...ready, proof: proving }, { ...ready, proof: proved });
    await user.click(card.getByRole('button', { name: 'Prove it' }));
    expect(await card.findByText('Replaying events: 92,103 of 184,206, 412 streams')).toBeVisible();
    expect(card.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '50');
    expect(await card.findByText('Rebuilt from events alone; every row equals the view’s.')).toBeVisible();
    for (const step of [
      '184,206 events of 824 streams read from the first one on; done 10/05/2020 10:00',
      'Digest equals the one kept on 10/05/2020 10:00',
      '1 tables compared row by row, the same to the cent',
    ])
      expect(await card.findByText(step)).toBeVisible();
  });

  it('can be cancelled', async () => {
    const cancelled: AsOfView = { ...ready, proof: { ...proving, state: 'cancelled', phase: null } };
    const { user, card } = await atView(ready, { ...ready, proof: proving });
    server.use(http.delete('/api/history/views/:id/proof', () => HttpResponse.json(cancelled)));
    await user.click(card.getByRole('button', { name: 'Prove it' }));
    await card.findByText(/^Replaying events/);
    server.use(http.get('/api/history/views/:id', () => HttpResponse.json(cancelled)));
    await user.click(card.getByRole('button', { name: 'Cancel the proof' }));
    expect(await card.findByText('The proof was cancelled.')).toBeVisible();
  });

  it('lists each value that the events do not confirm', async () => {
    const key = 'plan_id TWR.P0001, month 2020-04-01, member_id 0b8f';
    const proof: AsOfProof = {
      ...proved,
      state: 'differs',
      kept: { ...kept, isEqual: false, models: ['member_snapshot'] },
      differing: 2,
      differences: [
        { model: 'member_snapshot', key, column: 'total_assets_owned_cents', then: '2100001', replayed: '2100000' },
      ],
    };
    const { card } = await atView({ ...ready, proof });
    expect(await card.findByRole('alert')).toHaveTextContent('Not the same. 2 rows differ from what the events say.');
    const table = within(card.getByRole('region', { name: 'What differs: table' }));
    expect(
      table.getByRole('row', { name: `member_snapshot ${key} total_assets_owned_cents 2100001 2100000` }),
    ).toBeVisible();
    expect(await card.findByText('1 values are listed, of 2 rows.')).toBeVisible();
    expect(await card.findByText('The digest kept on 10/05/2020 10:00 is another one: member_snapshot')).toBeVisible();
  });

  it('lists separately what was recorded later than its timestamp', async () => {
    const proof: AsOfProof = { ...proved, late: 3, kept: { ...kept, isEqual: false, models: [], late: 1 } };
    const { card } = await atView({ ...ready, proof });
    expect(
      await card.findByText('3 events of that moment were recorded after this view was made, and count in neither'),
    ).toBeVisible();
    expect(
      card.getByText(
        'Not compared with the digest kept on 10/05/2020 10:00: 1 event of that moment was recorded after that',
      ),
    ).toBeVisible();
  });

  it('says why it failed, and can be requested again', async () => {
    const failed: AsOfProof = { ...proving, state: 'failed', phase: null, problem: 'This plan needs more room.' };
    const { card } = await atView({ ...ready, proof: failed });
    expect(await card.findByRole('alert')).toHaveTextContent('This plan needs more room.');
    expect(card.getByRole('button', { name: 'Prove it again' })).toBeEnabled();
  });

  it('offers moments with a kept digest', async () => {
    const asked = history(ready);
    const { user } = openAt('/audit/as-it-stood');
    await user.selectOptions(await screen.findByLabelText('Nightly digests'), '20/05/2020 13:00:00');
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    expect(asked).toEqual([{ planId: kestrel.id, moment: '2020-05-20T03:00:00.000Z' }]);
  });
});
