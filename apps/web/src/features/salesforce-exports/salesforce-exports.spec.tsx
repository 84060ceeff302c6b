import type {
  SalesforceBatchRecord,
  SalesforceReceipts,
  SalesforceScheduleAnswer,
} from '@superscope/contracts/salesforce';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const sam = withRights({ username: 'staff', name: 'Sam Lee', role: 'Staff', planId: null });
const ada = withRights({ username: 'admin', name: 'Ada Chan', role: 'Admin', planId: null });

const nightly: SalesforceScheduleAnswer = {
  revision: 4,
  plan: { isOn: true, at: '02:30', days: [1, 2, 3, 4, 5], providerIds: null, by: 'Mei Tran' },
  next: '2026-11-26T15:30:00.000Z',
  last: { due: '2026-11-25T15:30:00.000Z', batches: [{ provider: null, batchId: 7, status: 'FAILED' }] },
};
let schedule: SalesforceScheduleAnswer = { revision: -1, plan: null, next: null, last: null };

const jobId = (batchId: number) => `0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b${batchId}`;
const batch = (batchId: number, more: Partial<SalesforceBatchRecord> = {}): SalesforceBatchRecord => ({
  batchId,
  atDate: '2026-11-25T19:00:00.000Z',
  startDate: '2026-11-25',
  endDate: '2026-11-25',
  provider: null,
  providerId: null,
  employer: null,
  employerId: null,
  batchStatus: 'COMPLETED',
  runDate: '2026-11-25T19:00:01.000Z',
  exported: 1902,
  jobId: jobId(batchId),
  jobStatus: 'JobComplete',
  imported: 1902,
  failed: 0,
  unknown: 0,
  differences: [],
  askedBy: 'Mei Tran',
  note: null,
  retryAt: null,
  endedAt: '2026-11-25T19:03:00.000Z',
  progress: 1,
  retryOf: null,
  hasFiles: true,
  scheduled: false,
  isOfMissing: false,
  covered: null,
  ...more,
});
const running = batch(2041, {
  batchStatus: 'STARTED',
  jobStatus: 'InProgress',
  note: 'Contacts, part 2 of 3',
  progress: 0.4,
});
const partly = batch(2040, { imported: 1864, failed: 37 });
const failed = batch(2036, {
  batchStatus: 'FAILED',
  jobStatus: 'Failed',
  imported: 0,
  failed: null,
  note: 'Salesforce ended the job of contacts: it gave no reason.',
});

const receipts: SalesforceReceipts = {
  outcomes: { written: 0, accepted: 1864, refused: 35, unprocessed: 2, withdrawn: 1, unknown: 0 },
  codes: [{ code: 'UNABLE_TO_LOCK_ROW', rows: 24 }],
  count: 37,
  rows: [
    {
      object: 'contacts',
      operation: 'upsert',
      key: '1c8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c12',
      name: 'Abara, N.',
      employer: 'Kestrel Cold Storage',
      outcome: 'refused',
      code: 'UNABLE_TO_LOCK_ROW',
      fields: [],
      line: 412,
      tries: 2,
    },
  ],
};

