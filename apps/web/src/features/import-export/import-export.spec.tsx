import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dropFiles } from '../../test/drop-files';
import { server } from '../../test/server';
import { progress, ended, fund, plansFile, providersFile, bring, row, type Upload } from './import-export.fixtures';

describe('Importing a file', () => {
  it('checks all of it first, and writes only after a confirmation', async () => {
    const { sent, user } = fund();
    await bring(user, plansFile());
    const file = await row('plans.csv');
    await file.findByText('Plans · 200 rows, nothing wrong. Nothing is written yet.');
    expect(sent.map(({ params }) => params)).toEqual([{ dryRun: 'true' }]);
    await user.click(file.getByRole('button', { name: 'Import plans.csv' }));
    await file.findByText('Plans · 200 rows: 198 written, 2 as they were. 199 events');
    expect(sent[1]!.params).toEqual({ asOf: '7' });
    await screen.findByText('All of it is imported', { exact: false });
  });

  it('shows rows, events and the time left while it is written', async () => {
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
    await screen.findByText('Plans · 200 rows: 198 written', { exact: false }, { timeout: 4_000 });
  });

  it('continues while another page is open, and is still shown afterwards', async () => {
    let state = progress({ done: 50 });
    const { user } = fund({ onProgress: () => state });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText('Plans · being imported. You may leave this page: it goes on.');
    await user.click(screen.getByRole('link', { name: 'Plans' }));
    await waitFor(() => expect(screen.queryByText('Drop files here')).toBeNull());
    state = ended();
    await user.click(screen.getByRole('link', { name: 'Import / Export' }));
    await screen.findByText('Plans · 200 rows: 198 written', { exact: false }, { timeout: 4_000 });
  });

  it('checks several together before the first is written, in the order in which they need each other', async () => {
    const { sent, checks, user } = fund();
    await bring(user, plansFile(), providersFile());
    const list = within(await screen.findByRole('list', { name: 'Files' }));
    await list.findByText('Providers · 200 rows, nothing wrong. Nothing is written yet.');
    await list.findByText('Plans · 200 rows, nothing wrong. It waits until providers.csv is imported or removed.');
    expect(list.queryByRole('button', { name: 'Import plans.csv' })).toBeNull();
    expect(checks).toEqual([{ params: {}, fields: ['file', 'file'], fileNames: ['providers.csv', 'plans.csv'] }]);
    expect(sent).toEqual([]);
    await user.click(list.getByRole('button', { name: 'Import providers.csv' }));
    await user.click(await list.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText('2 of 2 imported');
    expect(sent.map(({ fileName, params }) => [fileName, params])).toEqual([
      ['providers.csv', { asOf: '7' }],
      ['plans.csv', { asOf: '7' }],
    ]);
  });

  it('imports several without confirmation if that is switched on', async () => {
    const { sent, checks, user } = fund();
    await bring(user, plansFile(), providersFile());
    const list = within(await screen.findByRole('list', { name: 'Files' }));
    await list.findByText('Providers · 200 rows, nothing wrong. Nothing is written yet.');
    await user.click(screen.getByRole('switch', { name: 'Import without asking' }));
    await screen.findByText('2 of 2 imported');
    expect(sent.map(({ fileName }) => fileName)).toEqual(['providers.csv', 'plans.csv']);
    expect(checks).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Clear imported' }));
    expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  });

  it('is checked with a file that is added before it is imported', async () => {
    const { checks, user } = fund();
    await bring(user, plansFile());
    await (await row('plans.csv')).findByText(/nothing wrong/);
    await bring(user, providersFile());
    await (await row('plans.csv')).findByText(/It waits until providers\.csv is imported/);
    expect(checks.map(({ fileNames }) => fileNames)).toEqual([['providers.csv', 'plans.csv']]);
  });

  it('sends the platform and plan for blank cells, and is checked again with them', async () => {
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

  it('makes the browser ask before the tab closes, on any page, until the server has accepted every file', async () => {
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    let state = progress({ done: 50 });
    const { user } = fund({ onProgress: () => state });
    await bring(user, plansFile(), providersFile());
    await user.click(await screen.findByRole('button', { name: 'Import providers.csv' }));
    await screen.findByText('Providers · being imported. You may leave this page: it goes on.');
    expect(isAsked()).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Plans' }));
    await waitFor(() => expect(screen.queryByText('Drop files here')).toBeNull());
    expect(isAsked()).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Import / Export' }));
    await user.click(await screen.findByRole('button', { name: 'Remove plans.csv from the list' }));
    expect(isAsked()).toBe(false);
    state = ended();
  });

  it('can be given another table before it is imported, and is checked again as that', async () => {
    const { sent, user } = fund();
    await bring(user, plansFile());
    const file = await row('plans.csv');
    await user.selectOptions(await file.findByLabelText('Table of plans.csv'), 'providers');
    await waitFor(() => expect(sent.at(-1)!.params).toEqual({ table: 'providers', dryRun: 'true' }));
    await user.click(await file.findByRole('button', { name: 'Import plans.csv' }));
    await waitFor(() => expect(sent.at(-1)!.params).toEqual({ table: 'providers', asOf: '7' }));
  });

  it('says if the platforms did not load, and can request them again', async () => {
    const { user } = fund();
    let fails = true;
    server.use(
      http.get('/api/platforms', () =>
        fails
          ? HttpResponse.json({ message: 'No.' }, { status: 400 })
          : HttpResponse.json([{ id: 'W', name: 'Wattle' }]),
      ),
    );
    const card = within(await screen.findByRole('region', { name: 'Import' }));
    expect(await card.findByText(/The platforms did not load/)).toBeVisible();
    fails = false;
    await user.click(card.getByRole('button', { name: 'Try again' }));
    expect(await card.findByRole('option', { name: 'Wattle' })).toBeInTheDocument();
  });

  it('also works by dropping a file', async () => {
    const { sent } = fund();
    dropFiles(await screen.findByTestId('file-drop'), plansFile());
    await (await row('plans.csv')).findByText('Plans · 200 rows, nothing wrong. Nothing is written yet.');
    expect(sent).toHaveLength(1);
  });

  it('is refused at once if it is not CSV', async () => {
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

describe('Rows that count in no figure', () => {
  const uncounted = { uncountedRows: 3, uncounted: { left: [9, 2], notJoined: [5] } };
  const checked = { importId: null, table: 'plans', rows: 200, erasedRows: 0, ...uncounted };

  it('are announced before anything is written and with the outcome, and their lines can be saved', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:lines';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = fund({
      onUpload: ({ params }) => (params['dryRun'] === 'true' ? HttpResponse.json(checked) : undefined),
      onProgress: () => ended(uncounted),
    });
    await bring(user, plansFile());
    const file = await row('plans.csv');
    await file.findByText(/^3 rows are about members who had left .* They will be kept, but count in no figure\.$/);
    await user.click(file.getByRole('button', { name: 'Save lines as CSV' }));
    const lines = (await new Response(saved[0]).text()).split('\r\n');
    expect(lines.slice(0, 4)).toEqual([
      'line,reason',
      '2,Left before the month’s last day',
      '5,Joined after the month’s last day',
      '9,Left before the month’s last day',
    ]);
    await user.click(file.getByRole('button', { name: 'Import plans.csv' }));
    await file.findByText('Plans · 200 rows: 198 written, 2 as they were. 199 events. 3 rows count in no figure');
    await file.findByText(/They are kept, but count in no figure/);
    vi.restoreAllMocks();
  });
});

describe('A file that is not right', () => {
  const refused = () => HttpResponse.json(wrong, { status: 400 });

  it('lists its errors by line and column, with a filter and pages', async () => {
    const { user } = fund({ onUpload: refused });
    await bring(user, plansFile());
    await screen.findByText('Nothing was imported: there are 1,204 errors.');
    const table = within(screen.getByRole('region', { name: 'Errors of plans.csv: table' }));
    expect(table.getAllByRole('row')).toHaveLength(11);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await table.findByText('12');
    await screen.findByText('The first 24 of 1,204 errors.', { exact: false });
    await user.selectOptions(screen.getByLabelText('Column'), 'startDate');
    expect(table.queryByText('A value is required.')).toBeNull();
    await user.type(screen.getByLabelText('Find in errors'), 'nothing like it');
    await table.findByText('No error matches.');
  });

  it('saves its errors as CSV', async () => {
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

  it('is checked as a chosen table if the header is ambiguous', async () => {
    const { sent, user } = fund({ onUpload: ({ params }) => (params['table'] ? undefined : refused()) });
    await bring(user, plansFile());
    await user.selectOptions(await (await row('plans.csv')).findByLabelText('Table'), 'plans');
    await (await row('plans.csv')).findByText('Plans · 200 rows, nothing wrong. Nothing is written yet.');
    expect(sent.map(({ params }) => params)).toEqual([{ dryRun: 'true' }, { table: 'plans', dryRun: 'true' }]);
  });

  it('keeps all files that were checked with it from being written, until it is removed', async () => {
    const { sent, checks, user } = fund({ refusalOf: (fileName) => (fileName === 'plans.csv' ? wrong : null) });
    await bring(user, plansFile(), providersFile());
    await screen.findByText('Plans · nothing was imported');
    await screen.findByText('Nothing was imported: there are 1,204 errors.');
    await screen.findByText('Providers · 200 rows, nothing wrong. It waits until plans.csv is right or removed.');
    await user.click(screen.getByRole('switch', { name: 'Import without asking' }));
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove plans.csv from the list' }));
    await screen.findByText('Providers · 200 rows: 198 written', { exact: false });
    expect(checks).toHaveLength(1);
    expect(sent.map(({ fileName, params }) => [fileName, params])).toEqual([
      ['providers.csv', { dryRun: 'true' }],
      ['providers.csv', { asOf: '7' }],
    ]);
  });

  it('is checked with the others as a chosen table, and with the platform for blank cells', async () => {
    const { checks, user } = fund({ refusalOf: (fileName) => (fileName === 'plans.csv' ? wrong : null) });
    await bring(user, plansFile(), providersFile());
    await user.selectOptions(await (await row('plans.csv')).findByLabelText('Table'), 'plans');
    await waitFor(() => expect(checks.at(-1)!.fields).toEqual(['file', 'plans']));
    const card = within(screen.getByRole('region', { name: 'Import' }));
    await user.selectOptions(card.getByLabelText('Platform'), 'T');
    await waitFor(() => expect(checks.at(-1)!.params).toEqual({ platformId: 'T' }));
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
    await screen.findByText('Plans · 200 rows: 198 written', { exact: false });
    const keys = sent.filter(({ params }) => !params['dryRun']).map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it('is retried automatically if the server asks to wait', async () => {
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
    await screen.findByText('Plans · 200 rows, nothing wrong. Nothing is written yet.', {}, { timeout: 6_000 });
  });

  it('says once if several could not be checked, and checks all of them again', async () => {
    let tries = 0;
    const { user } = fund({ onCheck: () => ((tries += 1) > 1 ? undefined : HttpResponse.error()) });
    await bring(user, plansFile(), providersFile());
    await screen.findByText('The connection broke off while the file was sent. Please try again.');
    await screen.findByText('Plans · waits until providers.csv is right or removed');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Plans · 200 rows, nothing wrong/);
  });

  it('says if the connection broke', async () => {
    const { user } = fund({ onUpload: () => HttpResponse.error() });
    await bring(user, plansFile());
    await screen.findByText('The connection broke off while the file was sent. Please try again.');
  });
});

describe('An import that refused rows', () => {
  it('names them, although the others are written', async () => {
    const errors = [{ line: 7, column: null, message: 'This member was erased.' }];
    const { user } = fund({ onProgress: () => ended({ written: 199, skipped: 0, errorCount: 1, errors }) });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText('Plans · 200 rows: 199 written, 1 refused. 199 events');
    await screen.findByText('This member was erased.');
  });

  it('says how many rows of erased members are left out, before the import and after it', async () => {
    const onUpload = ({ params }: Upload) => {
      const dryRun = params['dryRun'] === 'true';
      const taken = { importId: dryRun ? null : 'i1', table: 'plans', rows: 200, erasedRows: 2 };
      return HttpResponse.json(taken, { status: dryRun ? 200 : 202 });
    };
    const { user } = fund({ onUpload, onProgress: () => ended({ erasedRows: 2 }) });
    await bring(user, plansFile());
    const left = '2 rows of erased members were left out; what stands of them stays';
    await screen.findByText(`Plans · 200 rows, nothing wrong. Nothing is written yet. ${left}.`);
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText(`Plans · 200 rows: 198 written, 2 as they were. 199 events. ${left}`);
  });
});
