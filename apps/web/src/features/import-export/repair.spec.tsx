import type { ImportRepair, RefusedCell, RepairDraft } from '@superscope/contracts/import-repair';
import { mostCorrections } from '@superscope/contracts/import-repair-rules';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { helen, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { bring, effect, ended, fund, plansFile, row } from './import-export.fixtures';

const cell = (more: Partial<RefusedCell>): RefusedCell => ({
  line: 2,
  column: 'gender',
  row: 'Luca Reyes · 102',
  value: 'Femail',
  isWithheld: false,
  message: 'Write one of: Male, Female.',
  state: 'open',
  suggestion: { value: 'Female', isGuess: false },
  ...more,
});
const refused = [
  cell({
    line: 18,
    column: 'birthDate',
    row: 'Sian Whitlam · 101',
    value: '30/02/1988',
    message: 'Write a date that exists.',
    suggestion: { value: '29/02/1988', isGuess: true },
  }),
  cell({ line: 77 }),
  cell({ line: 90, column: null, row: 'Mara Quist · 103', value: null, message: 'Too few cells.', suggestion: null }),
];
const genders = new Set(['Male', 'Female']);

/** The server, which takes any date and knows two genders, and what was sent to it. */
function file(more: Partial<ImportRepair> = {}, onImport: () => Response | null = () => null) {
  portal({ user: helen, plans: [] });
  const checks: RepairDraft[] = [];
  const imports: { params: Record<string, string>; draft: RepairDraft }[] = [];
  server.use(
    http.get('/api/csv/tables', () => HttpResponse.json([])),
    http.get('/api/csv/repairs', () => HttpResponse.json([])),
    http.get('/api/csv/history', () => HttpResponse.json({ imports: [], total: 0 })),
    http.get('/api/platforms', () => HttpResponse.json([])),
    http.get('/api/csv/imports/:id', () => HttpResponse.json(ended({ fileName: 'members.csv' }))),
    http.delete('/api/csv/repairs/:id', () => new HttpResponse(null, { status: 204 })),
    http.post('/api/csv/repairs/:id/check', async ({ request }) => {
      const draft = (await request.json()) as RepairDraft;
      checks.push(draft);
      const cells = refused.map((each): RefusedCell => {
        const typed = draft.corrections.find(({ line, column }) => line === each.line && column === each.column);
        if (draft.skipped.includes(each.line)) return { ...each, state: 'skipped', suggestion: null };
        const isRight = typed !== undefined && (each.column !== 'gender' || genders.has(typed.value));
        return isRight ? { ...each, state: 'corrected', suggestion: null } : each;
      });
      const count = (state: RefusedCell['state']) => cells.filter((each) => each.state === state).length;
      const isOpen = new URL(request.url).searchParams.get('show') === 'open';
      const shown = isOpen ? cells.filter(({ state }) => state === 'open') : cells;
      return HttpResponse.json({
        importId: 'r1',
        fileName: 'members.csv',
        table: 'members',
        keptUntil: '2026-12-23T01:00:00Z',
        notice: null,
        isReplaced: false,
        rows: 100,
        rightRows: 97,
        toImport: 97 + count('corrected'),
        refusedCells: cells.length,
        corrected: count('corrected'),
        skipped: count('skipped'),
        open: count('open'),
        cells: shown,
        shown: shown.length,
        effect: effect({ fresh: 97 + count('corrected') }),
        ...more,
      } satisfies ImportRepair);
    }),
    http.post('/api/csv/repairs/:id/import', async ({ request }) => {
      const params = Object.fromEntries(new URL(request.url).searchParams);
      imports.push({ params, draft: (await request.json()) as RepairDraft });
      const answer = onImport();
      if (answer) return answer;
      const counts = { rows: 98, erasedRows: 0, uncountedRows: 0, uncounted: { left: [], notJoined: [] } };
      return HttpResponse.json({ importId: 'r1', table: 'members', ...counts, effect: null }, { status: 202 });
    }),
  );
  return { checks, imports, ...openAt('/staff/importExport/r1/repair') };
}
const field = (line: number, column = 'gender') =>
  screen.findByRole('textbox', { name: `Right value of ${column}, line ${line}` });
const states = () =>
  within(screen.getByRole('region', { name: 'Refused cells: table' }))
    .getAllByText(/^(Open|Corrected|Skipped|Being checked)$/)
    .map(({ textContent }) => textContent);
const typedIn = (line: number, column: string, value: string) => ({ line, column, value });

describe('Files to repair', () => {
  it('are listed with the day on which they go, and lead to where they are mended', async () => {
    const kept = {
      importId: 'r9',
      fileName: 'members-2026-10.csv',
      table: 'members',
      keptUntil: '2026-12-23T01:00:00Z',
    };
    fund();
    server.use(http.get('/api/csv/repairs', () => HttpResponse.json([kept])));
    openAt('/staff/importExport');
    const card = within(await screen.findByRole('region', { name: 'Files to repair' }));
    card.getByText('Members, until 23/12/2026');
    expect(card.getByRole('link', { name: 'Repair members-2026-10.csv' })).toHaveAttribute(
      'href',
      '/staff/importExport/r9/repair',
    );
  });

  it('are not spoken of while there are none', async () => {
    fund();
    openAt('/staff/importExport');
    await screen.findByText('Drop files here');
    expect(screen.queryByRole('region', { name: 'Files to repair' })).toBeNull();
  });
});

describe('Repairing a file', () => {
  it('shows what was refused, whom it is about, what stands there and what is near', async () => {
    file();
    await field(77);
    const grid = within(screen.getByRole('region', { name: 'Refused cells: table' }));
    const first = within(grid.getByRole('row', { name: /Sian Whitlam/ }));
    for (const text of ['18', 'birthDate', '30/02/1988', 'Write a date that exists.', '29/02/1988', 'a guess', 'Open'])
      first.getByText(text);
    within(grid.getByRole('row', { name: /Mara Quist/ })).getByText('Whole line');
    screen.getByText(
      /^members\.csv, Members\. Nothing is written yet\. The file is kept encrypted until 23\/12\/2026\.$/,
    );
    screen.getByRole('button', { name: 'Import 97 rows' });
    screen.getByRole('heading', { name: 'What would change' });
  });

  it('is done by keyboard: Enter takes and goes on, Alt and Enter take the suggestion, Alt and S skip, Ctrl and Z take back', async () => {
    const { user, checks } = file();
    await user.click(await field(18, 'birthDate'));
    await user.keyboard('28/02/1988{Enter}');
    expect(await field(77)).toHaveFocus();
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    await screen.findByRole('button', { name: 'Import 99 rows' });
    expect(checks.at(-1)!.corrections).toEqual([
      typedIn(18, 'birthDate', '28/02/1988'),
      typedIn(77, 'gender', 'Female'),
    ]);
    expect(states()).toEqual(['Corrected', 'Corrected', 'Open']);
    await user.click(await field(77));
    await user.keyboard('{Control>}z{/Control}');
    await screen.findByRole('button', { name: 'Import 98 rows' });
    expect(await field(77)).toHaveValue('');
    await user.keyboard('{Alt>}s{/Alt}');
    await waitFor(() => expect(states()).toEqual(['Corrected', 'Skipped', 'Open']));
    const skipped = { corrections: [typedIn(18, 'birthDate', '28/02/1988')], skipped: [77] };
    await waitFor(() => expect(checks.at(-1)).toEqual(skipped));
    await user.click(screen.getByRole('button', { name: 'Take back line 77' }));
    await waitFor(() => expect(states()).toEqual(['Corrected', 'Open', 'Open']));
  });

  it('takes all suggestions at once, except guesses', async () => {
    const { user, checks } = file();
    await user.click(await screen.findByRole('button', { name: 'Take 1 suggestion' }));
    await screen.findByRole('button', { name: 'Import 98 rows' });
    expect(checks.at(-1)).toEqual({ corrections: [typedIn(77, 'gender', 'Female')], skipped: [] });
    expect(screen.queryByRole('button', { name: /^Take \d+ suggestion/ })).toBeNull();
  });

  it('keeps a wrong value open with its message', async () => {
    const { user } = file();
    await user.type(await field(77), 'Girl{Enter}');
    await waitFor(() => expect(states()).toEqual(['Open', 'Open', 'Open']));
    expect(await field(77)).toHaveValue('Girl');
  });

  it('neither sends nor keeps a tax file number, and says so in the cell', async () => {
    const { user, checks } = file();
    await user.type(await field(77), 'TFN 123 456 782{Enter}');
    await screen.findByText(/^Tax file numbers are never accepted/);
    expect(await field(77)).toHaveValue('');
    expect(JSON.stringify(checks)).not.toContain('456');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('456');
  });

  it('leaves a cell blank where nothing belongs in it, which is not the same as nothing typed', async () => {
    const { checks, user } = file();
    await user.click(await screen.findByRole('button', { name: 'Leave blank: gender, line 77' }));
    await waitFor(() => expect(checks.at(-1)?.corrections).toEqual([typedIn(77, 'gender', '')]));
    expect(await field(77)).toHaveAttribute('placeholder', 'Left blank');
    await user.click(screen.getByRole('button', { name: 'Take back the blank: gender, line 77' }));
    await waitFor(() => expect(checks.at(-1)?.corrections).toEqual([]));
    await user.click(screen.getByRole('button', { name: 'Leave blank: gender, line 77' }));
    await waitFor(() => expect(checks.at(-1)?.corrections).toEqual([typedIn(77, 'gender', '')]));
    await user.type(await field(77), 'Male{Enter}');
    await waitFor(() => expect(checks.at(-1)?.corrections).toEqual([typedIn(77, 'gender', 'Male')]));
  });

  it('takes no more corrections than one import may hold, and says so', async () => {
    const corrections = Array.from({ length: mostCorrections }, (_, n) => typedIn(n + 100, 'gender', 'Male'));
    sessionStorage.setItem('kept.repair.r1', JSON.stringify({ corrections, skipped: [] }));
    const { checks, user } = file();
    await user.type(await field(77), 'Male{Enter}');
    expect(await screen.findByText(/^At most 2,000 cells are corrected in one file/)).toBeVisible();
    expect(checks.every((draft) => draft.corrections.length === mostCorrections)).toBe(true);
  });

  it('can forget what was typed, and be discarded, where that does not fit the file any more', async () => {
    sessionStorage.setItem(
      'kept.repair.r1',
      JSON.stringify({ corrections: [typedIn(5, 'gender', 'Male')], skipped: [] }),
    );
    const { user } = file();
    server.use(
      http.post('/api/csv/repairs/:id/check', async ({ request }) => {
        const { corrections } = (await request.clone().json()) as RepairDraft;
        return corrections.length > 0
          ? HttpResponse.json({ message: 'Line 5 is not there.' }, { status: 400 })
          : undefined;
      }),
    );
    const forget = await screen.findByRole('button', { name: 'Forget what was typed' });
    expect(screen.getByRole('button', { name: 'Discard' })).toBeEnabled();
    expect(screen.getByText('Line 5 is not there.')).toBeVisible();
    await user.click(forget);
    await user.click(await screen.findByRole('button', { name: 'Forget' }));
    expect(await field(77)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Forget what was typed' })).toBeNull());
    await waitFor(() => expect(sessionStorage.getItem('kept.repair.r1')).toBeNull());
  });

  it('keeps what was typed over a reload, outside of the address, until it is imported', async () => {
    const { user, unmount, imports } = file();
    await user.type(await field(77), 'Female{Enter}');
    await screen.findByRole('button', { name: 'Import 98 rows' });
    unmount();
    const { user: later } = openAt('/staff/importExport/r1/repair');
    expect(await field(77)).toHaveValue('Female');
    expect(address()).toBe('/staff/importExport/r1/repair');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Import 98 rows' })).not.toHaveAttribute('aria-disabled'),
    );
    await later.click(screen.getByRole('button', { name: 'Import 98 rows' }));
    await screen.findByText(/^200 rows: 198 written, 2 as they were\./);
    expect(imports).toEqual([
      { params: { asOf: '7' }, draft: { corrections: [typedIn(77, 'gender', 'Female')], skipped: [] } },
    ]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Female');
  });

  it('asks before the page is left with corrections that are not imported', async () => {
    const { user } = file();
    await user.type(await field(77), 'Female{Enter}');
    await user.click(screen.getAllByRole('link', { name: 'Import / Export' })[0]!);
    const question = within(await screen.findByRole('dialog', { name: 'What you corrected is not imported yet' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(address()).toBe('/staff/importExport/r1/repair');
  });

  it('shows the open cells alone', async () => {
    const { user } = file();
    await user.type(await field(77), 'Female{Enter}');
    await user.click(await screen.findByRole('radio', { name: 'Open 2' }));
    await waitFor(() => expect(states()).toEqual(['Open', 'Open']));
  });

  it('from elsewhere says where it came from, and what became of it there', async () => {
    file({ notice: 'OneCentral left this file in the inbox on 26/11/2026 at 06:02.' });
    expect(await screen.findByText('OneCentral left this file in the inbox on 26/11/2026 at 06:02.')).toBeVisible();
  });

  it('of what is replaced as a whole waits until no cell is open', async () => {
    file({ isReplaced: true });
    expect(await screen.findByRole('button', { name: 'Import 97 rows' })).toBeDisabled();
    screen.getByText(/so each is corrected or skipped before the import/);
  });

  it('checks it again if somebody else imported the table meanwhile', async () => {
    const outdated = () => HttpResponse.json({ message: 'Changed.', isOutdated: true }, { status: 409 });
    const { user, checks } = file({}, outdated);
    await user.click(await screen.findByRole('button', { name: 'Import 97 rows' }));
    await screen.findByText(/^Somebody else imported rows of this table meanwhile/);
    expect(checks).toHaveLength(2);
  });

  it('asks first about large changes', async () => {
    const { user, imports } = file({ effect: effect({ confirm: 'the-code', questionCount: 1, questions: [] }) });
    await user.click(await screen.findByRole('button', { name: 'Import 97 rows' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Is this change meant?' }));
    await user.click(dialog.getByRole('button', { name: 'Import it all the same' }));
    await screen.findByText(/^200 rows: 198 written/);
    expect(imports[0]!.params).toEqual({ asOf: '7', confirmed: 'the-code' });
  });

  it('discards the file once that is confirmed', async () => {
    const { user } = file();
    await field(77);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard this file?' }));
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).toBe('/staff/importExport'));
  });

  it.each([
    [404, 'This file is not here', 'This file is not kept, or not any more.'],
    [409, 'This file is imported', 'This file was imported on 23/11/2026 at 12:00.'],
  ])('says why there is nothing to repair: %s', async (status, title, message) => {
    file();
    server.use(http.post('/api/csv/repairs/:id/check', () => HttpResponse.json({ message }, { status })));
    await screen.findByText(title);
    screen.getByText(message);
    screen.getByRole('link', { name: 'Go to Import / Export' });
    // What became of its import, which is known after the file is gone.
    await screen.findByText(/^200 rows: 198 written/);
  });
});

describe('A refused file on the import page', () => {
  const refusal = () =>
    HttpResponse.json(
      { message: 'Nothing was imported.', errors: [{ line: 2, column: 'planId', message: 'Wrong.' }], errorCount: 1 },
      { status: 400 },
    );

  it('is sent to be kept, leaves the list, and opens on a page of its own', async () => {
    const { user } = fund({ onUpload: refusal });
    server.use(
      http.post('/api/csv/repairs', () => HttpResponse.json({ importId: 'r1' }, { status: 201 })),
      http.post('/api/csv/repairs/:id/check', () => HttpResponse.json({ message: 'Away.' }, { status: 404 })),
    );
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Repair plans.csv here' }));
    await waitFor(() => expect(address()).toBe('/staff/importExport/r1/repair'));
    await user.click(await screen.findByRole('link', { name: 'Go to Import / Export' }));
    await screen.findByText('Drop files here');
    expect(screen.queryByRole('listitem', { name: 'plans.csv' })).toBeNull();
  });

  it('is not offered to be repaired while a column has no name, and it is said what to do', async () => {
    const nameless = { line: 2, column: 'F', message: 'Column F has no name in the header.' };
    const cell = { line: 3, column: 'planId', message: 'Wrong.' };
    const { user } = fund({
      onUpload: () => HttpResponse.json({ message: 'No.', errors: [cell, nameless], errorCount: 2 }, { status: 400 }),
    });
    await bring(user, plansFile());
    await (await row('plans.csv')).findByText(/^Give the column a name in the file, or delete it/);
    expect(screen.queryByRole('button', { name: 'Repair plans.csv here' })).toBeNull();
  });

  it('stays in the list with the reason if it cannot be kept', async () => {
    const { user } = fund({ onUpload: refusal });
    server.use(
      http.post('/api/csv/repairs', () => HttpResponse.json({ message: 'More than 100,000 cells.' }, { status: 400 })),
    );
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Repair plans.csv here' }));
    await (await row('plans.csv')).findByText('More than 100,000 cells.');
    await (await row('plans.csv')).findByText('Nothing was imported.');
  });
});