/** The server with these batches. Records what is asked for. */
function holds(
  batches: SalesforceBatchRecord[],
  { user = sam, host = 'tallowood.my.salesforce.example' }: { user?: typeof sam; host?: string | null } = {},
) {
  const asked: unknown[] = [];
  const formOf = async (request: Request) => {
    const fields = [...(await request.formData()).entries()];
    return Object.fromEntries(fields.map(([name, value]) => [name, value instanceof File ? value.name : value]));
  };
  const searched = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);
  const begun = (batchId: number) => HttpResponse.json({ jobId: jobId(batchId), batchId }, { status: 202 });
  portal({ user });
  server.use(
    http.get('/api/salesforce/batches', ({ request }) => {
      if (searched(request)['fullHistory'] === 'true') asked.push('history');
      return HttpResponse.json(batches);
    }),
    http.get('/api/salesforce/schedule', () => HttpResponse.json(schedule)),
    http.get('/api/salesforce/reconciliations', () =>
      HttpResponse.json({ host, next: null, running: null, last: null, history: [] }),
    ),
    http.get('/api/salesforce/connection', () =>
      HttpResponse.json({
        host,
        used: host === null ? null : 1204,
        allowed: host === null ? null : 15_000,
        differences: null,
        leftJobs: { count: 0, problem: null, nextAt: null },
        problem: null,
      }),
    ),
    http.get('/api/salesforce/exports/preview', () =>
      HttpResponse.json({
        records: {
          plans: 0,
          companies: 14,
          campaigns: 0,
          contacts: 2910,
          campaignMembers: 0,
          activities: 216,
          scores: 0,
        },
        erased: 2,
        before: { batchId: 2039, atDate: '2026-11-25T05:20:00.000Z' },
      }),
    ),
    http.get('/api/salesforce/exports/receipts', ({ request }) => {
      asked.push(searched(request));
      return HttpResponse.json(receipts);
    }),
    http.post('/api/salesforce/exports', async ({ request }) => {
      asked.push(await formOf(request));
      return begun(2042);
    }),
    http.patch('/api/salesforce/retry', async ({ request }) => {
      asked.push(await formOf(request));
      return begun(2043);
    }),
    http.patch('/api/salesforce/exports', ({ request }) => {
      asked.push(searched(request));
      return HttpResponse.json({ batches: 1 });
    }),
    http.delete('/api/salesforce/batches', () => {
      asked.push('clean up running');
      return HttpResponse.json({ batches: 1 });
    }),
    http.delete('/api/salesforce/exports', () => {
      asked.push('clean up ended');
      return HttpResponse.json({ batches: 2 });
    }),
    http.get('/api/salesforce/exports/files', ({ request }) => {
      asked.push(`files ${searched(request)['jobIds']}`);
      return HttpResponse.json({ message: 'The files of this batch are no longer kept.' }, { status: 410 });
    }),
    http.get('/api/providers', () => HttpResponse.json([{ id: 'TALLOWOOD', name: 'Tallowood Retirement' }])),
    http.get('/api/providers/TALLOWOOD/companies', () =>
      HttpResponse.json([
        { id: 'T.E1', name: 'Kestrel Freight', plan: { id: 'T.K1', name: 'Kestrel', superScoreClient: true } },
      ]),
    ),
  );
  return { ...openAt('/staff/salesforceExports'), asked };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const choose = async (user: ReturnType<typeof openAt>['user'], batchId: number) =>
  user.click(await screen.findByRole('checkbox', { name: `Batch ${batchId}` }));

afterEach(() => {
  vi.useRealTimers();
});

