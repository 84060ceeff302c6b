import type {
  OnecentralErrorLog,
  OnecentralExpected,
  OnecentralFile,
  OnecentralLedgerLine,
} from '@superscope/contracts/onecentral-imports';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

const at = '/api/devops/onecentral/imports';

const file = (name: string, more: Partial<OnecentralFile> = {}): OnecentralFile => ({
  name,
  filename: name.replace('.', '~0a1b2c3d.'),
  status: 'Pending',
  modified: '2020-07-14T20:02:00.000Z',
  dataDate: '2020-06-30',
  arrivedAt: '2020-07-14T20:02:30.000Z',
  table: 'members',
  rows: 1_284,
  bytes: 40_000,
  note: 'Next in line',
  progress: null,
  errorCount: 0,
  isKept: true,
  isMendable: false,
  mended: null,
  ...more,
});
const failed = file('members_202006.csv', {
  status: 'Failed',
  note: '2 errors; none of the file was taken.',
  errorCount: 2,
  isMendable: true,
});
const unknown = file('Kestrel list.csv', {
  status: 'Unknown',
  table: null,
  rows: null,
  dataDate: null,
  note: 'The header fits no table.',
});
const checking = file('assetsOwned_202006.csv', {
  table: 'assetsOwned',
  note: 'Checking',
  progress: { done: 20_000, total: 40_000 },
});
const complete = file('fees_202006.csv', { status: 'Complete', table: 'fees', note: '12 written, 0 unchanged' });

const table = (
  name: string,
  lastOn: string | null,
  more: Partial<OnecentralExpected['tables'][number]> = {},
): OnecentralExpected['tables'][number] => ({
  table: name,
  lastOn,
  every: null,
  dayOfMonth: null,
  byTime: null,
  dueOn: null,
  isLate: (more.daysLate ?? 0) > 0,
  daysLate: 0,
  isSaid: false,
  ...more,
});

const expected: OnecentralExpected = {
  revision: 2,
  inbox: { isSet: true, lookedAt: '2020-07-15T01:59:40.000Z', awaySince: null, everySeconds: 30 },
  tables: [
    table('fees', '2020-05-04', { every: 'month', dayOfMonth: 5, dueOn: '2020-06-05', daysLate: 40 }),
    table('members', '2020-06-02', { every: 'month', dayOfMonth: 2, dueOn: '2020-07-02' }),
    table('memberEvents', '2020-07-14', { every: 'day', dueOn: '2020-07-15', isSaid: true }),
    table('contactRequests', '2020-07-14', {
      every: 'day',
      byTime: '09:30',
      dueOn: '2020-07-15',
      isLate: true,
      isSaid: true,
    }),
    table('providers', null, { every: 'month', dayOfMonth: 20, dueOn: '2020-07-20', isSaid: true }),
    table('plans', '2020-03-01'),
    table('campaigns', '2020-03-01', { every: 'never', isSaid: true }),
  ],
};

const error = (name: string, line: number | null, message: string, column: string | null = 'dateOfBirth') =>
  ({
    filename: name.replace('.', '~0a1b2c3d.'),
    name,
    line,
    column,
    timestamp: '2020-07-14T20:03:00.000Z',
    message,
  }) satisfies OnecentralErrorLog;

const line = (name: string, more: Partial<OnecentralLedgerLine> = {}): OnecentralLedgerLine => ({
  name,
  firstSeenAt: '2020-07-14T20:02:00.000Z',
  bytes: 400,
  fate: 'Imported',
  note: '12 written, 0 unchanged',
  place: 'done',
  where: `In done as ${name}`,
  placedAt: '2020-07-14T20:05:00.000Z',
  filename: name.replace('.', '~0a1b2c3d.'),
  importId: 'i1',
  manifest: null,
  contentHash: 'ab',
  ...more,
});
const seen = [
  line('members_bad.csv', {
    fate: 'Failed',
    note: 'Its manifest differs from it. Rows: 3 expected, 2 found.',
    place: 'failed',
    where: 'In failed as members_bad.csv, until 13/08/2020',
    manifest: 'Its manifest differs from it. Rows: 3 expected, 2 found.',
  }),
  line('slow.csv', {
    fate: 'Waiting',
    note: 'It is taken once it stays as it is.',
    place: 'inbox',
    where: 'In the inbox',
  }),
  ...Array.from({ length: 9 }, (_, at) => line(`fees_${at}.csv`)),
];

