import {
  figureGroups,
  type AsfaDocument,
  type AsfaEffect,
  type AsfaFigures,
  type AsfaProgress,
} from '@superscope/contracts/asfa';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { asfaFigures, server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { withRights } from '../../test/with-rights';
import { sydneyToday } from '../../ui/format';

const mei = withRights({ username: 'mei', name: 'Mei Tran', role: 'Admin', planId: null });

const budgets: AsfaDocument = {
  name: 'Budgets-March-2026.pdf',
  pages: 2,
  found: [
    { field: 'modestSingleYearTotal', amount: 35_503, page: 1, line: 22 },
    { field: 'modestCoupleYearTotal', amount: 51_299, page: 1, line: 22 },
    { field: 'comfortableSingleYearTotal', amount: 54_840, page: 1, line: 31 },
    { field: 'comfortableCoupleYearTotal', amount: 77_375, page: 1, line: 31 },
  ],
  rentersPages: [],
  weekly: { modestSingleYearTotal: 682.75 },
  sheets: [],
};
const lumpSums: AsfaDocument = {
  name: 'Lump-sums-March-2026.pdf',
  pages: 3,
  found: [
    { field: 'savingsModestSingle', amount: 110_000, page: 2, line: 14 },
    { field: 'savingsModestCouple', amount: 120_000, page: 2, line: 14 },
    { field: 'savingsComfortableSingle', amount: 630_000, page: 2, line: 16 },
    { field: 'savingsComfortableCouple', amount: 730_000, page: 2, line: 16 },
  ],
  rentersPages: [],
  weekly: {},
  sheets: [
    {
      page: 2,
      width: 595,
      height: 842,
      texts: [
        { text: 'How much do you need at 67?', x: 50, y: 60, width: 160, size: 12, line: 1 },
        { text: '630,000', x: 300, y: 90, width: 40, size: 10, line: 16 },
        { text: '730,000', x: 400, y: 90, width: 40, size: 10, line: 16 },
      ],
    },
  ],
};
const effect: AsfaEffect = { plans: 12, members: 3500, from: '2026-04', before: null, replaces: false, seconds: 530 };

interface Fund {
  user?: typeof helen;
  figures?: Partial<AsfaFigures>;
  effect?: Partial<AsfaEffect>;
  load?: (address: string) => Response;
  save?: () => Response;
  progress?: () => AsfaProgress;
}

/** The server, and what was sent to it. */
function fund({ user = helen, ...more }: Fund = {}) {
  portal({ user, plans: [] });
  const sent: { path: string; params: Record<string, string>; body: unknown }[] = [];
  const note = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isForm = request.headers.get('Content-Type')?.startsWith('multipart') === true;
    const body: unknown = isForm ? null : await request.json();
    sent.push({ path: pathname, params: Object.fromEntries(searchParams), body });
  };
  server.use(
    http.get('/api/asfa', () => HttpResponse.json({ ...asfaFigures, ...more.figures })),
    http.get('/api/asfa/effect', () => HttpResponse.json({ ...effect, ...more.effect })),
    http.get('/api/asfa/progress', () => HttpResponse.json(more.progress?.() ?? { plans: 12, waiting: 0 })),
    http.post('/api/asfa', async ({ request }) => {
      await note(request);
      const { searchParams } = new URL(request.url);
      if (searchParams.get('save') === 'true')
        return more.save?.() ?? HttpResponse.json({ stream: 'superParameters', revision: '4', position: '9' });
      const address = searchParams.get('pdfUrl') ?? '';
      return more.load?.(address) ?? HttpResponse.json(address.includes('Budgets') ? budgets : lumpSums);
    }),
    http.post('/api/asfa/file', async ({ request }) => {
      await note(request);
      return HttpResponse.json(lumpSums);
    }),
    http.put('/api/asfa/hosts', async ({ request }) => {
      await note(request);
      return HttpResponse.json({ stream: 'documentHosts', revision: '0', position: '9' });
    }),
  );
  return { sent, ...openAt('/staff/asfaFigures') };
}

/** What the screen Import / Export asks for. */
const importExport = () =>
  server.use(
    http.get('/api/platforms', () => HttpResponse.json([])),
    http.get('/api/csv/tables', () => HttpResponse.json([])),
    http.get('/api/csv/repairs', () => HttpResponse.json([])),
    http.get('/api/csv/history', () => HttpResponse.json({ imports: [], total: 0 })),
  );