describe('Salesforce exports', () => {
  it('lists batches with their state, why, and Salesforce’s own word', async () => {
    holds([running, partly, failed]);
    const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent ?? '');
    expect(rows.find((text) => text.includes('2041'))).toMatch(/StartedContacts, part 2 of 3.*InProgress/);
    expect(rows.find((text) => text.includes('2040'))).toMatch(
      /Complete37 rows not accepted, 1 withdrawn, of members erased since1,9021,86437JobComplete/,
    );
    expect(rows.find((text) => text.includes('2036'))).toMatch(/FailedSalesforce ended the job.*–Failed/);
    const [ofFailed, ofPartly] = screen
      .getAllByRole('row')
      .filter((row) => /203[56]|2040/.test(row.textContent ?? ''))
      .reverse();
    expect([ofFailed!.className.includes('bg-danger-soft'), ofPartly!.className.includes('bg-danger-soft')]).toEqual([
      true,
      false,
    ]);
    expect(await screen.findByText(/1,204 of 15,000 calls used/)).toBeVisible();
  });

  it('turns pages of 25 batches', async () => {
    const { user } = holds(Array.from({ length: 26 }, (_, at) => batch(2001 + at)));
    expect(await screen.findByText('1 – 25 of 26')).toBeVisible();
    expect(screen.getAllByRole('checkbox')).toHaveLength(25);
    await user.click(button('Next page'));
    expect(screen.getAllByRole('checkbox', { name: /^Batch / }).map((box) => box.getAttribute('aria-label'))).toEqual([
      'Batch 2026',
    ]);
  });

  it('says until when it waits, and that nothing is sent again that Salesforce has taken', async () => {
    holds([{ ...running, note: 'Contacts. 2 rows met a lock.', retryAt: '2026-11-25T19:05:00.000Z' }]);
    const row = within((await screen.findByText('Started, waiting')).closest('tr')!);
    expect(
      row.getByText(/^Contacts\. 2 rows met a lock\. Next try at 26\/11\/2026 06:05\. What Salesforce/),
    ).toBeVisible();
  });

  it('has buttons only for what the choice allows, and says why not', async () => {
    const { user, asked } = holds([running, partly, failed]);
    await screen.findByText('Choose a batch');
    for (const name of ['Retry or re-execute', 'Download Files', 'Stop Selected']) expect(button(name)).toBeDisabled();
    await choose(user, 2040);
    expect(button('Retry or re-execute')).toBeEnabled();
    expect(button('Download Files')).toBeEnabled();
    expect(button('Stop Selected')).toBeDisabled();
    expect(await screen.findByText('2040 has ended')).toBeVisible();
    await choose(user, 2041);
    expect(button('Retry or re-execute')).toBeDisabled();
    expect(await screen.findByText('Choose one batch. 2040 has ended')).toBeVisible();
    await choose(user, 2040);
    await user.click(button('Stop Selected'));
    await waitFor(() => expect(asked).toContainEqual({ jobIds: jobId(2041) }));
    await user.click(button('Download Files'));
    expect(await screen.findByText(/The files of this batch are no longer kept/)).toBeVisible();
  });

  it('begins a batch of the previous month, of a provider and an employer, and says what would be sent', async () => {
    // A moment before midnight in Sydney, at the end of a month.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:59:58.000Z') });
    const { user, asked } = holds([partly]);
    await user.click(await screen.findByRole('button', { name: 'New Batch Job' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('radio', { name: /Previous month included/ })).toBeChecked();
    expect(dialog.getAllByRole('radio')).toHaveLength(4);
    expect(await dialog.findByText('About 3,140 records')).toBeVisible();
    expect(await dialog.findByText('2 members who were erased are sent as deletions, once.')).toBeVisible();
    expect(await dialog.findByText(/Exports again what batch 2039 of/)).toBeVisible();
    expect(dialog.getByPlaceholderText('Choose a provider first')).toBeVisible();
    await user.type(dialog.getByRole('combobox', { name: /Provider/ }), 'tal');
    await user.click(await screen.findByRole('option', { name: /Retirement$/ }));
    await user.type(dialog.getByRole('combobox', { name: /Employer/ }), 'kes');
    await user.click(await screen.findByRole('option', { name: /Freight$/ }));
    await user.click(dialog.getByRole('radio', { name: /^Today/ }));
    await user.click(dialog.getByRole('switch', { name: /Force new run/ }));
    expect(dialog.getByRole('radio', { name: 'Today 30/11/2026' })).toBeChecked();
    vi.setSystemTime(new Date('2026-11-30T13:00:00.000Z'));
    expect(await dialog.findByRole('radio', { name: 'Today 01/12/2026' }, { timeout: 5_000 })).toBeChecked();
    expect(dialog.getByRole('radio', { name: 'Current month 01/12/2026' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Start batch' }));
    expect(await screen.findByText('Batch 2042 is started.')).toBeVisible();
    expect(asked).toContainEqual({
      startDate: '2026-12-01',
      endDate: '2026-12-01',
      providerIdFilter: 'TALLOWOOD',
      employerIdFilter: 'T.E1',
      forceNewRun: 'true',
    });
  });

  it('says what the server says of a batch that is not begun', async () => {
    const { user } = holds([partly]);
    const message = 'Batch 2039 has exported these days already. Choose ‘Force new run’ to export them again.';
    server.use(http.post('/api/salesforce/exports', () => HttpResponse.json({ message }, { status: 409 })));
    await user.click(await screen.findByRole('button', { name: 'New Batch Job' }));
    await user.click(await screen.findByRole('button', { name: 'Start batch' }));
    expect(await screen.findByText(message)).toBeVisible();
    const failed = { message: 'Something went wrong.' };
    server.use(
      http.post('/api/salesforce/exports', () =>
        HttpResponse.json(failed, { status: 500, headers: { 'X-Correlation-Id': 'c0ffee' } }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Start batch' }));
    expect(await screen.findByText('Something went wrong.')).toBeVisible();
    expect(await screen.findByText('c0ffee')).toBeVisible();
  });

  it('sends failed rows again, narrowed by a file of members, which re-executing does not take', async () => {
    const { user, asked } = holds([partly, failed]);
    await choose(user, 2040);
    await user.click(await screen.findByRole('button', { name: 'Retry 37 failed' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Re-execute' })).toBeEnabled();
    const field = document.querySelector<HTMLInputElement>('input[type="file"]')!;
    await user.upload(field, new File(['memberId\nM1'], 'members-geelong.csv', { type: 'text/csv' }));
    expect(await dialog.findByText('members-geelong.csv')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Re-execute' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Retry Failed' }));
    expect(await screen.findByText('Batch 2043 is started.')).toBeVisible();
    expect(asked).toContainEqual({ jobId: jobId(2040), file: 'members-geelong.csv' });
  });

  it('re-executes one batch, and offers no retry where nothing failed', async () => {
    const { user, asked } = holds([partly, failed]);
    await choose(user, 2036);
    await user.click(button('Retry or re-execute'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Retry Failed' })).toBeDisabled();
    expect(document.querySelector('input[type="file"]')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Re-execute' }));
    await waitFor(() =>
      expect(asked).toContainEqual({ startDate: '2026-11-25', endDate: '2026-11-25', forceNewRun: 'true' }),
    );
  });

  it('shows the receipts of the chosen batch, by result and by reason', async () => {
    const { user, asked } = holds([partly]);
    await choose(user, 2040);
    const card = within(await screen.findByRole('region', { name: 'Receipts of batch 2040' }));
    const row = await card.findByRole('row', { name: /Abara, N\./ });
    expect(row).toHaveTextContent('Another change held the record. A retry is enough.');
    expect(card.getByRole('button', { name: 'Withdrawn 1' })).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Not processed 2' }));
    await user.click(card.getByRole('button', { name: /UNABLE_TO_LOCK_ROW/ }));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        jobId: jobId(2040),
        page: '0',
        outcome: 'unprocessed',
        code: 'UNABLE_TO_LOCK_ROW',
      }),
    );
  });

  it('says that receipts are not listed, and that a retry does without them', async () => {
    const { user } = holds([batch(2044, { exported: 1910, imported: 1864, failed: 45 })]);
    await choose(user, 2044);
    expect(await screen.findByText(/^8 receipts are not listed: still being written, or set aside/)).toBeVisible();
    expect(button('Retry 45 failed')).toBeEnabled();
  });

  it('has a history, and a clean-up for Admins that asks first', async () => {
    const { user, asked } = holds([running, partly, failed], { user: ada });
    await user.click(await screen.findByRole('switch', { name: 'History' }));
    await waitFor(() => expect(asked).toContain('history'));
    await user.click(button(/Clean up/));
    await user.click(await screen.findByRole('menuitem', { name: 'Failed and complete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/2 batches leave the list/)).toBeVisible();
    expect(asked).not.toContain('clean up ended');
    await user.click(dialog.getByRole('button', { name: 'Clean up' }));
    expect(await screen.findByText('2 batches were cleaned up.')).toBeVisible();
    expect(asked).toContain('clean up ended');
  });

  it('has no clean-up for Staff, and says that batches only make files', async () => {
    holds([], { host: null });
    expect(await screen.findByText(/No Salesforce address is set/)).toBeVisible();
    expect(await screen.findByText('No batches in the last 7 days')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Clean up/ })).toBeNull();
  });

  it('is not for other roles', async () => {
    portal({ user: dana });
    openAt('/staff/salesforceExports');
    expect(await screen.findByText('This page is not for your role')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Salesforce exports' })).toBeNull();
  });

  describe('by themselves', () => {
    afterEach(() => {
      schedule = { revision: -1, plan: null, next: null, last: null };
    });

    it('are said with their time, the next one, and how the last one stands', async () => {
      schedule = nightly;
      holds([]);
      const card = within(await screen.findByRole('region', { name: 'Exports by themselves' }));
      expect(
        await card.findByText('Monday to Friday at 02:30 in Sydney, all providers together, in the name of Mei Tran.'),
      ).toBeVisible();
      expect(
        card.getByText('Next on 27/11/2026 02:30. Last on 26/11/2026 02:30: batch 7, failed and is tried again.'),
      ).toBeVisible();
      // Only Admins set the plan.
      expect(card.queryByRole('button', { name: 'Edit plan' })).toBeNull();
    });

    it('are planned by an Admin, with a time and at least one day', async () => {
      schedule = { ...nightly, plan: { ...nightly.plan!, days: [7] } };
      const sent: unknown[] = [];
      const { user } = holds([], { user: ada });
      server.use(
        http.put('/api/salesforce/schedule', async ({ request }) => {
          sent.push(await request.json());
          return HttpResponse.json({ stream: 'salesforceSchedule', revision: '5', position: '9' });
        }),
      );
      await user.click(await screen.findByRole('button', { name: 'Edit plan' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Plan of exports' }));
      await user.click(dialog.getByRole('checkbox', { name: 'Sunday' }));
      await user.clear(dialog.getByLabelText('Time'));
      await user.type(dialog.getByLabelText('Time'), '25:00');
      await user.click(dialog.getByRole('button', { name: 'Save plan' }));
      expect(await dialog.findByText('Choose at least one day.')).toBeVisible();
      expect(dialog.getByText('A time is written HH:mm, such as 02:30.')).toBeVisible();
      await user.click(dialog.getByRole('checkbox', { name: 'Saturday' }));
      await user.clear(dialog.getByLabelText('Time'));
      await user.type(dialog.getByLabelText('Time'), '3:15');
      await user.click(dialog.getByRole('button', { name: 'Save plan' }));
      await waitFor(() =>
        expect(sent).toEqual([{ isOn: true, at: '03:15', days: [6], providerIds: null, revision: 4 }]),
      );
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it('say that a batch sends what was missing at Salesforce', async () => {
      holds([batch(9, { isOfMissing: true })]);
      expect(await screen.findByText('Missing at Salesforce')).toBeVisible();
    });

    it('say up to which place of the log a batch of everything has sent', async () => {
      const covered = [{ object: 'activities' as const, position: '4711', ofAllDays: true }];
      holds([batch(8, { scheduled: true, covered })]);
      expect(await screen.findByText('Everything unsent')).toBeVisible();
      expect(screen.getByText('to position 4,711, all days')).toBeVisible();
    });
  });
});
