import type { CsvTableInfo, ImportHistory, ImportProgress, ImportRecord } from '@superscope/contracts/csv-import';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const field = (name: string, required = false): CsvTableInfo['columns'][number] => ({
  ...{ name, type: 'text', required, maxLength: null, values: null, unit: '' },
  ...{ rule: `The rule of ${name}.`, example: `An example of ${name}` },
});
const tables: CsvTableInfo[] = [
  {
    ...{ table: 'providers', key: ['providerId'], platformBy: null, lastImportAt: '2026-11-01T01:00:00Z' },
    columns: [field('providerId', true), field('name', true)],
  },
  {
    ...{ table: 'plans', key: ['platformId', 'planId'], platformBy: 'column', lastImportAt: null },
    columns: [field('planId', true), field('platformId', true), field('startDate', true)],
  },
];

const progress = (more: Partial<ImportProgress> = {}): ImportProgress => ({
  ...{ importId: 'i1', table: 'plans', fileName: 'plans.csv', startedAt: '2026-11-23T01:00:00Z', endedAt: null },
  ...{ state: 'running', rows: 200, done: 0, written: 0, skipped: 0, events: 0, message: null },
  ...{ errorCount: 0, errors: [] },
  ...more,
});
const ended = (more: Partial<ImportProgress> = {}) =>
  progress({ state: 'completed', done: 200, written: 198, skipped: 2, events: 199, ...more });
const record = (more: Partial<ImportRecord> = {}): ImportRecord => {
  const { errors: _, ...rest } = ended();
  return { ...rest, startedBy: { username: 'helen', name: 'Helen Marchetti' }, planName: null, ...more };
};

type Upload = { params: Record<string, string>; key: string | null; fileName: string };

/** The server, and what was sent to it. */
function fund(
  more: {
    onUpload?: (upload: Upload) => Response | undefined;
    onProgress?: () => ImportProgress;
    history?: () => ImportRecord[];
    user?: typeof helen;
  } = {},
) {
  portal({ user: more.user ?? helen, plans: [{ id: 'T.K1', name: 'Kestrel' }] });
  const sent: Upload[] = [];
  server.use(
    http.get('/api/csv/tables', () => HttpResponse.json(tables)),
    http.get('/api/platforms', () => HttpResponse.json([{ id: 'T', name: 'Tallowood' }])),
    http.get('/api/csv/history', ({ request }) => {
      const table = new URL(request.url).searchParams.get('table');
      const imports = (more.history?.() ?? []).filter((each) => table === null || each.table === table);
      return HttpResponse.json({ imports, total: imports.length } satisfies ImportHistory);
    }),
    http.get('/api/csv/imports/:id', () => HttpResponse.json(more.onProgress?.() ?? ended())),
    http.post('/api/csv/import', async ({ request }) => {
      const params = Object.fromEntries(new URL(request.url).searchParams);
      const text = await request.text();
      const fileName = /filename="([^"]+)"/.exec(text)?.[1] ?? '';
      const upload = { params, key: request.headers.get('Idempotency-Key'), fileName };
      sent.push(upload);
      const answer = more.onUpload?.(upload);
      if (answer) return answer;
      const table = /providers/.test(fileName) ? 'providers' : 'plans';
      const dryRun = params['dryRun'] === 'true';
      return HttpResponse.json({ importId: dryRun ? null : 'i1', table, rows: 200 }, { status: dryRun ? 200 : 202 });
    }),
  );
  return { sent, ...openAt('/staff/importExport') };
}

const plansFile = (name = 'plans.csv') =>
  new File(['planId,platformId,startDate\nP1,T,2020-01-01'], name, { type: 'text/csv' });
const providersFile = () => new File(['\uFEFFproviderId,"name"\nPR1,One'], 'providers.csv', { type: 'text/csv' });

async function bring(user: ReturnType<typeof openAt>['user'], ...files: File[]) {
  await screen.findByText('Drop files here');
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files);
}
const row = async (name: string) => within(await screen.findByRole('listitem', { name }));