type User = ReturnType<typeof fund>['user'];

async function load(user: User, address: string) {
  await user.clear(await screen.findByRole('textbox', { name: /^Address of a PDF/ }));
  await user.type(screen.getByRole('textbox', { name: /^Address of a PDF/ }), address);
  await user.click(screen.getByRole('button', { name: 'Load' }));
}

const save = () => screen.getByRole('button', { name: 'Save' });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeEach(() => {
  // A date field collapses the selection when it changes, which happy-dom reports as another change, endlessly.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

describe('ASFA figures', () => {
  it('say with the server’s words why it is not known what saving would change', async () => {
    const { user } = fund();
    server.use(
      http.get('/api/asfa/effect', () => HttpResponse.json({ message: 'The plans did not answer.' }, { status: 500 })),
    );
    await load(user, 'https://www.asfa.example/Budgets.pdf');
    await typeDate(user, 'Valid from (required)', '01/04/2026');
    expect(await screen.findByText('The plans did not answer.')).toBeVisible();
  });

  it('name a standard for people who rent, which is not taken, and all can be typed where a scan is offered', async () => {
    const scan = '‘scan.pdf’ holds pictures and no text. Type the figures or find the original.';
    const { sent, user } = fund({
      load: (address) =>
        address.includes('scan')
          ? HttpResponse.json({ message: scan }, { status: 400 })
          : HttpResponse.json({ ...lumpSums, found: [], rentersPages: [2, 3] }),
    });
    await load(user, 'https://www.asfa.example/renters.pdf');
    expect(
      await screen.findByText(
        /^no figure found on 3 pages; the standard for people who rent, pages 2, 3, is another and was not taken, /,
      ),
    ).toBeVisible();
    await load(user, 'https://www.asfa.example/scan.pdf');
    expect(await screen.findByText(scan)).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Address of a PDF/ })).toHaveValue('https://www.asfa.example/scan.pdf');
    const names = figureGroups.flatMap(({ group, figures }) => figures.map(({ word }) => `${group}: ${word}`));
    for (const [at, name] of names.entries()) await user.type(field(name), String(30_000 + at));
    await typeDate(user, 'Valid from (required)', '01/04/2026');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ params: { save: 'true' } }));
    expect(sent.at(-1)).toMatchObject({
      body: { budgets: { modestSingleYearTotal: 30_007, comfortableCoupleYearTotal: 30_010 } },
    });
  });

  it('of a day more than a year ahead are saved once the day is confirmed', async () => {
    const { sent, user } = fund();
    const names = figureGroups.flatMap(({ group, figures }) => figures.map(({ word }) => `${group}: ${word}`));
    for (const [at, name] of names.entries()) {
      await screen.findByRole('textbox', { name });
      await user.type(field(name), String(30_000 + at));
    }
    const day = `01/07/${Number(sydneyToday().slice(0, 4)) + 2}`;
    await typeDate(user, 'Valid from (required)', day);
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    const asked = within(await screen.findByRole('dialog', { name: 'More than a year ahead' }));
    expect(asked.getByText(`The figures would be valid from ${day} only, more than a year ahead.`)).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Change the day' }));
    expect(sent).toEqual([]);
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Save for this day' }));
    await waitFor(() => expect(sent).toMatchObject([{ params: { save: 'true', confirmed: 'true' } }]));
  });

  it('are read from two documents that add to each other, kept from today, and saved for a day', async () => {
    let waiting = 5;
    const { sent, user } = fund({ progress: () => ({ plans: 12, waiting }) });
    await load(user, 'https://www.asfa.example/Budgets.pdf');
    const documents = within(await screen.findByRole('list', { name: 'Documents read' }));
    await documents.findByText(/4 figures, page 1 of 2/);
    await load(user, 'https://www.asfa.example/lump.pdf');
    await documents.findByText(/4 figures, page 2 of 3, .*, added$/);
    expect(field('Lump sums at 67: Modest, single')).toHaveValue('$110,000');
    await screen.findByText('$54,840');
    await screen.findByText(
      '3 figures are missing. Age Pension a year: single; couple; assets limit, single home owner.',
    );
    await screen.findByText('All figures there: 3 are missing');
    expect(screen.getAllByText('In no document')).toHaveLength(3);
    expect(screen.getAllByText('More than 15 % above the last set')).toHaveLength(1);
    for (const figure of [
      'Keep $29,024 for Age Pension a year: Single',
      'Keep $43,753 for Age Pension a year: Couple',
      'Keep $314,000 for Age Pension a year: Assets limit, single home owner',
    ])
      await user.click(screen.getByRole('button', { name: figure }));
    expect(save()).toBeDisabled();
    await screen.findByText('Say from which day the figures are valid.');
    await typeDate(user, 'Valid from (required)', '01/04/2026');
    await screen.findByText('Saving changes 12 plans and 3,500 members from 01/04/2026, in about 9 minutes.');
    await user.click(save());
    await screen.findByText(/7 of 12 plans\./);
    expect(sent.at(-1)).toEqual({
      path: '/api/asfa',
      params: { save: 'true' },
      body: {
        at: '2026-04-01',
        revision: -1,
        savings: {
          savingsModestSingle: 110_000,
          savingsModestCouple: 120_000,
          savingsComfortableSingle: 630_000,
          savingsComfortableCouple: 730_000,
        },
        pension: { pensionSingle: 29_024, pensionCouple: 43_753, assetsLimitSingleHomeOwner: 314_000 },
        budgets: {
          modestSingleYearTotal: 35_503,
          modestCoupleYearTotal: 51_299,
          comfortableSingleYearTotal: 54_840,
          comfortableCoupleYearTotal: 77_375,
        },
        pdfUrls: {
          savingsModestSingle: 'https://www.asfa.example/lump.pdf',
          savingsModestCouple: 'https://www.asfa.example/lump.pdf',
          savingsComfortableSingle: 'https://www.asfa.example/lump.pdf',
          savingsComfortableCouple: 'https://www.asfa.example/lump.pdf',
          modestSingleYearTotal: 'https://www.asfa.example/Budgets.pdf',
          modestCoupleYearTotal: 'https://www.asfa.example/Budgets.pdf',
          comfortableSingleYearTotal: 'https://www.asfa.example/Budgets.pdf',
          comfortableCoupleYearTotal: 'https://www.asfa.example/Budgets.pdf',
        },
      },
    });
    expect(screen.queryByRole('list', { name: 'Documents read' })).toBeNull();
    waiting = 0;
    await screen.findByText('The set is saved, and all scores are derived again.', {}, { timeout: 10_000 });
  });

  it('are not saved while nothing is loaded, or while a figure is 0 or less, or no amount', async () => {
    const { sent, user } = fund();
    await screen.findByRole('region', { name: 'Figures' });
    expect(save()).toBeDisabled();
    await load(user, 'https://www.asfa.example/Budgets.pdf');
    await load(user, 'https://www.asfa.example/lump.pdf');
    await typeDate(user, 'Valid from (required)', '01/04/2026');
    for (const [name, text] of [
      ['Age Pension a year: Single', '29,900'],
      ['Age Pension a year: Couple', '45000.50'],
      ['Age Pension a year: Assets limit, single home owner', '$321,500'],
    ] as const)
      await user.type(field(name), text);
    expect(save()).toBeEnabled();
    for (const text of ['0', '-5', 'many', '1.234']) {
      await user.clear(field('Age Pension a year: Single'));
      await user.type(field('Age Pension a year: Single'), text);
      expect(save()).toBeDisabled();
      await screen.findByText('Write an amount of dollars above 0');
    }
    await typeDate(user, 'Valid from (required)', '');
    expect(save()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Age Pension a year: Single')).toHaveValue('');
    expect(sent.filter(({ params }) => params['save'] === 'true')).toEqual([]);
  });

  it('that are named twice with different amounts are chosen by a person', async () => {
    const twice = {
      ...lumpSums,
      found: [...lumpSums.found, { field: 'savingsModestCouple' as const, amount: 112_000, page: 3, line: 5 }],
    };
    const { user } = fund({ load: () => HttpResponse.json(twice) });
    await load(user, 'https://www.asfa.example/lump.pdf');
    await screen.findByText('‘Modest, couple’ stands at 2 places with different amounts. Choose one.');
    expect(field('Lump sums at 67: Modest, couple')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Choose $112,000 for Lump sums at 67: Modest, couple' }));
    expect(field('Lump sums at 67: Modest, couple')).toHaveValue('$112,000');
    await user.clear(field('Lump sums at 67: Modest, couple'));
    await user.type(field('Lump sums at 67: Modest, couple'), '115,000');
    await user.click(screen.getByRole('button', { name: 'Choose $120,000 for Lump sums at 67: Modest, couple' }));
    expect(field('Lump sums at 67: Modest, couple')).toHaveValue('$120,000');
  });

  it('are asked about before a person leaves without saving them', async () => {
    const { user } = fund();
    importExport();
    await load(user, 'https://www.asfa.example/lump.pdf');
    await screen.findByRole('list', { name: 'Documents read' });
    const away = () => within(screen.getByRole('main')).getByRole('link', { name: 'Import / Export' });
    await user.click(away());
    const question = within(await screen.findByRole('dialog', { name: 'The figures are not saved yet' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(field('Lump sums at 67: Modest, single')).toHaveValue('$110,000');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(away());
    await waitFor(() => expect(address()).toBe('/staff/importExport'));
  });

  it('keep all others at once: those that no document names and nobody typed', async () => {
    const { user } = fund();
    await screen.findByRole('region', { name: 'Figures' });
    expect(screen.queryByRole('button', { name: /^Keep all others/ })).toBeNull();
    await load(user, 'https://www.asfa.example/lump.pdf');
    const all = await screen.findByRole('button', { name: /^Keep all others, \d+$/ });
    const kept = Number(/\d+$/.exec(all.textContent)![0]);
    expect(screen.getAllByRole('button', { name: /^Keep \$/ })).toHaveLength(kept);
    const typed = screen
      .getAllByRole('button', { name: /^Keep \$/ })[0]!
      .getAttribute('aria-label')!
      .split(' for ')[1]!;
    await user.type(field(typed), '1');
    await user.click(screen.getByRole('button', { name: `Keep all others, ${kept - 1}` }));
    expect(field(typed)).toHaveValue('1');
    expect(screen.getAllByText(/^Kept \$/)).toHaveLength(kept - 1);
    expect(screen.queryByRole('button', { name: /^Keep all others/ })).toBeNull();
    expect(field('Lump sums at 67: Modest, single')).toHaveValue('$110,000');
  });

  it('show the page and the line that they were read from, and go with their document', async () => {
    const { user } = fund();
    await load(user, 'https://www.asfa.example/lump.pdf');
    const place = 'Lump sums at 67: Comfortable, single, page 2, line 16 of Lump-sums-March-2026.pdf';
    await user.click(await screen.findByRole('button', { name: place }));
    const preview = within(screen.getByRole('region', { name: 'Where the figure was read' }));
    await preview.findByText('Page 2 of 3, line 16, where ‘Comfortable, single’ was read');
    await preview.findByRole('img', { name: 'Page 2 with $630,000 marked' });
    await user.click(screen.getByRole('button', { name: 'Remove Lump-sums-March-2026.pdf' }));
    expect(screen.queryByRole('region', { name: 'Where the figure was read' })).toBeNull();
    expect(field('Lump sums at 67: Comfortable, single')).toHaveValue('');
  });

  it('say why a document was not read, and refuse a file that is no PDF in the words for it', async () => {
    const message = 'files.example.net is not among the hosts from which documents may be read.';
    const { sent, user } = fund({ load: () => HttpResponse.json({ message }, { status: 400 }) });
    await load(user, 'https://files.example.net/a.pdf');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    // Removed, so that the page's own check is what refuses the file.
    input.removeAttribute('accept');
    await user.upload(input, new File(['x'], 'figures.csv', { type: 'text/csv' }));
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        "File: 'figures.csv' type: 'text/csv' did not pass: '.pdf or application/pdf' validation constraint",
      ),
    );
    expect(sent).toHaveLength(1);
    await user.upload(input, new File(['%PDF'], 'lump.pdf', { type: 'application/pdf' }));
    await screen.findByRole('list', { name: 'Documents read' });
    expect(sent.at(-1)!.path).toBe('/api/asfa/file');
  });

  it('say why a set was not saved, and keep it', async () => {
    const { user } = fund({ save: () => HttpResponse.json({ message: 'Not now.' }, { status: 409 }) });
    await load(user, 'https://www.asfa.example/Budgets.pdf');
    await load(user, 'https://www.asfa.example/lump.pdf');
    for (const keep of await screen.findAllByRole('button', { name: /^Keep / })) await user.click(keep);
    await typeDate(user, 'Valid from (required)', '01/04/2026');
    await user.click(save());
    await screen.findByText('Not now.');
    expect(field('Lump sums at 67: Modest, single')).toHaveValue('$110,000');
  });

  it('name the months and the set that a day concerns', async () => {
    const { user } = fund({
      effect: { from: null, before: '2026-07', replaces: true, plans: 1, members: 1, seconds: 61 },
    });
    await screen.findByRole('region', { name: 'Figures' });
    await typeDate(user, 'Valid from (required)', '01/04/2026');
    await screen.findByText(
      'Saving changes 1 plan and 1 member in all months, until July 2026, when a later set begins. It takes about 1 minute. It replaces the set of 01/04/2026.',
    );
  });

  it.each([
    [null, 'Saving changes 12 plans and 3,500 members from 01/04/2026.'],
    [0, 'Saving changes 12 plans and 3,500 members from 01/04/2026, in less than a minute.'],
  ])('say how long saving takes, if that is known (%s seconds)', async (seconds, text) => {
    const { user } = fund({ effect: { ...effect, seconds } });
    await screen.findByRole('region', { name: 'Figures' });
    await typeDate(user, 'Valid from (required)', '01/04/2026');
    await screen.findByText(text);
  });

  it('list the sets saved before, which is in use and which lacks figures', async () => {
    const budgetsAt = 'https://www.asfa.example/Budgets.pdf';
    const pdfUrls = { modestSingleYearTotal: budgetsAt, modestCoupleYearTotal: budgetsAt };
    const { user } = fund({
      figures: {
        sets: [
          { ...asfaFigures, at: '2024-07-01', inUse: true, complete: true, revision: 4, pdfUrls },
          {
            ...asfaFigures,
            at: '2023-07-01',
            pensionSingle: null,
            inUse: false,
            complete: false,
            revision: 3,
            pdfUrls: {},
          },
        ],
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Sets saved before, 2' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Sets saved before' }));
    await dialog.findByText('in use');
    await dialog.findByText('figures are missing, so it is not used');
    // One link, of the set that was read from a document.
    expect(dialog.getByRole('link')).toHaveAttribute('href', budgetsAt);
  });

  it('may come from the hosts of a list, which staff read and Admins change', async () => {
    const { user } = fund();
    await user.click(await screen.findByRole('button', { name: 'hosts of the list' }));
    within(screen.getByRole('dialog', { name: 'Hosts of documents' })).getByText('www.asfa.example');
    expect(screen.queryByRole('button', { name: 'Save list' })).toBeNull();
  });

  it('takes a list of hosts from an Admin, names only', async () => {
    const { sent, user } = fund({ user: mei });
    await user.click(await screen.findByRole('button', { name: 'hosts of the list' }));
    const hosts = screen.getByRole('textbox', { name: 'Hosts' });
    expect(hosts).toHaveValue('www.asfa.example');
    await user.type(hosts, '\nhttps://files.example.org/a');
    await user.click(screen.getByRole('button', { name: 'Save list' }));
    await screen.findByText('Write the name of a host, such as www.example.org.');
    await user.clear(hosts);
    await user.type(hosts, 'www.asfa.example\nfiles.example.org');
    await user.click(screen.getByRole('button', { name: 'Save list' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      { path: '/api/asfa/hosts', params: {}, body: { hosts: ['www.asfa.example', 'files.example.org'], revision: 0 } },
    ]);
  });

  it('are reached from Import / Export, which shows the set in use', async () => {
    portal({ user: helen, plans: [] });
    importExport();
    const { user } = openAt('/staff/importExport');
    const panel = within(await screen.findByRole('region', { name: 'ASFA figures' }));
    await panel.findByText('01/07/2024');
    await user.click(panel.getByRole('link', { name: 'Load new figures' }));
    await screen.findByRole('heading', { name: 'ASFA figures', level: 1 });
  });

  it('are not for employers', async () => {
    portal({ user: dana });
    openAt('/staff/asfaFigures');
    await screen.findByRole('navigation');
    expect(screen.queryByRole('heading', { name: 'ASFA figures' })).toBeNull();
  });
});
