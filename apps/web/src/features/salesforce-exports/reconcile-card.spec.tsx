import type {
  ReconciledGroupRecord,
  ReconciliationDifference,
  ReconciliationRecord,
  SalesforceReconciliations,
} from '@superscope/contracts/salesforce-reconciliation';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const sam = withRights({ username: 'staff', name: 'Sam Lee', role: 'Staff', planId: null });
const ada = withRights({ username: 'admin', name: 'Ada Chan', role: 'Admin', planId: null });

type Last = NonNullable<SalesforceReconciliations['last']>;
const workId = '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b2001';
const none = { missing: 0, unsent: 0, extra: 0, toDelete: 0 };
const group = (more: Partial<ReconciledGroupRecord> = {}): ReconciledGroupRecord => ({
  providerId: 'TALLOWOOD',
  provider: 'Tallowood Retirement',
  object: 'contacts',
  crmObject: 'Contact',
  ours: 2910,
  theirs: 2910,
  ...none,
  ...more,
});
const record = (more: Partial<ReconciliationRecord> = {}): ReconciliationRecord => ({
  workId,
  requestedAt: '2026-11-21T19:00:00.000Z',
  endedAt: '2026-11-21T19:04:00.000Z',
  state: 'done',
  askedBy: 'The portal',
  reason: null,
  totals: { ours: 2910, theirs: 2910, ...none },
  ...more,
});
const last = (more: Partial<Last> = {}): Last => ({
  ...record(),
  groups: [group()],
  isPartial: false,
  hasIds: true,
  sentBy: null,
  ...more,
});
const differing = last({
  totals: { ours: 2910, theirs: 2911, missing: 2, unsent: 5, extra: 4, toDelete: 1 },
  groups: [
    group({ theirs: 2908, missing: 2, unsent: 5 }),
    group({ object: 'scores', crmObject: 'SuperScore__c', ours: 0, theirs: 1, extra: 1, toDelete: 1 }),
    group({ providerId: null, provider: null, ours: 0, theirs: 3, extra: 3 }),
    group({ object: 'campaigns', crmObject: 'Campaign', ours: 1, theirs: 1 }),
  ],
});
const difference = (more: Partial<ReconciliationDifference>): ReconciliationDifference => ({
  side: 'missing',
  object: 'contacts',
  crmObject: 'Contact',
  provider: 'Tallowood Retirement',
  key: '3f0c6a52-9d1e-4b7a-8c55-0a1b2c3d4e5f',
  crmId: null,
  why: null,
  isToDelete: false,
  ...more,
});

/** The card of a server whose comparisons stand so. Records what is asked for. */
function stands(answer: Partial<SalesforceReconciliations>, who = ada) {
  const asked: string[] = [];
  portal({ user: who });
  const next = '2026-11-28T19:00:00.000Z';
  const state: SalesforceReconciliations = {
    host: 'tallowood.my.salesforce.example',
    next,
    running: null,
    last: null,
    history: [],
    ...answer,
  };
  const connection = { used: 1, allowed: 9, differences: null, problem: null };
  server.use(
    http.get('/api/salesforce/batches', () => HttpResponse.json([])),
    http.get('/api/salesforce/schedule', () => HttpResponse.json({ revision: -1, plan: null, next: null, last: null })),
    http.get('/api/salesforce/connection', () =>
      HttpResponse.json({ ...connection, host: state.host, leftJobs: { count: 0, problem: null, nextAt: null } }),
    ),
    http.get('/api/salesforce/reconciliations', () => HttpResponse.json(state)),
    http.post('/api/salesforce/reconciliations', () => {
      asked.push('compare');
      state.running = {
        ...record({ state: 'waiting', totals: null, endedAt: null }),
        note: 'Contact: reading what Salesforce has, 2,000 so far',
        retryAt: null,
        progress: 0.34,
      };
      return HttpResponse.json({ workId, isNew: true }, { status: 202 });
    }),
    http.post('/api/salesforce/reconciliations/:workId/missing', ({ params }) => {
      asked.push(`send ${String(params['workId'])}`);
      return HttpResponse.json({ jobId: workId, batchId: 2042 }, { status: 202 });
    }),
    http.get('/api/salesforce/reconciliations/:workId/differences', ({ request }) => {
      const side = new URL(request.url).searchParams.get('side');
      asked.push(`ids ${side}`);
      const extra = { side: 'extra', provider: null, key: null, crmId: '0035g0000000014AAA', why: 'unknown' } as const;
      const row = difference(side === 'extra' ? extra : {});
      return HttpResponse.json({ count: side === 'extra' ? 104 : 1, rows: [row] });
    }),
    http.get('/api/salesforce/reconciliations/:workId/differencesCsv', () => {
      asked.push('csv');
      return HttpResponse.json({ message: 'The ids of this comparison are no longer kept.' }, { status: 410 });
    }),
  );
  return { ...openAt('/staff/salesforceExports'), asked };
}
const card = async () => within(await screen.findByRole('region', { name: 'Compared with Salesforce' }));