/** The server's files, and what was asked of it. */
function inbox(
  files: OnecentralFile[],
  errors: OnecentralErrorLog[] = [],
  tables = expected,
  ledger: OnecentralLedgerLine[] = [],
) {
  const asked: string[] = [];
  let kept = files;
  server.use(
    http.get(at, () => HttpResponse.json(kept)),
    http.get(`${at}/errorLogs`, ({ request }) => {
      const filename = new URL(request.url).searchParams.get('filename');
      const of = errors.filter((each) => filename === null || each.filename === filename);
      return HttpResponse.json({ errors: of, count: of.length });
    }),
    http.get('/api/devops/onecentral/expected', () => HttpResponse.json(tables)),
    http.get('/api/devops/onecentral/ledger', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      return HttpResponse.json({ lines: ledger.slice(page * 10 - 10, page * 10), total: ledger.length });
    }),
    http.get('/api/devops/onecentral/ledgerCsv', () => {
      asked.push('ledger');
      return new HttpResponse('name', { headers: { 'Content-Disposition': 'attachment; filename="ledger.csv"' } });
    }),
    http.patch(`${at}/queue`, async ({ request }) => {
      const filename = String((await request.formData()).get('filename'));
      asked.push(`queue ${filename}`);
      kept = kept.map((each) =>
        each.filename === filename ? { ...each, status: 'Queued' as const, note: 'Next in line' } : each,
      );
      return HttpResponse.json({ stream: 's', revision: '2', position: '1/1' });
    }),
    http.delete(`${at}/delete`, ({ request }) => {
      const filename = new URL(request.url).searchParams.get('filename')!;
      asked.push(`delete ${filename}`);
      kept = kept.filter((each) => each.filename !== filename);
      return HttpResponse.json({ stream: 's', revision: '2', position: '1/1' });
    }),
    http.get(`${at}/download`, ({ request }) => {
      asked.push(`download ${new URL(request.url).searchParams.get('filename')}`);
      return new HttpResponse('a,b', { headers: { 'Content-Disposition': 'attachment; filename="members.csv"' } });
    }),
    http.get(`${at}/report`, () => {
      asked.push('report');
      kept = kept.map((each) => (each.status === 'Failed' ? { ...each, status: 'Exported' as const } : each));
      return new HttpResponse('xlsx');
    }),
  );
  return asked;
}

const open = (address = '/staff/onecentralImports') => openAt(address);
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const choose = async (user: ReturnType<typeof openAt>['user'], name: string) =>
  user.click(await screen.findByRole('radio', { name: `Select ${name}` }));

