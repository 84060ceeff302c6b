import type { ImportAnswer, ImportProgress } from '@superscope/contracts/csv-import';
import type { DataDates, FileChanges } from '@superscope/contracts/investment-options';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const changes: FileChanges = {
  asOf: 7,
  rows: 56,
  comparedWith: '2026-09-30',
  nextDate: null,
  isFirst: false,
  unchanged: 49,
  membersOfRemoved: 17,
  membersOfChanged: 331,
  plans: 12,
  changes: [
    {
      kind: 'removed',
      assetCode: 'TWPRS',
      name: 'Tallowood Property Securities',
      growthBefore: '92',
      growthAfter: null,
      columns: [],
      members: 17,
      plans: 3,
    },
    {
      kind: 'changed',
      assetCode: 'TWL80',
      name: 'Tallowood Lifestage 1980s',
      growthBefore: '76',
      growthAfter: '72.5',
      columns: ['growthPercent', 'name', 'return3yr'],
      members: 311,
      plans: 9,
    },
    {
      kind: 'changed',
      assetCode: 'TWDCR',
      name: 'Tallowood Diversified Credit',
      growthBefore: '35',
      growthAfter: '18',
      columns: ['growthPercent'],
      members: 20,
      plans: 2,
    },
    {
      kind: 'added',
      assetCode: 'TWGIN',
      name: 'Tallowood Global Infrastructure',
      growthBefore: null,
      growthAfter: '80',
      columns: [],
      members: 0,
      plans: 0,
    },
  ],
};

const progress: ImportProgress = {
  importId: 'i1',
  table: 'assets',
  fileName: 'options.csv',
  startedAt: '2026-11-23T01:00:00Z',
  endedAt: '2026-11-23T01:00:01Z',
  state: 'completed',
  rows: 56,
  erasedRows: 0,
  uncountedRows: 0,
  uncounted: { left: [], notJoined: [] },
  done: 56,
  written: 56,
  skipped: 0,
  events: 1,
  message: null,
  errorCount: 0,
  errors: [],
};

const seven = ['09-30', '08-31', '07-31', '06-30', '05-31', '04-30', '03-31'].map((day, at) => ({
  dataDate: `2026-${day}`,
  options: 54 - at,
  inUse: at === 0,
}));

/** The server, and what was sent to it. */
function fund(more: { compare?: () => Response; take?: () => Response; dates?: () => DataDates['dates'] } = {}) {
  portal({ user: helen, plans: [] });
  const sent: { path: string; params: Record<string, string>; key: string | null; fileName: string }[] = [];
  const note = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const fileName = /filename="([^"]+)"/.exec(await request.text())?.[1] ?? '';
    const key = request.headers.get('Idempotency-Key');
    sent.push({ path: pathname, params: Object.fromEntries(searchParams), key, fileName });
  };
  server.use(
    http.get('/api/platforms', () =>
      HttpResponse.json([
        { id: 'B', name: 'Bluegum' },
        { id: 'T', name: 'Tallowood Retirement' },
      ]),
    ),
    http.get('/api/assets/dataDates', () => HttpResponse.json({ dates: more.dates?.() ?? seven } satisfies DataDates)),
    http.post('/api/assets/changes', async ({ request }) => {
      await note(request);
      return more.compare?.() ?? HttpResponse.json(changes);
    }),
    http.post('/api/assets', async ({ request }) => {
      await note(request);
      const answer: ImportAnswer = {
        importId: 'i1',
        table: 'assets',
        rows: 56,
        erasedRows: 0,
        uncountedRows: 0,
        uncounted: { left: [], notJoined: [] },
        effect: null,
      };
      return more.take?.() ?? HttpResponse.json(answer, { status: 202 });
    }),
    http.get('/api/csv/imports/i1', () => HttpResponse.json(progress)),
  );
  return { sent, ...openAt('/staff/investmentOptions') };
}

type User = ReturnType<typeof fund>['user'];

const options = () => new File(['assetCode,name\nA,B'], 'options.csv', { type: 'text/csv' });

async function choosePlatform(user: User) {
  await user.type(await screen.findByRole('combobox', { name: /^Platform/ }), 'tall');
  await user.click(await screen.findByRole('option', { name: /Retirement/ }));
}

const typeDate = (user: User, text: string) => user.type(screen.getByRole('textbox', { name: /^Data date/ }), text);

async function bring(user: User, file = options()) {
  await choosePlatform(user);
  await typeDate(user, '31/10/2026');
  fireEvent.drop(screen.getByTestId('file-field'), { dataTransfer: { files: [file] } });
}