describe('Importing a file', () => {
  it('checks all of it first, and writes only once somebody says so', async () => {
    const { sent, user } = fund();
    await bring(user, plansFile());
    const file = await row('plans.csv');
    await file.findByText('plans · 200 rows, nothing wrong. Nothing is written yet.');
    expect(sent.map(({ params }) => params)).toEqual([{ dryRun: 'true' }]);
    await user.click(file.getByRole('button', { name: 'Import plans.csv' }));
    await file.findByText('plans · 200 rows: 198 written, 2 as they were. 199 events');
    expect(sent[1]!.params).toEqual({});
    await screen.findByText('All of it is imported', { exact: false });
  });

  it('shows rows, events and what is left while it is written', async () => {
    let state = progress({ done: 50, events: 25 });
    const { user } = fund({ onProgress: () => state });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    const bar = await screen.findByRole('progressbar', { name: 'Imported of plans.csv' });
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuetext', '50 of 200 rows · 25 events'));
    state = progress({ done: 100, events: 50 });
    await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toMatch(/^100 of 200 rows · 50 events · .* left$/), {
      timeout: 4_000,
    });
    state = ended();
    await screen.findByText('plans · 200 rows: 198 written', { exact: false }, { timeout: 4_000 });
  });

  it('goes on while another page is open, and is there again', async () => {
    let state = progress({ done: 50 });
    const { user } = fund({ onProgress: () => state });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText('plans · being imported. You may leave this page: it goes on.');
    await user.click(screen.getByRole('link', { name: 'Plans' }));
    await waitFor(() => expect(screen.queryByText('Drop files here')).toBeNull());
    state = ended();
    await user.click(screen.getByRole('link', { name: 'Import / Export' }));
    await screen.findByText('plans · 200 rows: 198 written', { exact: false }, { timeout: 4_000 });
  });

  it('takes several in the order in which they need each other, without asking where somebody wants that', async () => {
    const { sent, user } = fund();
    await bring(user, plansFile(), providersFile());
    const list = within(await screen.findByRole('list', { name: 'Files' }));
    await list.findByText('providers · 200 rows, nothing wrong. Nothing is written yet.');
    list.getByText('plans · waits for the files before it');
    await user.click(screen.getByRole('switch', { name: 'Import without asking' }));
    await screen.findByText('2 of 2 imported');
    expect(sent.map(({ fileName, params }) => `${fileName} ${params['dryRun'] ?? 'import'}`)).toEqual([
      'providers.csv true',
      'providers.csv import',
      'plans.csv true',
      'plans.csv import',
    ]);
    await user.click(screen.getByRole('button', { name: 'Clear imported' }));
    expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  });

  it('carries the platform and plan that stand in for blank ones, and is checked again with them', async () => {
    const { sent, user } = fund();
    await bring(user, plansFile());
    await (await row('plans.csv')).findByText(/nothing wrong/);
    const card = within(screen.getByRole('region', { name: 'Import' }));
    await user.selectOptions(card.getByLabelText('Platform'), 'T');
    await waitFor(() => expect(sent.at(-1)!.params).toEqual({ platformId: 'T', dryRun: 'true' }));
    await user.type(card.getByRole('combobox', { name: 'Plan' }), 'kes');
    await user.click(await screen.findByRole('option', { name: /^Kes ?trel$/ }));
    await waitFor(() => expect(sent.at(-1)!.params).toEqual({ platformId: 'T', planId: 'T.K1', dryRun: 'true' }));
    expect(card.getByRole('combobox', { name: 'Plan' })).toHaveValue('Kestrel');
  });

  it('is also dropped', async () => {
    const { sent } = fund();
    const area = await screen.findByTestId('drop-area');
    fireEvent.dragOver(area);
    fireEvent.drop(area, { dataTransfer: { files: [plansFile()] } });
    await (await row('plans.csv')).findByText('plans · 200 rows, nothing wrong. Nothing is written yet.');
    expect(sent).toHaveLength(1);
  });

  it('is refused at once where it is no CSV', async () => {
    const { sent, user } = fund();
    await screen.findByText('Drop files here');
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    input.removeAttribute('accept');
    await user.upload(input, new File(['%PDF'], 'plans.pdf', { type: 'application/pdf' }));
    await screen.findByText(
      "File: 'plans.pdf' type: 'application/pdf' did not pass: '.csv or text/csv' validation constraint",
    );
    expect(sent).toEqual([]);
  });
});

const wrong = {
  message: 'Nothing was imported: there are 1,204 errors.',
  errorCount: 1204,
  errors: Array.from({ length: 24 }, (_, i) => ({
    line: i + 2,
    column: i % 2 === 0 ? 'planId' : 'startDate',
    message: i % 2 === 0 ? 'A value is required.' : 'Write a date that exists as yyyy-MM-dd or dd/MM/yyyy.',
  })),
};