/** Opens the dialog; `asked` collects what it saves. */
async function editExpectations() {
  portal({ user: helen });
  const asked = inbox([]);
  server.use(
    http.put('/api/devops/onecentral/expected', async ({ request }) => {
      asked.push(JSON.stringify(await request.json()));
      return HttpResponse.json({ stream: 's', revision: '2', position: '1/1' });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit expectations' }));
  return { user, asked, dialog: within(await screen.findByRole('dialog', { name: 'Edit expectations' })) };
}

describe('OneCentral imports', () => {
  it('lists the files with their status and what stands behind it, and hides completed ones until they are asked for', async () => {
    portal({ user: helen });
    inbox([failed, unknown, checking, complete]);
    const { user } = open();
    const first = await row(/members_202006\.csv/);
    for (const text of ['Failed', '2 errors; none of the file was taken.', '30/06/2020', '15/07/2020 06:02', '1,284'])
      await first.findByText(text);
    (await row(/Kestrel list/)).getByText('not known');
    (await row(/assetsOwned_202006/)).getByRole('progressbar', { name: 'Checking: done' });
    expect(screen.queryByRole('row', { name: /fees_202006/ })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Show Completed' }));
    (await row(/fees_202006/)).getByText('12 written, 0 unchanged');
  });

  it('lists every name that was ever seen in the inbox with what became of it, by page and as a file', async () => {
    portal({ user: helen });
    const asked = inbox([], [], expected, seen);
    const { user } = open();
    const failedRow = await row(/members_bad\.csv/);
    for (const text of ['Failed', 'In failed as members_bad.csv, until 13/08/2020']) await failedRow.findByText(text);
    expect(failedRow.getAllByText('Its manifest differs from it. Rows: 3 expected, 2 found.')).toHaveLength(2);
    (await row(/slow\.csv/)).getByText('Waiting');
    await user.click(await screen.findByRole('button', { name: 'Ledger CSV' }));
    await waitFor(() => expect(asked).toContain('ledger'));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    (await row(/fees_8\.csv/)).getByText('In done as fees_8.csv');
    expect(screen.queryByRole('row', { name: /members_bad/ })).toBeNull();
  });

  it('tints files that failed, and the chosen one', async () => {
    portal({ user: helen });
    inbox([failed, unknown]);
    const { user } = open();
    const isTinted = (name: RegExp) => screen.getByRole('row', { name }).classList.contains('bg-danger-soft');
    await row(/members_202006\.csv/);
    expect([isTinted(/members_202006/), isTinted(/Kestrel/)]).toEqual([true, false]);
    await choose(user, failed.name);
    await waitFor(() => expect(screen.getByRole('row', { name: /members_202006/ })).toHaveClass('bg-brand-soft'));
  });

  it('turns pages of ten files', async () => {
    portal({ user: helen });
    inbox(Array.from({ length: 12 }, (_, at) => file(`members_${at + 10}.csv`)));
    const { user } = open();
    await row(/members_10\.csv/);
    expect(await screen.findByText('1 – 10 of 12')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await row(/members_21\.csv/);
    expect(screen.queryByRole('row', { name: /members_10\.csv/ })).toBeNull();
  });

  it('queues a file that failed, and says of each status what it does not allow', async () => {
    portal({ user: helen });
    const asked = inbox([failed, unknown, complete]);
    const { user } = open('/staff/onecentralImports?completed=true');
    await row(/members_202006/);
    const button = (name: string) => screen.getByRole('button', { name });
    expect(await screen.findByText('Choose a file')).toBeVisible();
    for (const name of ['Queue', 'Download File', 'Delete']) expect(button(name)).toBeDisabled();
    await choose(user, unknown.name);
    expect(await screen.findByText('Unknown: cannot be queued')).toBeVisible();
    expect([button('Queue'), button('Delete')].map((each) => each.hasAttribute('disabled'))).toEqual([true, false]);
    await choose(user, complete.name);
    expect(await screen.findByText('Complete: cannot be deleted')).toBeVisible();
    expect([button('Queue'), button('Delete')].map((each) => each.hasAttribute('disabled'))).toEqual([false, true]);
    await choose(user, failed.name);
    await user.click(button('Queue'));
    await waitFor(() => expect(asked).toEqual([`queue ${failed.filename}`]));
    (await row(/members_202006/)).getByText('Queued');
    expect(await screen.findByText('Queued: cannot be queued')).toBeVisible();
  });

  it('has the cells of a failed file corrected on a page of their own, and says why not of others', async () => {
    portal({ user: helen });
    const whole = file('members_whole.csv', { status: 'Failed', errorCount: 1 });
    const gone = file('members_gone.csv', {
      ...failed,
      filename: 'members_gone~1.csv',
      name: 'members_gone.csv',
      isKept: false,
    });
    inbox([failed, whole, gone]);
    const asked: unknown[] = [];
    server.use(
      http.post(`${at}/repair`, async ({ request }) => {
        asked.push(await request.json());
        return asked.length === 1
          ? HttpResponse.json({ message: 'All rows of this file are right by now. Queue it instead.' }, { status: 409 })
          : HttpResponse.json({ importId: 'i7' }, { status: 201 });
      }),
      http.post('/api/csv/repairs/:id/check', () => HttpResponse.json({ message: 'Gone.' }, { status: 404 })),
      http.get('/api/csv/imports/:id', () => HttpResponse.json({ message: 'None.' }, { status: 404 })),
    );
    const { user } = open();
    await row(/members_202006/);
    const repair = () => screen.getByRole('button', { name: 'Repair' });
    await choose(user, whole.name);
    expect(await screen.findByText('None of its cells alone is wrong, so it cannot be repaired here')).toBeVisible();
    expect(repair()).toBeDisabled();
    await choose(user, gone.name);
    expect(await screen.findByText('Its content is no longer kept')).toBeVisible();
    expect(repair()).toBeDisabled();
    await choose(user, failed.name);
    await user.click(repair());
    expect(await screen.findByText('All rows of this file are right by now. Queue it instead.')).toBeVisible();
    await user.click(repair());
    await waitFor(() => expect(address()).toBe('/staff/importExport/i7/repair'));
    expect(asked).toEqual([{ filename: failed.filename }, { filename: failed.filename }]);
  });

  it('leads from a file that was repaired to its import, and offers to queue it no more', async () => {
    portal({ user: helen });
    const mended = file('members_mended.csv', {
      status: 'Complete',
      note: 'Repaired by Dana Whitlam. 2 written, 0 unchanged',
      mended: { importId: 'i9', by: 'Dana Whitlam' },
    });
    inbox([mended]);
    const { user } = open('/staff/onecentralImports?completed=true');
    const listed = await row(/members_mended/);
    listed.getByText('Repaired by Dana Whitlam. 2 written, 0 unchanged');
    expect(listed.getByRole('link', { name: 'Import of members_mended.csv' })).toHaveAttribute(
      'href',
      '/staff/importExport/i9/repair',
    );
    await choose(user, mended.name);
    expect(await screen.findByText('Repaired: cannot be queued. Complete: cannot be deleted')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Queue' })).toBeDisabled();
  });

  it('asks in place before it deletes a file, with the focus on Keep', async () => {
    portal({ user: helen });
    const asked = inbox([failed]);
    const { user } = open();
    await row(/members_202006/);
    await choose(user, failed.name);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(
      await screen.findByText(
        'The file goes from the list, and from the inbox if it was read. Its errors stay in the log.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete file' }));
    expect(await screen.findByText('The inbox is empty')).toBeVisible();
    expect(asked).toEqual([`delete ${failed.filename}`]);
  });

  it('downloads the chosen file, unless its content is no longer kept', async () => {
    portal({ user: helen });
    const asked = inbox([failed, file('old.csv', { isKept: false })]);
    const { user } = open();
    await row(/old\.csv/);
    await choose(user, 'old.csv');
    expect(await screen.findByText('Its content is no longer kept')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download File' })).toBeDisabled();
    await choose(user, failed.name);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    await user.click(screen.getByRole('button', { name: 'Download File' }));
    await waitFor(() => expect(asked).toEqual([`download ${failed.filename}`]));
  });

  it('lists the errors of the chosen file or of all by line, ten a page', async () => {
    portal({ user: helen });
    const many = Array.from({ length: 11 }, (_, at) => error(failed.name, at + 2, `wrong ${at + 2}`));
    inbox([failed, unknown], [...many, error('gone.csv', null, 'Its content is no longer kept.', null)]);
    const { user } = open();
    const logs = within(await screen.findByRole('region', { name: 'Errors: table' }));
    await logs.findByText('wrong 2');
    expect(await screen.findByText('1 – 10 of 12')).toBeVisible();
    await choose(user, failed.name);
    expect(await screen.findByText(`Of ${failed.name}`)).toBeVisible();
    expect(await screen.findByText('1 – 10 of 11')).toBeVisible();
    expect(logs.getAllByText('15/07/2020 06:03')).toHaveLength(10);
    await user.click(screen.getByRole('radio', { name: 'All files' }));
    expect(await screen.findByText('1 – 10 of 12')).toBeVisible();
    await choose(user, unknown.name);
    await user.click(screen.getByRole('radio', { name: 'This file' }));
    expect(await screen.findByText('No errors in this file')).toBeVisible();
    await choose(user, failed.name);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: 'Error Logs' })).toHaveFocus();
  });

  it('fetches the exceptions of all files, which are Exported then', async () => {
    portal({ user: helen });
    const asked = inbox([failed]);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const { user } = open();
    await row(/members_202006/);
    await user.click(screen.getByRole('button', { name: 'Exceptions Xlsx' }));
    await waitFor(async () => (await row(/members_202006/)).getByText('Exported'));
    expect(asked).toEqual(['report']);
  });

  it('shows what is expected: late tables first, those that are due, and those without a rhythm', async () => {
    portal({ user: helen });
    inbox([]);
    open();
    const card = within(await screen.findByRole('region', { name: 'What is expected' }));
    const items = (await card.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(items).toEqual([
      'FeesLate by 40 daysmonthly by the 5th; last 04/05/2020',
      'MembersDue 02/07/2020monthly by the 2nd; last 02/06/2020',
      'Member events memberEventsDue 15/07/2020every day; last 14/07/2020',
      'Contact requests contactRequestsLate since 09:30every day by 09:30; last 14/07/2020',
      'ProvidersDue 20/07/2020monthly by the 20th; never came',
      'PlansCame 01/03/2020no monthly rhythm',
      'CampaignsNot expectedlast 01/03/2020',
    ]);
    expect(await card.findByText('Inbox looked at 15/07/2020 11:59:40, every 30 s')).toBeVisible();
  });

  it('takes when a table is expected, with the day of a month', async () => {
    const { user, asked, dialog } = await editExpectations();
    expect(await dialog.findByText('It is expected by the day of the month by which it used to come.')).toBeVisible();
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Table/ }), 'providers');
    const day = dialog.getByRole('textbox', { name: 'By day of the month' });
    expect(
      [dialog.getByRole('combobox', { name: 'Expected' }), day].map((each) => (each as HTMLInputElement).value),
    ).toEqual(['month', '20']);
    await user.clear(day);
    await user.type(day, '32');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Day of the month must be from 1 to 31')).toBeVisible();
    expect(asked).toEqual([]);
    await user.clear(day);
    await user.type(day, '7');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const monthly = '{"table":"providers","every":"month","dayOfMonth":7,"byTime":null,"revision":2}';
    await waitFor(() => expect(asked).toEqual([monthly]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes by which time of each day a table is expected', async () => {
    const { user, asked, dialog } = await editExpectations();
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Table/ }), 'contactRequests');
    const time = dialog.getByRole('textbox', { name: 'By time of day' });
    expect(time).toHaveValue('09:30');
    await user.clear(time);
    await user.type(time, '25:00');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Time of day must be from 00:00 to 23:59')).toBeVisible();
    expect(asked).toEqual([]);
    await user.clear(time);
    await user.type(time, '8:15');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const daily = '{"table":"contactRequests","every":"day","dayOfMonth":null,"byTime":"08:15","revision":2}';
    await waitFor(() => expect(asked).toEqual([daily]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says since when the inbox does not answer', async () => {
    portal({ user: helen });
    inbox([], [], { ...expected, inbox: { ...expected.inbox, awaySince: '2020-07-14T23:12:00.000Z' } });
    open();
    expect(await screen.findByText(/The inbox does not answer since 15\/07\/2020 09:12:00/)).toBeVisible();
  });

  it('says if the settings name no inbox, and that no table came yet', async () => {
    portal({ user: helen });
    inbox([], [], {
      revision: -1,
      inbox: { isSet: false, lookedAt: null, awaySince: null, everySeconds: 30 },
      tables: [],
    });
    open();
    expect(await screen.findByText('The settings name no inbox, so no files arrive')).toBeVisible();
    expect(await screen.findByText(/^No table has come yet\./)).toBeVisible();
  });

  it('says why a change was refused', async () => {
    portal({ user: helen });
    inbox([failed]);
    server.use(
      http.patch(`${at}/queue`, () =>
        HttpResponse.json({ message: 'A file that is Exported cannot be queued.' }, { status: 409 }),
      ),
    );
    const { user } = open();
    await row(/members_202006/);
    await choose(user, failed.name);
    await user.click(screen.getByRole('button', { name: 'Queue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('A file that is Exported cannot be queued.');
  });

  it('is not for employers', async () => {
    portal({ user: dana });
    open();
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});