describe('Investment options', () => {
  it('takes no file until a platform and a valid data date are chosen', async () => {
    const { sent, user } = fund();
    const notYet = 'Choose a platform and a data date first';
    await screen.findByText(notYet);
    expect(await screen.findByText('No file is chosen yet')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await choosePlatform(user);
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
    await typeDate(user, '31/02/2026');
    await screen.findByText(notYet);
    fireEvent.drop(screen.getByTestId('file-field'), { dataTransfer: { files: [options()] } });
    await user.clear(screen.getByRole('textbox', { name: /^Data date/ }));
    await typeDate(user, '31/10/2026');
    await screen.findByRole('button', { name: 'Choose a file' });
    expect(screen.queryByText(notYet)).toBeNull();
    expect(sent).toEqual([]);
    await user.clear(screen.getByRole('combobox', { name: /^Platform/ }));
    await screen.findByText(notYet);
  });

  it('shows what a file would change before it is taken, and what to look at', async () => {
    const { sent, user } = fund();
    await bring(user);
    await screen.findByText('Nothing is taken yet');
    const card = within(screen.getByRole('region', { name: 'What this file would change' }));
    await card.findByText('Compared with the options of 30/09/2026.');
    await screen.findByText('56 rows, 0 errors');
    expect(screen.queryByText('No file is chosen yet')).toBeNull();
    for (const [what, note] of [
      ['option removed', '17 members hold it'],
      ['options changed', '2 in growth exposure; 331 members hold them'],
      ['option added', null],
      ['options unchanged', null],
    ] as const) {
      const metric = card.getByText(what).parentElement!;
      if (note !== null) within(metric).getByText(note);
    }
    await card.findByText('Held by 17 members in 3 plans. Their money stays; the option can no longer be chosen.');
    await card.findByText('A change of 17 points: is it meant?');
    await card.findByText('2 to look at');
    await card.findByText('Changes: name, 3-year return.');
    await card.findByText('72.5%');
    await card.findByText('Scores of 12 plans are derived again from 31/10/2026.');
    expect(sent).toEqual([
      {
        path: '/api/assets/changes',
        params: { platformId: 'T', dataDate: '2026-10-31' },
        key: null,
        fileName: 'options.csv',
      },
    ]);
  });

  it('takes the file once it is asked to, and then lists its date', async () => {
    let dates = seven;
    const { sent, user } = fund({ dates: () => dates });
    await bring(user);
    await user.click(await screen.findByRole('button', { name: 'Leave as it is' }));
    expect(screen.queryByRole('button', { name: 'Take this file' })).toBeNull();
    fireEvent.drop(screen.getByTestId('file-field'), { dataTransfer: { files: [options()] } });
    const take = await screen.findByRole('button', { name: 'Take this file' });
    dates = [{ dataDate: '2026-10-31', options: 56, inUse: true }, ...seven];
    await user.click(take);
    await screen.findByText('The file is taken. 56 rows: 56 written. 1 event.');
    expect(sent.at(-1)).toMatchObject({ path: '/api/assets', params: { platformId: 'T', dataDate: '2026-10-31' } });
    expect(sent.at(-1)!.key).not.toBeNull();
    await within(screen.getByRole('region', { name: 'Data dates' })).findByText('31/10/2026');
    expect(screen.queryByRole('button', { name: 'Take this file' })).toBeNull();
    await screen.findByRole('button', { name: 'Choose a file' });
  });

  it('holds its fields while a file is taken', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { user } = fund();
    // The server answers once it is let.
    server.use(http.post('/api/assets', () => held));
    await bring(user);
    await user.click(await screen.findByRole('button', { name: 'Take this file' }));
    const platform = screen.getByRole('combobox', { name: /^Platform/ });
    await waitFor(() => expect(platform).toHaveAttribute('readonly'));
    await user.type(platform, '{Backspace}{Escape}');
    expect(platform).toHaveValue('Tallowood Retirement');
    expect(screen.getByRole('textbox', { name: /^Data date/ })).toHaveAttribute('readonly');
    expect(screen.getByRole('button', { name: 'Calendar, Data date' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Remove options.csv' })).toBeDisabled();
    fireEvent.drop(screen.getByTestId('file-field'), { dataTransfer: { files: [new File(['x'], 'other.csv')] } });
    await user.click(screen.getByRole('button', { name: 'Leave as it is' }));
    await screen.findByText('options.csv');
    release();
    await screen.findByText(/^The file is taken/);
    expect(platform).not.toHaveAttribute('readonly');
    await screen.findByRole('button', { name: 'Choose a file' });
  });

  it('checks a file again for another date', async () => {
    const { sent, user } = fund();
    await bring(user);
    await screen.findByRole('button', { name: 'Take this file' });
    await user.clear(screen.getByRole('textbox', { name: /^Data date/ }));
    expect(screen.queryByRole('button', { name: 'Take this file' })).toBeNull();
    await typeDate(user, '30/11/2026');
    await screen.findByText('Scores of 12 plans are derived again from 30/11/2026.');
    expect(sent.map(({ params }) => params['dataDate'])).toEqual(['2026-10-31', '2026-11-30']);
  });

  it('lists the errors of a file by line, and cannot take it', async () => {
    const { user } = fund({
      compare: () =>
        HttpResponse.json(
          {
            message: 'Nothing was imported: line 14 is not right.',
            errors: [{ line: 14, column: 'growthPercent', message: 'Write at most 100.' }],
            errorCount: 1,
          },
          { status: 400 },
        ),
    });
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await bring(user);
    const errors = within(await screen.findByRole('region', { name: 'Errors of options.csv' }));
    await errors.findByText('growthPercent');
    await errors.findByText('Write at most 100.');
    await screen.findByText('1 error');
    expect(screen.queryByRole('button', { name: 'Take this file' })).toBeNull();
  });

  it('refuses a file that is no CSV, in the words for it', async () => {
    const { sent, user } = fund();
    await bring(user, new File(['x'], 'options.xlsx', { type: 'application/vnd.ms-excel' }));
    const message = await screen.findByRole('alert');
    expect(message).toHaveTextContent(
      "File: 'options.xlsx' type: 'application/vnd.ms-excel' did not pass: '.csv or text/csv' validation constraint",
    );
    await user.click(within(message).getByRole('button', { name: 'Close message' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('says why a file could not be taken, and lets it be taken again under the same key', async () => {
    let isBusy = true;
    const { sent, user } = fund({
      take: () =>
        isBusy
          ? HttpResponse.json({ message: 'Another import of this table is running.' }, { status: 409 })
          : (undefined as unknown as Response),
    });
    await bring(user);
    await user.click(await screen.findByRole('button', { name: 'Take this file' }));
    await screen.findByText('Another import of this table is running.');
    isBusy = false;
    await user.click(screen.getByRole('button', { name: 'Take this file' }));
    await screen.findByText(/^The file is taken/);
    const keys = sent.filter(({ path }) => path === '/api/assets').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('is compared again if somebody else has taken a file meanwhile, and taken only after another look', async () => {
    let asOf = 7;
    const message = 'Somebody else has imported assets since this file was checked.';
    const { sent, user } = fund({
      compare: () => HttpResponse.json({ ...changes, asOf, unchanged: asOf === 7 ? 49 : 51 }),
      take: () => {
        if (asOf === 9) return undefined as unknown as Response;
        asOf = 9;
        return HttpResponse.json({ message, isOutdated: true }, { status: 409 });
      },
    });
    await bring(user);
    await user.click(await screen.findByRole('button', { name: 'Take this file' }));
    await screen.findByText(message);
    await screen.findByText('51');
    await user.click(await screen.findByRole('button', { name: 'Take this file' }));
    await screen.findByText(/^The file is taken/);
    const taken = sent.filter(({ path }) => path === '/api/assets').map(({ params }) => params['asOf']);
    expect(taken).toEqual(['7', '9']);
  });

  it('says what to do if no answer comes, to the check and to the taking', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    let isDown = true;
    const { user } = fund({
      compare: () => (isDown ? HttpResponse.error() : HttpResponse.json(changes)),
      take: () => HttpResponse.error(),
    });
    await bring(user);
    const message = await screen.findByRole('alert');
    expect(message).toHaveTextContent('The file could not be checked. Choose the file again.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Remove options.csv' }));
    fireEvent.drop(screen.getByTestId('file-field'), { dataTransfer: { files: [options()] } });
    await user.click(await screen.findByRole('button', { name: 'Take this file' }));
    const sentence = 'No answer came. Press Take this file again; it is taken once.';
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    await screen.findByRole('button', { name: 'Take this file' });
  });

  it('lists the last data dates, which one is in use, and exports any of them', async () => {
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      if (pathname === '/api/assets') asked.push(search);
    });
    const { user } = fund();
    server.use(http.get('/api/assets', () => new HttpResponse('a,b', { headers: { 'Content-Type': 'text/csv' } })));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    await choosePlatform(user);
    const card = within(await screen.findByRole('region', { name: 'Data dates' }));
    const rows = await card.findAllByRole('listitem');
    expect(rows).toHaveLength(5);
    within(rows[0]!).getByText('in use');
    within(rows[0]!).getByText('54 options');
    await user.click(card.getByRole('button', { name: 'All 7 dates' }));
    expect(card.getAllByRole('listitem')).toHaveLength(7);
    await user.click(card.getByRole('button', { name: 'Export the options of 31/03/2026' }));
    await waitFor(() => expect(asked).toEqual(['?platformId=T&dataDate=2026-03-31']));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Export CSV' })).not.toHaveAttribute('aria-disabled'),
    );
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?platformId=T'));
  });

  it('is not for employers', async () => {
    portal({ user: dana });
    openAt('/staff/investmentOptions');
    await screen.findByRole('navigation');
    expect(screen.queryByRole('link', { name: 'Investment options' })).toBeNull();
    expect(screen.queryByText('Choose a platform and a data date first')).toBeNull();
  });
});