describe('A file that is not right', () => {
  const refused = () => HttpResponse.json(wrong, { status: 400 });

  it('says what is wrong by line and column, to filter and to page through', async () => {
    const { user } = fund({ onUpload: refused });
    await bring(user, plansFile());
    await screen.findByText('Nothing was imported: there are 1,204 errors.');
    const table = within(screen.getByRole('region', { name: 'Errors of plans.csv: table' }));
    expect(table.getAllByRole('row')).toHaveLength(11);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    table.getByText('12');
    screen.getByText('The first 24 of 1,204 errors.', { exact: false });
    await user.selectOptions(screen.getByLabelText('Column'), 'startDate');
    expect(table.queryByText('A value is required.')).toBeNull();
    await user.type(screen.getByLabelText('Find in errors'), 'nothing like it');
    table.getByText('No error matches.');
  });

  it('gives its errors as CSV', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:errors';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = fund({ onUpload: refused });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Save as CSV' }));
    const text = await new Response(saved[0]).text();
    expect(text.split('\r\n').slice(0, 2)).toEqual(['line,column,message', '2,planId,A value is required.']);
    vi.restoreAllMocks();
  });

  it('is checked as another table where the header does not tell', async () => {
    const { sent, user } = fund({ onUpload: ({ params }) => (params['table'] ? undefined : refused()) });
    await bring(user, plansFile());
    await user.selectOptions(await (await row('plans.csv')).findByLabelText('Table'), 'plans');
    await (await row('plans.csv')).findByText('plans · 200 rows, nothing wrong. Nothing is written yet.');
    expect(sent.map(({ params }) => params)).toEqual([{ dryRun: 'true' }, { table: 'plans', dryRun: 'true' }]);
  });

  it('holds up those behind it until it is gone', async () => {
    const { sent, user } = fund({ onUpload: ({ fileName }) => (fileName === 'providers.csv' ? refused() : undefined) });
    await bring(user, plansFile(), providersFile());
    await screen.findByText('providers · nothing was imported');
    screen.getByText('plans · waits for the files before it');
    await user.click(screen.getByRole('button', { name: 'Remove providers.csv from the list' }));
    await screen.findByText('plans · 200 rows, nothing wrong. Nothing is written yet.');
    expect(sent.map(({ fileName }) => fileName)).toEqual(['providers.csv', 'plans.csv']);
  });
});