describe('a comparison with Salesforce', () => {
  it('is not there without a Salesforce', async () => {
    stands({ host: null, next: null });
    expect(await (await card()).findByText(/there is nothing to compare with/)).toBeVisible();
    expect((await card()).queryByRole('button', { name: 'Compare now' })).toBeNull();
  });

  it('is asked for by an Admin, and says how far it is', async () => {
    const { user, asked } = stands({});
    expect(await (await card()).findByText('Not compared yet.')).toBeVisible();
    expect((await card()).getByText(/Next on 29\/11\/2026 06:00/)).toBeVisible();
    await user.click((await card()).getByRole('button', { name: 'Compare now' }));
    expect(await (await card()).findByText(/reading what Salesforce has, 2,000 so far/)).toBeVisible();
    expect((await card()).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '34');
    expect((await card()).getByRole('button', { name: 'Compare now' })).toBeDisabled();
    expect(asked).toEqual(['compare']);
  });

  it('is read by Staff, who do not begin one', async () => {
    stands({ last: last() }, sam);
    expect(await (await card()).findByText('Both sides hold the same')).toBeVisible();
    expect(
      (await card()).getByText(/^2,910 here and 2,910 at Salesforce on 22\/11\/2026 06:00, asked for by the portal\.$/),
    ).toBeVisible();
    expect((await card()).queryByRole('button', { name: 'Compare now' })).toBeNull();
    expect((await card()).queryByRole('button', { name: 'Send missing' })).toBeNull();
  });

  it('says that both sides hold the same, though something is not sent yet', async () => {
    stands({ last: last({ totals: { ours: 2910, theirs: 2905, ...none, unsent: 5 } }) });
    expect(await (await card()).findByText('Both sides hold the same')).toBeVisible();
    expect((await card()).getByText('5 records not sent yet. The next export sends them.')).toBeVisible();
  });

  it('lists what differs, apart from what the next export sends or deletes', async () => {
    const { user } = stands({ last: differing });
    expect(await (await card()).findByText('2 records missing at Salesforce and 3 extra there')).toBeVisible();
    expect(
      (await card()).getByText('1 record of erased members still there. The next export deletes them.'),
    ).toBeVisible();
    const table = within((await card()).getByRole('region', { name: 'Counts of both sides: table' }));
    expect(table.getAllByRole('row')).toHaveLength(4);
    expect(table.getByText('1 to be deleted')).toBeVisible();
    expect(table.getByText('Of none that the portal knows')).toBeVisible();
    await user.click((await card()).getByRole('button', { name: 'Counts of all objects' }));
    expect(table.getAllByRole('row')).toHaveLength(5);
  });

  it('shows the ids of either side, the first hundred, and says so where one is none of the portal’s', async () => {
    const { user, asked } = stands({ last: differing });
    await user.click(await (await card()).findByRole('button', { name: 'Show the ids that differ' }));
    expect(await (await card()).findByText('3f0c6a52-9d1e-4b7a-8c55-0a1b2c3d4e5f')).toBeVisible();
    await user.click((await card()).getByRole('radio', { name: 'Extra 4' }));
    expect(await (await card()).findByText('An id that is none of the portal’s')).toBeVisible();
    expect((await card()).getByText('The portal has no such record')).toBeVisible();
    expect((await card()).getByText('The first 100 of 104 are listed. The CSV file has all.')).toBeVisible();
    expect(asked).toEqual(['ids missing', 'ids extra']);
    await user.click((await card()).getByRole('button', { name: 'All ids as CSV' }));
    expect(await (await card()).findByText(/The ids of this comparison are no longer kept\./)).toBeVisible();
  });

  it('sends what is missing, after it asked', async () => {
    const { user, asked } = stands({ last: differing });
    await user.click(await (await card()).findByRole('button', { name: 'Send missing' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 records to Salesforce?' }));
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Batch 2042 is started.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toEqual([`send ${workId}`]);
  });

  it('does not offer to send again what a batch has sent', async () => {
    stands({ last: { ...differing, sentBy: { batchId: 7, status: 'COMPLETED' } } });
    expect(await (await card()).findByText(/^Batch 7 has sent what was missing\. Compare again/)).toBeVisible();
    expect((await card()).getByRole('button', { name: 'Send missing' })).toBeDisabled();
  });

  it('offers no ids once they are no longer kept', async () => {
    stands({ last: { ...differing, hasIds: false } });
    expect(await (await card()).findByText('The ids are no longer kept. Compare again.')).toBeVisible();
    expect((await card()).queryByRole('button', { name: 'Show the ids that differ' })).toBeNull();
  });

  it('that failed says why, and that an earlier one is shown', async () => {
    const failed = record({ state: 'failed', totals: null, reason: 'Salesforce gave 3 of 5 records.' });
    const { user } = stands({
      last: last({ isPartial: true }),
      history: [{ ...failed, workId: `${workId.slice(0, -1)}9` }, record()],
    });
    expect(
      await (await card()).findByText(/did not succeed\. Salesforce gave 3 of 5 records\. Below stands that of/),
    ).toBeVisible();
    expect((await card()).getByText(/Events were set aside/)).toBeVisible();
    await user.click((await card()).getByRole('button', { name: 'Other comparisons' }));
    expect((await card()).getByText('Salesforce gave 3 of 5 records. (the portal)')).toBeVisible();
  });

  it('that cannot be read says so, and is asked for again', async () => {
    stands({});
    server.use(
      http.get('/api/salesforce/reconciliations', () => HttpResponse.json({ message: 'No.' }, { status: 500 })),
    );
    expect(await (await card()).findByText(/^The comparison did not load/)).toBeVisible();
  });
});