describe('An import that does not begin', () => {
  it('says why, and is sent again under the same key', async () => {
    let tries = 0;
    const { sent, user } = fund({
      onUpload: ({ params }) => {
        if (params['dryRun'] || (tries += 1) > 1) return undefined;
        return HttpResponse.json(
          { message: 'Another import of plans is running. Please wait until it has ended.' },
          { status: 409 },
        );
      },
    });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText('Another import of plans is running. Please wait until it has ended.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText('plans · 200 rows: 198 written', { exact: false });
    const keys = sent.filter(({ params }) => !params['dryRun']).map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it('is tried again by itself where the server asks for patience', async () => {
    let tries = 0;
    const { user } = fund({
      onUpload: () =>
        (tries += 1) > 1
          ? undefined
          : HttpResponse.json(
              { message: 'Earlier imports are not visible yet. Please try again shortly.' },
              { status: 503 },
            ),
    });
    await bring(user, plansFile());
    await screen.findByText(/Earlier imports are not visible yet\..*It is tried again by itself\./);
    await screen.findByText('plans · 200 rows, nothing wrong. Nothing is written yet.', {}, { timeout: 6_000 });
  });

  it('says so where the connection breaks off', async () => {
    const { user } = fund({ onUpload: () => HttpResponse.error() });
    await bring(user, plansFile());
    await screen.findByText('The connection broke off while the file was sent. Please try again.');
  });
});

describe('An import that refused rows', () => {
  it('names them, though the others are written', async () => {
    const errors = [{ line: 7, column: null, message: 'This member was erased.' }];
    const { user } = fund({ onProgress: () => ended({ written: 199, skipped: 0, errorCount: 1, errors }) });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText('plans · 200 rows: 199 written, 1 refused. 199 events');
    screen.getByText('This member was erased.');
  });
});

describe('The history of imports', () => {
  it('tells who imported which file when, and what came of it', async () => {
    const history = () => [
      record(),
      record({
        importId: 'i2',
        fileName: 'old.csv',
        table: 'providers',
        startedBy: null,
        state: 'failed',
        events: null,
      }),
    ];
    const { user } = fund({ history });
    const shown = within(await screen.findByRole('region', { name: 'History: table' }));
    const first = within(shown.getByRole('row', { name: /plans\.csv/ }));
    first.getByText('23/11/2026 12:00');
    first.getByText('Helen Marchetti');
    first.getByText('200 rows: 198 written, 2 as they were. 199 events');
    within(shown.getByRole('row', { name: /old\.csv/ })).getByText(/then it failed/);
    await user.selectOptions(screen.getByLabelText('Table of the history'), 'providers');
    await waitFor(() => expect(screen.queryAllByText('plans.csv')).toEqual([]));
  });

  it('shows an import that runs, whoever began it, until it has ended', async () => {
    let running = true;
    const history = () => [record(running ? { state: 'running', done: 20, events: 10 } : {})];
    fund({ history });
    const [bar] = await screen.findAllByRole('progressbar', { name: 'Imported of plans.csv' });
    expect(bar).toHaveAttribute('aria-valuetext', '20 of 200 rows · 10 events');
    running = false;
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 4_000 });
  });

  it('opens an import with its refused rows', async () => {
    const errors = [{ line: 7, column: null, message: 'This member was erased.' }];
    const { user } = fund({
      history: () => [record({ errorCount: 1 })],
      onProgress: () => ended({ errorCount: 1, errors }),
    });
    const shown = within(await screen.findByRole('region', { name: 'History: table' }));
    await user.click(shown.getByRole('button', { name: 'plans.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'plans.csv' }));
    await dialog.findByText('This member was erased.');
    dialog.getByText('Helen Marchetti');
  });

  it('that does not load says so, and leaves imports alone', async () => {
    const { user } = fund();
    server.use(
      http.get('/api/csv/history', () => HttpResponse.json({ message: 'No' }, { status: 500 }), { once: true }),
    );
    await screen.findByText('The history of imports did not load');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Nothing was imported yet');
  });
});

describe('The tables', () => {
  it('are listed in their order with what each holds, and show their fields', async () => {
    const { user } = fund();
    const list = within(await screen.findByRole('list', { name: 'Tables in their order' }));
    expect(list.getAllByRole('button').map((button) => button.textContent)).toEqual(['providers', 'plans']);
    list.getByRole('img', { name: 'Imported' });
    await user.click(list.getByRole('button', { name: 'plans' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'plans' }));
    dialog.getByText('The rule of startDate.');
    dialog.getByText('An example of planId');
  });

  it('are exported by platform and plan, and all fields as a file', async () => {
    const asked: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = fund();
    const file = (name: string) => () =>
      new HttpResponse('a,b', { headers: { 'Content-Disposition': `attachment; filename="${name}"` } });
    server.use(
      http.get('/api/csv/:table/export', ({ request }) => {
        const { pathname, search } = new URL(request.url);
        asked.push(pathname + search);
        return file('plans_23112026.csv')();
      }),
      http.get('/api/csv/exportDynamicFields', file('dynamicFields_23112026.csv')),
    );
    const card = within(await screen.findByRole('region', { name: 'Export' }));
    expect(card.queryByLabelText('Platform')).toBeNull();
    await user.selectOptions(card.getByLabelText('Table'), 'plans');
    await user.selectOptions(card.getByLabelText('Platform'), 'T');
    await user.click(card.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(asked).toEqual(['/api/csv/plans/export?platformId=T']));
    await waitFor(() => expect(names).toEqual(['plans_23112026.csv']));
    await user.click(card.getByRole('button', { name: 'Dynamic Fields' }));
    await waitFor(() => expect(names).toEqual(['plans_23112026.csv', 'dynamicFields_23112026.csv']));
    vi.restoreAllMocks();
  });

  it('that are not exported say why', async () => {
    const { user } = fund();
    server.use(http.get('/api/csv/:table/export', () => HttpResponse.json({ message: 'Not now.' }, { status: 503 })));
    const card = within(await screen.findByRole('region', { name: 'Export' }));
    await user.click(card.getByRole('button', { name: 'CSV' }));
    await screen.findByText(/Not now/);
  });
});

it('Import / Export is no page of an employer', async () => {
  fund({ user: dana });
  expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Import / Export' })).toBeNull();
});
